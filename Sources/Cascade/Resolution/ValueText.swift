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
