import JSONSource

extension JSONWriter {
  package static func compact(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(.compact)
    body(&writer)
    return writer.take()
  }

  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array { writer in
      for element in elements {
        writer.element()
        body(&writer, element)
      }
    }
  }

  package mutating func value(_ value: EffectiveValue, _ names: NameTable) {
    switch value.content {
    case .node(let document, let node): self.value(document, node)
    case .view(let node): self.value(node, names)
    case .text(let text): string(text)
    case .object(let members): object(members, names) { $0.value($1, names) }
    case .array(let elements): array(elements) { $0.value($1, names) }
    }
  }

  /// Computed values are written as their definition.
  private mutating func value(_ node: ViewNode, _ names: NameTable) {
    if let leaf = node.leaf { return value(leaf.document, leaf.node) }
    guard node.isObject else { return value(node.value(), names) }
    if let written = node.onlyWritten { return value(written.document, written.node) }
    object(node.liveMembers().map { (name: $0.name, value: $0.node) }, names) {
      $0.value($1, names)
    }
  }

  private mutating func object<Content>(
    _ members: [(name: Name, value: Content)], _ names: NameTable,
    _ body: (inout JSONWriter, Content) -> Void
  ) {
    var members = members
    if isSorted { members.sort { names.precedes($0.name, $1.name) } }
    object { writer in
      for (name, content) in members {
        writer.member(names.bytes(of: name))
        body(&writer, content)
      }
    }
  }
}
