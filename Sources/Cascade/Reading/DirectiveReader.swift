import JSONSource

/// Parses the directives of a file into markers, computed values, inclusions and parents.
struct DirectiveReader {
  /// An `$include` with its targets.
  struct IncludeDirective {
    let object: Int
    let place: [Name]
    let first: Int
    let targets: [(target: InclusionTarget, node: Int)]
  }

  /// The parsed directives; empty for a file without directives.
  struct Findings {
    var markers: [Marker] = []
    var problems: [Diagnostic] = []
    var inclusions: [IncludeDirective] = []
    var computed: [(node: Int, value: ComputedValue)] = []
    var traits: [Traits] = []
    /// The entries of `$inherit`; `..` has no place.
    var furtherParents: [Parent] = []
    var abstraction: Abstraction?

    /// Itself if it names no place in its file, so that it holds for the same text in another snapshot; otherwise nil.
    var ofValues: Findings? {
      let hasPlaces =
        !(markers.isEmpty && problems.isEmpty && inclusions.isEmpty && furtherParents.isEmpty)
      return hasPlaces ? nil : self
    }

    func has(_ trait: Traits, _ node: Int) -> Bool {
      !traits.isEmpty && traits[node].contains(trait)
    }

    func computed(_ node: Int) -> ComputedValue? {
      guard has(.computed, node) else { return nil }
      let place = computed.indices.bisected { computed[$0].node >= node }
      return place < computed.count && computed[place].node == node ? computed[place].value : nil
    }
  }

  /// Properties of a value that contains directives.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// Apart from those of computed values.
    static let containsDirective = Traits(rawValue: 1)
    static let computing = Traits(rawValue: 2)
    /// Only directives, or only such objects: it writes no value except by inclusion.
    static let silent = Traits(rawValue: 4)
    static let computed = Traits(rawValue: 8)

    mutating func hold(_ inner: Traits) {
      formUnion(inner.intersection([.containsDirective, .computing]))
      if !inner.contains(.silent) { remove(.silent) }
    }
  }

  private let file: SourceFile
  private let document: Document
  private var findings = Findings()

  private struct Position {
    var objects: Reference.EnclosingObjects
    var enclosure: Diagnostic.Placement?

    var isInner: Bool { enclosure != nil }
  }

  /// `place` is the path of the top object in its scope, empty except for fragments.
  static func read(_ file: SourceFile, _ document: Document, at place: [Name]) -> Findings {
    var reader = DirectiveReader(file, document)
    let objects = Reference.EnclosingObjects(path: place, prefixCount: place.count)
    _ = reader.readObject(0, Position(objects: objects), isTop: true)
    return reader.findings
  }

  private init(_ file: SourceFile, _ document: Document) {
    self.file = file
    self.document = document
    findings.traits = Array(repeating: [], count: document.nodeCount)
  }

  private mutating func readObject(
    _ node: Int, _ position: Position, isTop: Bool = false
  ) -> Traits {
    var traits: Traits = .silent
    var isEmpty = true
    // If all directives are in the top object, other values are not read.
    let areAllHere =
      isTop
      && document.members(node).reduce(0) { $0 + ($1.isDirective ? 1 : 0) }
        == document.directiveCount
    for member in document.members(node) {
      if member.isDirective {
        traits.insert(.containsDirective)
        if readDirective(member, of: node, position, isTop: isTop) { isEmpty = false }
        continue
      }
      isEmpty = false
      if areAllHere {
        traits.hold([])
        continue
      }
      var inner = position
      if !position.isInner { inner.objects.path.append(member.name) }
      traits.hold(readValue(member.value, inner, around: position))
    }
    if isEmpty { traits.remove(.silent) }
    findings.traits[node] = traits
    return traits
  }

  /// `around` is the position of the enclosing object.
  private mutating func readValue(
    _ node: Int, _ position: Position, around: Position
  ) -> Traits {
    switch document.kind(node) {
    case .object:
      if let directive = document.computedDirective(in: node) {
        return readComputed(node, directive, around)
      }
      var position = position
      if position.isInner { position.objects.innerObjects += 1 }
      return readObject(node, position)
    case .array:
      var traits: Traits = []
      var inner = around
      inner.enclosure = around.enclosure ?? .array
      for element in document.elements(node) {
        traits.hold(readValue(element, inner, around: inner))
      }
      findings.traits[node] = traits
      return traits
    default: return []
    }
  }

  private mutating func readComputed(
    _ node: Int, _ directive: Directive, _ around: Position
  ) -> Traits {
    var surroundings = around.objects
    surroundings.isDetached = around.enclosure == .removedValues
    var reader = ComputedValueReader(document: document, surroundings: surroundings)
    if let computed = reader.read(node, directive) {
      findings.computed.append((node, computed))
      findings.traits[node].insert(.computed)
    }
    for invalid in reader.problems { report(invalid.problem, invalid.node) }
    var inner = around
    inner.enclosure = around.enclosure == .removedValues ? .removedValues : .computedValue
    // Findings are sorted by node.
    for value in reader.inner.sorted() { _ = readValue(value, inner, around: inner) }
    findings.traits[node].insert(.computing)
    return findings.traits[node]
  }

  /// Returns false if the directive does not count as content of the object.
  private mutating func readDirective(
    _ member: Member, of object: Int, _ position: Position, isTop: Bool
  ) -> Bool {
    let name = document.names.bytes(of: member.name)
    func misplaced(_ whereabouts: Diagnostic.Placement) -> Diagnostic.Problem {
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
    case .computed:
      report(misplaced(file.includedFrom == nil ? .top : .included), member.nameIndex)
    case .scopes, .abstraction:
      if !isTop {
        report(misplaced(.belowTop), member.nameIndex)
      } else if file.includedFrom != nil {
        report(misplaced(.fragment), member.nameIndex)
      } else if directive == .inherit {
        readParents(member.value)
      } else if document.kind(member.value) == .true {
        findings.abstraction = .withDescendants
      } else if document.kind(member.value) == .string,
        document.text(member.value).elementsEqual("here".utf8)
      {
        findings.abstraction = findings.abstraction ?? .alone
      } else {
        report(.wrongValue(of: directive), member.value)
      }
    case .keys, .each, .paths:
      if let enclosure = position.enclosure {
        report(misplaced(enclosure), member.nameIndex)
      } else if directive == .include {
        readInclusion(member, of: object, at: position.objects.path)
      } else {
        var reader = MarkerReader(
          directive: directive, file: file, document: document, path: position.objects.path)
        reader.read(member)
        findings.markers += reader.markers
        for invalid in reader.problems { report(invalid.problem, invalid.node) }
        readRemoved(reader.markers, position)
      }
    }
    return true
  }

  private mutating func readRemoved(_ markers: [Marker], _ position: Position) {
    var inner = position
    inner.enclosure = .removedValues
    for marker in markers {
      guard case .values(let values) = marker.detail else { continue }
      for value in values { _ = readValue(value, inner, around: inner) }
    }
  }

  private mutating func readParents(_ list: Int) {
    guard document.kind(list) == .array else { return report(.wrongValue(of: .inherit), list) }
    for element in document.elements(list) {
      do throws(Diagnostic.Problem) {
        guard let text = document.string(element) else { throw .wrongValue(of: .inherit) }
        let isAbove = ["..", "../"].contains { $0.utf8.elementsEqual(text) }
        findings.furtherParents.append(
          Parent(
            try Scope(written: text, in: file.scope),
            at: isAbove ? nil : SourceRange(file, document.range(element))))
      } catch { report(error, element) }
    }
  }

  private mutating func readInclusion(_ member: Member, of object: Int, at place: [Name]) {
    let isList = document.kind(member.value) == .array
    var targets: [(target: InclusionTarget, node: Int)] = []
    for node in isList ? Array(document.elements(member.value)) : [member.value] {
      do throws(Diagnostic.Problem) {
        guard let text = document.string(node) else { throw .wrongValue(of: .include) }
        targets.append((try InclusionTarget(text, document.names), node))
      } catch { report(error, node) }
    }
    let first = findings.inclusions.last.map { $0.first + $0.targets.count } ?? 0
    findings.inclusions.append(
      IncludeDirective(object: object, place: place, first: first, targets: targets))
  }

  private mutating func report(_ problem: Diagnostic.Problem, _ node: Int) {
    findings.problems.append(
      Diagnostic(.error, .directive, problem, at: SourceRange(file, document.range(node))))
  }
}

/// A parent scope and the places that give it.
package struct Parent {
  package let scope: Scope
  /// nil for the parent directory.
  package let place: SourceRange?
  package let drawn: [SourceRange]

  package init(_ scope: Scope, at place: SourceRange? = nil, drawing drawn: [SourceRange] = []) {
    (self.scope, self.place, self.drawn) = (scope, place, drawn)
  }

  package var places: [SourceRange] { (place.map { [$0] } ?? []) + drawn }
}

extension RuleResult {
  package var parent: Parent? {
    if case .scope(let scope) = target { Parent(scope, at: place, drawing: drawn) } else { nil }
  }
}
