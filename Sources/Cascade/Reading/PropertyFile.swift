import JSONSource

/// A parsed property file: its document, markers and computed values.
package final class PropertyFile {
  package let file: SourceFile
  package let document: Document
  /// The path of its top object in the scope.
  package let prefix: [Name]
  /// Compared lexicographically; a fragment precedes its including file.
  package private(set) var readOrder: [Int] = []
  let findings: DirectiveReader.Findings
  private let inclusions: InclusionLimiter?
  private var opened: [Int: Included] = [:]
  /// By node: whether a member of an object writes a value by inclusion.
  private var writing: [Int: Bool] = [:]

  /// The fragments of an object, which are read before its members.
  package final class Included {
    package fileprivate(set) var files: [PropertyFile] = []
    fileprivate(set) var problems: [Diagnostic] = []
  }

  /// Parses the file unless `known` has the same text at the same path of the scope.
  /// Fragments are read on demand, and limited for all files of a scope.
  package convenience init(
    _ file: SourceFile, _ known: PropertyFile? = nil, names: NameTable,
    _ inclusions: InclusionLimiter? = nil
  ) throws(Diagnostic) {
    let document: Document
    if let known { document = known.document } else { document = try file.document(names) }
    try self.init(file, document, at: [], inclusions, findings: known?.findings.ofValues)
  }

  /// Parses a file of values or facts, which must not contain directives (T8).
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

  /// `place` is the path of the top object in its scope.
  init(
    _ file: SourceFile, _ document: Document, at place: [Name], _ inclusions: InclusionLimiter?,
    findings: DirectiveReader.Findings? = nil
  ) throws(Diagnostic) {
    self.file = file
    self.document = document
    self.inclusions = inclusions
    prefix = place
    guard document.kind(0) == .object else {
      throw Diagnostic(SyntaxError(.notAnObject, document.range(0)), in: file)
    }
    self.findings =
      findings
      ?? (document.hasDirectives ? DirectiveReader.read(file, document, at: place) : .init())
  }

  package init(_ file: SourceFile, plain document: Document) {
    self.file = file
    self.document = document
    (findings, inclusions, prefix) = (.init(), nil, [])
  }

  func take(readOrder: [Int]) {
    self.readOrder = readOrder
    for marker in markers { marker.readOrder = readOrder }
  }

  package var markers: [Marker] { findings.markers }
  /// If there are errors, the file must not be resolved.
  package var problems: [Diagnostic] { findings.problems }

  var hasInclusions: Bool { !findings.inclusions.isEmpty }
  package var includesTooMuch: Bool { inclusions?.excess != nil }

  private lazy var inclusionsByObject = Dictionary(grouping: findings.inclusions, by: \.object)
  private lazy var includingObjects = inclusionsByObject.keys.sorted()

  func includes(_ node: Int) -> Bool { hasInclusions && inclusionsByObject[node] != nil }

  func includesWithin(_ node: Int) -> Bool {
    if !hasInclusions { return false }
    let place = includingObjects.indices.bisected { includingObjects[$0] >= node }
    return place < includingObjects.count && includingObjects[place] < document.indexAfter(node)
  }

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
          fragment.take(readOrder: readOrder.dropLast() + [inclusion.first + number, .max])
          included.problems += fragment.problems
          if fragment.problems.isEmpty { included.files.append(fragment) }
        } catch {
          included.problems.append(error)
        }
      }
    }
    return included
  }

  var withFragments: [PropertyFile] {
    if opened.isEmpty { return [self] }
    return opened.values.flatMap(\.files).sorted {
      $0.readOrder.lexicographicallyPrecedes($1.readOrder)
    }
    .flatMap(\.withFragments) + [self]
  }

  /// Ignores inclusions.
  package func writes(_ node: Int) -> Bool { !findings.has(.silent, node) }

  /// Whether the object is `{}` or a member writes a value, possibly by inclusion (I6).
  func writesMembers(_ node: Int) -> Bool {
    if writes(node) { return true }
    guard includesWithin(node) else { return false }
    if let known = writing[node] { return known }
    // A file that includes itself writes nothing; the error is reported when it is opened.
    writing[node] = false
    let isWriting = document.members(node).contains {
      !$0.isDirective && writesOrIncludes($0.value)
    }
    writing[node] = isWriting
    return isWriting
  }

  /// Also counts the fragments that the object itself includes.
  func writesOrIncludes(_ node: Int) -> Bool {
    writesMembers(node)
      || includes(node) && included(in: node)?.files.contains { $0.writesOrIncludes(0) } == true
  }

  package func takesIn(_ name: [UInt8]) -> Bool {
    findings.inclusions.contains { $0.targets.contains { $0.target.path == name } }
      || findings.computed.contains {
        if case .file(let path, _) = $0.value.source { path == name } else { false }
      }
  }

  package var containsComputed: Bool { !findings.computed.isEmpty }

  package func computed(_ node: Int) -> ComputedValue? { findings.computed(node) }

  func isComputed(_ node: Int) -> Bool { findings.has(.computed, node) }

  func isComputing(_ node: Int) -> Bool { findings.has(.computing, node) }

  /// Whether it has no directives apart from those of computed values.
  package func isPlain(_ node: Int) -> Bool { !findings.has(.containsDirective, node) }
}

extension Document {
  /// The first directive except ignored directives (F5).
  func firstDirective(in node: Int) -> Member? {
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
        } else if !isComment(member), node > 0 || directive(member) != .schema {
          return member
        }
      }
    default: break
    }
    return nil
  }

  /// The directive of a member that is one; nil if it is unknown.
  package func directive(_ member: Member) -> Directive? {
    Directive.named(names.bytes(of: member.name))
  }

  /// The directive that makes an object a computed value.
  func computedDirective(in object: Int) -> Directive? {
    for member in members(object) where member.isDirective {
      if let directive = directive(member), directive.isComputed { return directive }
    }
    return nil
  }
}
