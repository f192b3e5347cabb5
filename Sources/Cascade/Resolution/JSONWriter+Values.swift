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

  /// `written` caches the text of plain objects.
  package mutating func value(
    _ value: EffectiveValue, _ names: NameTable, _ written: JSONObjectCache? = nil
  ) {
    switch value.content {
    case .node(let document, let node): self.value(document, node)
    case .view(let node): self.value(node, names, written)
    case .text(let text): string(text)
    case .object(let members):
      object(members, names) { $0.value($1, names) }
    case .array(let elements): array(elements) { $0.value($1, names) }
    }
  }

  /// Computed values are written as their definition.
  package mutating func value(
    _ node: ViewNode, _ names: NameTable, _ written: JSONObjectCache? = nil
  ) {
    switch node.state {
    case .leaf(let written): value(written.document, written.node)
    case .array(let merged): array(merged.elements) { $0.value($1, names) }
    case .absent: object { _ in }
    case .object:
      if let plain = node.plainObject {
        guard let written else { return value(plain, names) }
        return written.write(plain, to: &self) { $0.value(plain, names) }
      }
      let members = node.liveMembers().map { (name: $0.name, value: $0.node) }
      object(members, names) { $0.value($1, names, written) }
    }
  }

  private mutating func value(_ object: PlainObject, _ names: NameTable) {
    if let only = object.only { return value(only.document, only.node) }
    self.object(object.members, names) { $0.value($1, names) }
  }

  private mutating func value(_ plain: PlainObject.Value, _ names: NameTable) {
    switch plain {
    case .written(let written): value(written.document, written.node)
    case .object(let object): value(object, names)
    }
  }

  private mutating func value(_ element: Element, _ names: NameTable) {
    switch element.content {
    case .written(let written): value(written.document, written.node)
    case .object(let members, _): object(members, names) { $0.value($1, names) }
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
