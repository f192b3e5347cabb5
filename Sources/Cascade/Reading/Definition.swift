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

  /// What is to be worked out, where this is a computed value.
  var computed: Computed? { kind == .object ? file.computed(node) : nil }

  package var isComputed: Bool { computed != nil }

  /// Whether the rules of inheritance take it for an object: a computed value is none (I3).
  package var isObject: Bool { kind == .object && file.computed(node) == nil }

  package var isArray: Bool { kind == .array }

  /// Whether something in it is worked out in the asked scope.
  package var isComputing: Bool { file.isComputing(node) }

  /// Whether no directive stands in it.
  package var isPlain: Bool { file.isPlain(node) }

  /// The names of an object's members, in order.
  package var memberNames: [Name] {
    kind == .object ? document.memberNames(node) : []
  }

  /// The value of an object's member.
  package func member(_ name: Name) -> Definition? {
    kind == .object ? document.value(of: name, in: node).map { at($0) } : nil
  }

  package func isSame(as other: Definition) -> Bool { file === other.file && node == other.node }

  package func at(_ node: Int) -> Definition { Definition(file: file, node: node) }

  /// What tells it from any other written value.
  package struct ID: Hashable {
    let file: ObjectIdentifier
    let node: Int
  }

  package var id: ID { ID(file: ObjectIdentifier(file), node: node) }
}
