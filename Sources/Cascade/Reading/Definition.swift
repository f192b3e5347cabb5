import JSONSource

/// A value as written in a file.
package struct Definition {
  package let file: PropertyFile
  package let node: Int

  package init(file: PropertyFile, node: Int) {
    self.file = file
    self.node = node
  }

  package var document: Document { file.document }
  package var kind: Node.Kind { document.kind(node) }
  package var place: SourceRange { SourceRange(file.file, document.range(node)) }

  /// The place of the member name; the value on the command line.
  package var namePlace: SourceRange {
    guard case .tree = file.file.home, node > 0, document.kind(node - 1) == .name else {
      return place
    }
    return SourceRange(file.file, document.range(node - 1))
  }

  // Pattern matching, because comparing kinds of another module costs a call.
  private var isBraced: Bool { if case .object = kind { true } else { false } }

  var computed: ComputedValue? { isBraced ? file.computed(node) : nil }

  package var isComputed: Bool { computed != nil }

  /// Whether the value is an object for inheritance; a computed value is not (I3).
  package var isObject: Bool { isBraced && file.computed(node) == nil }

  /// Valid only for values without directives, where no object is computed.
  var isPlainObject: Bool { isBraced }

  package var isArray: Bool { if case .array = kind { true } else { false } }
  package var isComputing: Bool { file.isComputing(node) }
  package var isPlain: Bool { file.isPlain(node) }

  package var memberNames: [Name] {
    isBraced ? document.memberNames(node) : []
  }

  package func forEachMember(_ body: (Name, Definition) -> Void) {
    if isBraced { document.forEachMember(node) { body($0, at($1)) } }
  }

  package func member(_ name: Name) -> Definition? {
    isBraced ? document.value(of: name, in: node).map { at($0) } : nil
  }

  package func isSame(as other: Definition) -> Bool { file === other.file && node == other.node }

  package func at(_ node: Int) -> Definition { Definition(file: file, node: node) }

  func element(_ number: Int) -> Definition? { document.element(number, of: node).map(at) }

  package struct ID: Hashable {
    let file: ObjectIdentifier
    let node: Int
  }

  package var id: ID { ID(file: ObjectIdentifier(file), node: node) }
}
