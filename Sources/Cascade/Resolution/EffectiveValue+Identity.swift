import JSONSource

extension EffectiveValue {
  /// Bytes that two values share exactly when they are equal (F3): objects whatever the order of their members.
  package var identity: [UInt8] { .init { appendIdentity(to: &$0) } }

  private func appendIdentity(to output: inout [UInt8]) {
    switch content {
    case .node(let document, let node): document.appendIdentity(node, to: &output)
    case .view(let node): node.appendIdentity(to: &output)
    case .text(let text): Document.appendIdentity(ofText: text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for element in elements { element.appendIdentity(to: &output) }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      let all = members.map { (name: $0.name.identity(isDirective: false), value: $0.value) }
      Element.append(all.sorted { $0.name < $1.name }, to: &output) { value, output in
        value.appendIdentity(to: &output)
      }
    }
  }
}

extension ViewNode {
  /// The same of a node in which nothing is computed.
  fileprivate func appendIdentity(to output: inout [UInt8]) {
    switch state {
    case .leaf(let written): written.document.appendIdentity(written.node, to: &output)
    case .array(let merged):
      output.append(UInt8(ascii: "["))
      for element in merged.elements { element.appendIdentity(to: &output) }
      output.append(UInt8(ascii: "]"))
    case .object, .absent:
      if let plain = plainObject { return plain.appendIdentity(to: &output) }
      let all = liveMembers().map { (name: $0.name.identity(isDirective: false), value: $0.node) }
      Element.append(all.sorted { $0.name < $1.name }, to: &output) { node, output in
        node.appendIdentity(to: &output)
      }
    }
  }
}

extension PlainObject {
  fileprivate func appendIdentity(to output: inout [UInt8]) {
    if let only { return only.document.appendIdentity(only.node, to: &output) }
    let all = members.map { (name: $0.name.identity(isDirective: false), value: $0.value) }
    Element.append(all.sorted { $0.name < $1.name }, to: &output) { $0.appendIdentity(to: &$1) }
  }
}

extension PlainObject.Value {
  fileprivate func appendIdentity(to output: inout [UInt8]) {
    switch self {
    case .written(let written): written.document.appendIdentity(written.node, to: &output)
    case .object(let inner): inner.appendIdentity(to: &output)
    }
  }
}
