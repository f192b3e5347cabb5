import JSONSource

extension EffectiveValue {
  /// Bytes that two values share exactly when they are equal (F3): objects whatever the order of their
  /// members.
  package var identity: [UInt8] { .init { appendIdentity(to: &$0) } }

  private func appendIdentity(to output: inout [UInt8]) {
    switch content {
    case .node(let document, let node): document.appendIdentity(node, to: &output)
    case .text(let text): Document.appendIdentity(ofText: text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for element in elements { element.appendIdentity(to: &output) }
      output.append(UInt8(ascii: "]"))
    case .view, .object:
      let all = members.map { (name: $0.name.identity(isDirective: false), value: $0.value) }
      Element.append(all.sorted { $0.name < $1.name }, to: &output) { value, output in
        value.appendIdentity(to: &output)
      }
    }
  }
}
