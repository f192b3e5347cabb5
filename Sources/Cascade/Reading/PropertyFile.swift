import JSONSource

/// One property file, read: its document, its markers, and which of its values need a closer look.
package final class PropertyFile {
  package let file: SourceFile
  package let document: Document
  /// Its own, as they stand in it; those of its fragments are the fragments'.
  package let markers: [Marker]
  /// Everything wrong with its directives; nothing may be resolved from it while there is any. What it
  /// includes is not read by then.
  package let problems: [Diagnostic]
  /// The names that lead from the top of the scope to its top object.
  package let prefix: [Name]
  /// Its turn among the files of its level, as numbers to compare one by one: a fragment comes before
  /// the file that includes it.
  package private(set) var turn: [Int] = []
  private let findings: DirectiveReader.Findings
  private let inclusions: Inclusions?
  private var opened: [Int: Included] = [:]
  /// Of objects that write nothing by themselves, whether a member does by inclusion.
  private var writing: [Int: Bool] = [:]

  /// The fragments that an object includes, in order: they are read before its own members; and why one could
  /// not be included.
  package final class Included {
    package fileprivate(set) var files: [PropertyFile] = []
    fileprivate(set) var problems: [Diagnostic] = []
  }

  /// Reads the file, unless its document is known; what it includes is fetched when somebody looks at its
  /// place.
  package convenience init(
    _ file: SourceFile, _ known: Document? = nil, names: NameTable,
    _ fragments: FragmentReader? = nil
  ) throws(Diagnostic) {
    let document: Document
    if let known { document = known } else { document = try file.document(names) }
    // What has no directive includes nothing.
    let inclusions = document.hasDirectives ? fragments.map { Inclusions($0) } : nil
    try self.init(file, document, at: [], inclusions)
  }

  /// Reads a file that the caller names beside the trees, in which no directive means anything (T8).
  package convenience init(given file: SourceFile, names: NameTable) throws(Diagnostic) {
    let document = try file.document(names)
    self.init(file, plain: document)
    guard document.kind(0) == .object else {
      throw Diagnostic(
        .error, .syntax, .noObjectGiven, at: SourceRange(file, document.range(0)))
    }
    guard let directive = document.firstDirective(in: 0) else { return }
    let name = Array(document.names.bytes(of: directive.name))
    throw Diagnostic(
      .error, .directive, .directiveGiven(name),
      at: SourceRange(file, document.range(directive.nameIndex)))
  }

  /// Takes a file whose document is read; its top object stands at `place` in its scope.
  init(
    _ file: SourceFile, _ document: Document, at place: [Name], _ inclusions: Inclusions?
  ) throws(Diagnostic) {
    self.file = file
    self.document = document
    self.inclusions = inclusions
    prefix = place
    guard document.kind(0) == .object else {
      throw Diagnostic(SyntaxError(.notAnObject, document.range(0)), in: file)
    }
    findings = document.hasDirectives ? DirectiveReader.read(file, document, at: place) : .init()
    markers = findings.markers
    problems = findings.problems
  }

  /// A value of the command line, which holds no directive.
  package init(_ file: SourceFile, plain document: Document) {
    self.file = file
    self.document = document
    (markers, problems, findings, inclusions, prefix) = ([], [], .init(), nil, [])
  }

  /// Takes its turn among the files of a level.
  func take(turn: [Int]) {
    self.turn = turn
    for marker in markers { marker.turn = turn }
  }

  /// The scopes that it lists to inherit from, in order.
  var furtherParents: [Parent] { findings.furtherParents }

  /// Whether it calls its scope abstract.
  var isAbstract: Bool { findings.isAbstract }

  /// Whether the secrets of a file with problems are unknown: what it includes or inherits is not read.
  var mayHideSecrets: Bool {
    findings.mayHideSecrets || hasInclusions || !furtherParents.isEmpty
  }

  var hasInclusions: Bool { !findings.inclusions.isEmpty }

  /// Whether what is included was found to be too much, as far as it was opened.
  package var includesTooMuch: Bool { inclusions?.isExceeded == true }

  /// Where something is included, from the top of the scope.
  var placesOfInclusions: [[Name]] { findings.inclusions.map(\.place) }

  private lazy var inclusionsByObject = Dictionary(grouping: findings.inclusions, by: \.object)
  private lazy var includingObjects = inclusionsByObject.keys.sorted()

  /// Whether the object at `node` itself includes something.
  func includes(_ node: Int) -> Bool { hasInclusions && inclusionsByObject[node] != nil }

  /// Whether something is included in the object at `node`, or in what stands in it.
  func includesWithin(_ node: Int) -> Bool {
    if !hasInclusions { return false }
    let place = includingObjects.indices.bisected { includingObjects[$0] >= node }
    return place < includingObjects.count && includingObjects[place] < document.behind(node)
  }

  /// What the object at `node` includes, opened once.
  package func included(in node: Int) -> Included? {
    if !hasInclusions { return nil }
    if let known = opened[node] { return known }
    guard let inclusions, let own = inclusionsByObject[node] else { return nil }
    let included = Included()
    opened[node] = included
    for inclusion in own {
      for (number, (target, node)) in inclusion.targets.enumerated() {
        do throws(Diagnostic) {
          let fragment = try inclusions.fragment(
            target, of: file, SourceRange(file, document.range(node)), at: inclusion.place)
          fragment.take(turn: turn.dropLast() + [inclusion.first + number, .max])
          included.problems += fragment.problems
          if fragment.problems.isEmpty { included.files.append(fragment) }
        } catch {
          included.problems.append(error)
        }
      }
    }
    return included
  }

  /// This file and all that it includes so far as it was opened, in the order of reading.
  var withFragments: [PropertyFile] {
    if opened.isEmpty { return [self] }
    return opened.values.flatMap(\.files).sorted { $0.turn.lexicographicallyPrecedes($1.turn) }
      .flatMap(\.withFragments) + [self]
  }

  /// Whether the value at `node` writes something by itself, whatever is included in it.
  package func writes(_ node: Int) -> Bool { !findings.has(.silent, node) }

  /// Whether a member of the object at `node` writes something, what is included in it looked at (I6); or
  /// whether it is `{}`.
  func writesMembers(_ node: Int) -> Bool {
    if writes(node) { return true }
    guard includesWithin(node) else { return false }
    if let known = writing[node] { return known }
    // What includes itself is told where it is opened, and writes nothing.
    writing[node] = false
    let isWriting = document.members(node).contains {
      !$0.isDirective && writesOrIncludes($0.value)
    }
    writing[node] = isWriting
    return isWriting
  }

  /// The same with what the object itself includes.
  func writesOrIncludes(_ node: Int) -> Bool {
    writesMembers(node)
      || includes(node) && included(in: node)?.files.contains { $0.writesOrIncludes(0) } == true
  }

  /// Whether it takes in a file beside it, as it is or for a text.
  package func takesIn(_ name: [UInt8]) -> Bool {
    findings.inclusions.contains { $0.targets.contains { $0.target.path == name } }
      || findings.computed.contains {
        if case .file(let path, _) = $0.value.source { path == name } else { false }
      }
  }

  /// Whether anything in it is to be worked out.
  package var holdsComputed: Bool { !findings.computed.isEmpty }

  package func computed(_ node: Int) -> Computed? { findings.computed(node) }

  /// Whether a computed value stands at `node` or in it.
  func isComputing(_ node: Int) -> Bool { findings.has(.computing, node) }

  /// Whether the value at `node` is nothing but what it says: no directive stands in it.
  package func isPlain(_ node: Int) -> Bool { !findings.has(.instructed, node) }
}

extension Document {
  /// The first directive in a value that is not ignored wherever it stands (F5).
  fileprivate func firstDirective(in node: Int) -> Member? {
    guard hasDirectives else { return nil }
    switch kind(node) {
    case .array:
      for element in elements(node) {
        if let found = firstDirective(in: element) { return found }
      }
    case .object:
      for member in members(node) {
        if !member.isDirective {
          if let found = firstDirective(in: member.value) { return found }
        } else if !isComment(member), node > 0 || !isSchema(member) {
          return member
        }
      }
    default: break
    }
    return nil
  }

  private func isSchema(_ member: Member) -> Bool {
    Directive.named(names.bytes(of: member.name)) == .schema
  }
}
