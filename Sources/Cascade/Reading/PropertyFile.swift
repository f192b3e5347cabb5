import JSONSource

/// One property file, read: its document, its markers, and which of its values need a closer look.
package final class PropertyFile {
  package let file: SourceFile
  package let document: Document
  /// Its own, as they stand in it; those of its fragments are the fragments'.
  package let markers: [Marker]
  /// Everything wrong with its directives and with what it includes; nothing may be resolved from it
  /// while there is any.
  package let problems: [Diagnostic]
  /// The places of inclusions that were not wanted, and not read.
  package let unread: [Key]
  private let findings: DirectiveReader.Findings
  /// What stands in an object by inclusion, in order, before its own members.
  private var included: [(object: Int, file: PropertyFile)] = []

  /// Reads a file of a scope.
  package convenience init(
    _ file: SourceFile, names: NameTable, _ fragments: Fragments? = nil
  ) throws(Diagnostic) {
    let document: Document
    do throws(SyntaxError) {
      document = try Document(file.source, names: names)
    } catch {
      throw Diagnostic(error, in: file)
    }
    try self.init(file, document, at: [], fragments)
  }

  /// Takes a file whose document is read; its top object stands at `place` in its scope.
  package init(
    _ file: SourceFile, _ document: Document, at place: [Name], _ fragments: Fragments?
  ) throws(Diagnostic) {
    self.file = file
    self.document = document
    guard document.kind(0) == .object else {
      throw Diagnostic(SyntaxError(.notAnObject, document.range(0)), in: file)
    }
    if let inclusion = file.includedFrom, place.count + document.depth > Document.deepest {
      throw Diagnostic(
        .error, .cycle, .includesTooDeep(limit: Document.deepest), at: inclusion)
    }
    guard document.hasDirectives else {
      (markers, problems, unread, findings) = ([], [], [], .init())
      return
    }
    let findings = DirectiveReader.read(file, document, at: place)
    self.findings = findings
    markers = findings.markers
    var problems = findings.problems
    var unread: [Key] = []
    for inclusion in findings.inclusions {
      guard let fragments, fragments.demand.covers(inclusion.place) else {
        unread.append(Key(inclusion.place))
        continue
      }
      for (path, node) in inclusion.paths {
        do throws(Diagnostic) {
          let place = Place(file, document.range(node))
          let fragment = try fragments.fragment(
            path, of: file, place, at: inclusion.place, document.names)
          problems += fragment.problems
          unread += fragment.unread
          included.append((inclusion.object, fragment))
        } catch {
          problems.append(error)
        }
      }
    }
    self.problems = problems
    self.unread = unread
  }

  /// A value of the command line, which holds no directive.
  package init(_ file: SourceFile, plain document: Document) {
    self.file = file
    self.document = document
    (markers, problems, unread, findings) = ([], [], [], .init())
  }

  /// This file and all that it includes, in the order of reading: what is included comes first.
  package var withFragments: [PropertyFile] {
    included.isEmpty ? [self] : included.flatMap(\.file.withFragments) + [self]
  }

  /// Whether the value at `node` is nothing but what it says: no directive stands in it.
  func isPlain(_ node: Int) -> Bool { !findings.has(.instructed, node) }

  /// Whether the object at `node` writes a value by itself.
  func writes(_ node: Int) -> Bool { !findings.has(.silent, node) }

  func fragments(at node: Int) -> [PropertyFile] {
    included.isEmpty ? [] : included.filter { $0.object == node }.map(\.file)
  }

  func computed(_ node: Int) -> Computed? { findings.computed(node) }

  /// Whether a computed value stands at `node` or in it.
  func isComputing(_ node: Int) -> Bool { findings.has(.computing, node) }
}

/// A value as one file writes it.
package struct Written {
  package let file: PropertyFile
  package let node: Int

  package init(file: PropertyFile, node: Int) {
    self.file = file
    self.node = node
  }

  package var document: Document { file.document }
  package var kind: Node.Kind { document.kind(node) }
  package var place: Place { Place(file.file, document.range(node)) }

  /// What is to be worked out, where this is a computed value.
  var computed: Computed? { kind == .object ? file.computed(node) : nil }

  package var isComputed: Bool { computed != nil }

  /// Whether the rules of inheritance take it for an object: a computed value is none (I3).
  package var isObject: Bool { kind == .object && file.computed(node) == nil }

  var isArray: Bool { kind == .array }

  /// Whether something in it is worked out in the asked scope.
  var isComputing: Bool { file.isComputing(node) }

  func isSame(as other: Written) -> Bool { file === other.file && node == other.node }

  func at(_ node: Int) -> Written { Written(file: file, node: node) }
}
