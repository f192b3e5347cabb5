import JSONSource
import SafeText

/// The compact JSON text of a value without directives, compared by value (F3).
package struct ValueText: Hashable {
  package let json: [UInt8]
  private let identity: [UInt8]

  package init(_ value: EffectiveValue, _ names: NameTable) {
    json = JSONWriter.compact { $0.value(value, names) }
    identity = value.identity
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text: identity) }

  package static func == (one: ValueText, other: ValueText) -> Bool {
    one.identity == other.identity
  }
}

extension EffectiveValue {
  /// Equal for equal values (F3); equal computed values are written the same way.
  var identity: [UInt8] { .init { appendIdentity(to: &$0) } }

  package func isEqual(_ other: EffectiveValue) -> Bool { identity == other.identity }

  private func appendIdentity(to output: inout [UInt8]) {
    switch content {
    case .node(let document, let node): document.appendIdentity(node, to: &output)
    case .view(let node):
      JSONIdentity.append(
        members: node.liveMembers().map { ($0.name, false, $0.node) }, to: &output
      ) { $0.value().appendIdentity(to: &$1) }
    case .text(let text): JSONIdentity.append(text: text, to: &output)
    case .object(let members):
      JSONIdentity.append(members: members.map { ($0.name, false, $0.value) }, to: &output) {
        $0.appendIdentity(to: &$1)
      }
    case .array(let elements):
      JSONIdentity.append(elements: elements, to: &output) { $0.appendIdentity(to: &$1) }
    }
  }
}
