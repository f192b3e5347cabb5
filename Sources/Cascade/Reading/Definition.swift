import JSONSource

/// A value as one file writes it.
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

  /// Where the name stands under which a file writes it; of what the command line sets, the value.
  package var ofName: SourceRange {
    guard case .tree = file.file.home, node > 0, document.kind(node - 1) == .name else {
      return place
    }
    return SourceRange(file.file, document.range(node - 1))
  }

  // A pattern is matched here, where to compare kinds of another module is a call of its own.
  private var isBraced: Bool { if case .object = kind { true } else { false } }

  /// What is to be worked out, where this is a computed value.
  var computed: Computed? { isBraced ? file.computed(node) : nil }

  package var isComputed: Bool { computed != nil }

  /// Whether the rules of inheritance take it for an object: a computed value is none (I3).
  package var isObject: Bool { isBraced && file.computed(node) == nil }

  /// Whether it is an object of a place without directives, where none is computed.
  var isPlainObject: Bool { isBraced }

  package var isArray: Bool { if case .array = kind { true } else { false } }

  /// Whether something in it is worked out in the asked scope.
  package var isComputing: Bool { file.isComputing(node) }

  /// Whether no directive stands in it.
  package var isPlain: Bool { file.isPlain(node) }

  /// The names of an object's members, in order.
  package var memberNames: [Name] {
    isBraced ? document.memberNames(node) : []
  }

  /// Calls `body` with the name and the value of each of them.
  package func forEachMember(_ body: (Name, Definition) -> Void) {
    if isBraced { document.forEachMember(node) { body($0, at($1)) } }
  }

  /// The value of an object's member.
  package func member(_ name: Name) -> Definition? {
    isBraced ? document.value(of: name, in: node).map { at($0) } : nil
  }

  package func isSame(as other: Definition) -> Bool { file === other.file && node == other.node }

  package func at(_ node: Int) -> Definition { Definition(file: file, node: node) }

  /// The element of an array with a certain number; nil if there are fewer.
  func element(_ number: Int) -> Definition? { document.element(number, of: node).map(at) }

  /// What tells it from any other written value.
  package struct ID: Hashable {
    let file: ObjectIdentifier
    let node: Int
  }

  package var id: ID { ID(file: ObjectIdentifier(file), node: node) }
}
