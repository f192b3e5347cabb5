import JSONSource

/// Reads the directives of one file: it knows their names and shapes, and nothing of what they do.
struct DirectiveReader {
  /// An `$include` as it is written: where it stands, and the paths in order.
  struct Inclusion {
    let object: Int
    let place: [Name]
    let paths: [(text: [UInt8], node: Int)]
  }

  /// What the reader found; nothing of it for a file without directives.
  struct Findings {
    var markers: [Marker] = []
    var problems: [Diagnostic] = []
    var inclusions: [Inclusion] = []
    /// By their nodes, in order.
    var computed: [(node: Int, value: Computed)] = []
    /// What is to be known of each node.
    var traits: [Traits] = []

    func has(_ trait: Traits, _ node: Int) -> Bool {
      !traits.isEmpty && traits[node].contains(trait)
    }

    func computed(_ node: Int) -> Computed? {
      guard has(.computed, node) else { return nil }
      let place = computed.indices.bisected { computed[$0].node >= node }
      return place < computed.count && computed[place].node == node ? computed[place].value : nil
    }
  }

  /// What a value turns out to be where directives stand in it.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// A directive stands anywhere inside: it is not simply what it says.
    static let instructed = Traits(rawValue: 1)
    /// A computed value stands in it, or it is one.
    static let computing = Traits(rawValue: 2)
    /// An object that holds nothing but directives, or only such objects: it writes no value, unless
    /// something that is included in it does.
    static let silent = Traits(rawValue: 4)
    static let computed = Traits(rawValue: 8)
  }

  private let file: SourceFile
  private let document: Document
  private let prefixCount: Int
  private(set) var findings = Findings()

  /// Where a value stands: the objects around it, and whether a key leads to it.
  private struct Position {
    var path: [Name]
    var innerObjects = 0
    /// What keeps keys from leading here: an array, or an option of a computed value.
    var enclosure: Enclosure?

    var isInner: Bool { enclosure != nil }
  }

  private enum Enclosure {
    case array, option, removal

    var whereabouts: Diagnostic.Whereabouts {
      switch self {
      case .array: .array
      case .option: .computedValue
      case .removal: .removedValues
      }
    }
  }

  private struct Finding {
    var isInstructed = false
    var isComputing = false
    var writes = true
  }

  /// Reads the file, whose top object stands at `place` in its scope: the top, but for a fragment.
  static func read(_ file: SourceFile, _ document: Document, at place: [Name]) -> Findings {
    var reader = DirectiveReader(file, document, place.count)
    _ = reader.readObject(0, Position(path: place), isTop: true)
    return reader.findings
  }

  private init(_ file: SourceFile, _ document: Document, _ prefixCount: Int) {
    self.file = file
    self.document = document
    self.prefixCount = prefixCount
    findings.traits = Array(repeating: [], count: document.nodes.count)
  }

  /// Reads an object; the position's path leads to the object itself, if a key does.
  private mutating func readObject(
    _ node: Int, _ position: Position, isTop: Bool = false
  ) -> Finding {
    var finding = Finding(writes: false)
    var isEmpty = true
    for member in document.members(node) {
      if member.isDirective {
        finding.isInstructed = true
        if readDirective(member, of: node, position, isTop: isTop) { isEmpty = false }
        continue
      }
      isEmpty = false
      var inner = position
      if !position.isInner { inner.path.append(member.name) }
      let found = readValue(member.value, inner, around: position)
      if found.isInstructed { finding.isInstructed = true }
      if found.isComputing { finding.isComputing = true }
      if found.writes { finding.writes = true }
    }
    if isEmpty { finding.writes = true }
    note(finding, node)
    return finding
  }

  private mutating func note(_ finding: Finding, _ node: Int) {
    if finding.isInstructed { findings.traits[node].insert(.instructed) }
    if finding.isComputing { findings.traits[node].insert(.computing) }
    if !finding.writes { findings.traits[node].insert(.silent) }
  }

  /// Reads a value; `around` is the position of the object in which it stands.
  private mutating func readValue(
    _ node: Int, _ position: Position, around: Position
  ) -> Finding {
    switch document.kind(node) {
    case .object:
      if let directive = computedDirective(in: node) {
        return readComputed(node, directive, around)
      }
      var position = position
      if position.isInner { position.innerObjects += 1 }
      return readObject(node, position)
    case .array:
      var finding = Finding()
      var inner = around
      inner.enclosure = around.enclosure ?? .array
      for element in document.elements(node) {
        let found = readValue(element, inner, around: inner)
        if found.isInstructed { finding.isInstructed = true }
        if found.isComputing { finding.isComputing = true }
      }
      note(finding, node)
      return finding
    default: return Finding()
    }
  }

  private func computedDirective(in object: Int) -> Directive? {
    for member in document.members(object) where member.isDirective {
      let directive = Directive.named(document.names.bytes(of: member.name))
      if let directive, directive.isComputed { return directive }
    }
    return nil
  }

  private mutating func readComputed(
    _ node: Int, _ directive: Directive, _ around: Position
  ) -> Finding {
    let surroundings = Reference.Surroundings(
      path: around.path, innerObjects: around.innerObjects, prefixCount: prefixCount,
      isDetached: around.enclosure == .removal)
    var reader = ComputedReader(document, surroundings)
    if let computed = reader.read(node, directive) {
      findings.computed.append((node, computed))
      findings.traits[node].insert(.computed)
    }
    for (problem, node) in reader.problems { report(problem, node) }
    var inner = around
    inner.enclosure = around.enclosure == .removal ? .removal : .option
    // In the order of the file, as everything that is kept by nodes.
    for value in reader.inner.sorted() { _ = readValue(value, inner, around: inner) }
    let finding = Finding(isInstructed: true, isComputing: true)
    note(finding, node)
    return finding
  }

  /// Reads one directive; tells whether it is one that keeps an object from counting as `{}`.
  private mutating func readDirective(
    _ member: Member, of object: Int, _ position: Position, isTop: Bool
  ) -> Bool {
    let name = document.names.bytes(of: member.name)
    func misplaced(_ whereabouts: Diagnostic.Whereabouts) -> Diagnostic.Problem {
      .misplaced(Array(name), whereabouts)
    }
    guard let directive = Directive.named(name) else {
      let nearest = Directive.nearest(to: name)
      report(.unknownDirective(Array(name), nearest: nearest), member.nameIndex)
      return true
    }
    switch directive.shape {
    case .anything:
      if directive == .schema, !isTop || file.includedFrom != nil {
        report(misplaced(.belowTop), member.nameIndex)
      }
      return false
    case .computed: report(misplaced(.top), member.nameIndex)
    case .keys, .each, .paths:
      if let enclosure = position.enclosure {
        report(misplaced(enclosure.whereabouts), member.nameIndex)
      } else if directive == .include {
        readInclusion(member, of: object, at: position.path)
      } else {
        var reader = MarkerReader(directive, file, document, position.path)
        reader.read(member)
        findings.markers += reader.markers
        for (problem, node) in reader.problems { report(problem, node) }
        readRemoved(reader.markers, position)
      }
    }
    return true
  }

  /// The elements that a `$remove` names are read as those of any array.
  private mutating func readRemoved(_ markers: [Marker], _ position: Position) {
    var inner = position
    inner.enclosure = .removal
    for marker in markers {
      guard case .values(let values) = marker.detail else { continue }
      for value in values { _ = readValue(value, inner, around: inner) }
    }
  }

  private mutating func readInclusion(_ member: Member, of object: Int, at place: [Name]) {
    let isList = document.kind(member.value) == .array
    var paths: [(text: [UInt8], node: Int)] = []
    for node in isList ? Array(document.elements(member.value)) : [member.value] {
      guard document.kind(node) == .string else {
        report(.wrongValue(of: .include), node)
        continue
      }
      let text = document.text(node)
      if let error = ComputedReader.problem(ofPath: text) {
        report(.badPath(error), node)
      } else {
        paths.append((text, node))
      }
    }
    findings.inclusions.append(Inclusion(object: object, place: place, paths: paths))
  }

  private mutating func report(_ problem: Diagnostic.Problem, _ node: Int) {
    findings.problems.append(
      Diagnostic(.error, .directive, problem, at: SourceRange(file, document.range(node))))
  }
}
