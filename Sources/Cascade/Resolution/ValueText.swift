import JSONSource
import SafeText

/// Equal for equal values (F3); equal computed values are written the same way.
package struct ValueIdentity: Hashable {
  private let bytes: [UInt8]

  package init(_ value: EffectiveValue) { bytes = value.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(text: bytes) }
}

/// The compact JSON text of a value without directives, compared by value (F3).
package struct ValueText: Hashable {
  package let json: [UInt8]
  private let identity: ValueIdentity

  package init(_ value: EffectiveValue, _ names: NameTable) {
    json = JSONWriter.compact { $0.value(value, names) }
    identity = ValueIdentity(value)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  package static func == (one: ValueText, other: ValueText) -> Bool {
    one.identity == other.identity
  }
}
