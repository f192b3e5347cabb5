/// Bytes that are equal exactly for equal values (F3): numbers by exact value, names and strings by bytes, objects in
/// any order. The values must belong to documents with the same name table.
/// It is inlined, because generic code takes several times as long.
@usableFromInline
package enum JSONIdentity {
  @inlinable
  package static func append(text: some Collection<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    append(UInt64(text.count), to: &output)
    output += text
  }

  @inlinable
  package static func append<Value>(
    members: [(name: Name, isDirective: Bool, value: Value)], to output: inout [UInt8],
    _ body: (Value, inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "{"))
    let all = members.map { (UInt64($0.name.id) << 1 | ($0.isDirective ? 1 : 0), $0.value) }
    for (name, value) in all.sorted(by: { $0.0 < $1.0 }) {
      append(name, to: &output)
      body(value, &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  @inlinable
  package static func append<Value>(
    elements: some Sequence<Value>, to output: inout [UInt8],
    _ body: (Value, inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "["))
    for element in elements { body(element, &output) }
    output.append(UInt8(ascii: "]"))
  }

  /// Appends a number as LEB128, so that no number is a prefix of another.
  @usableFromInline
  static func append(_ number: UInt64, to output: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(rest))
  }
}

extension Document {
  /// Ignores `$comment` unless `namesAreData`.
  package func equal(
    _ index: Int, _ other: Document, _ otherIndex: Int, namesAreData: Bool = false
  ) -> Bool {
    guard kind(index) == other.kind(otherIndex) else { return false }
    switch kind(index) {
    case .number, .array, .object:
      return identity(index, namesAreData: namesAreData)
        == other.identity(otherIndex, namesAreData: namesAreData)
    default:
      return isEscaped(index) || other.isEscaped(otherIndex)
        ? text(index) == other.text(otherIndex) : spelling(index) == other.spelling(otherIndex)
    }
  }

  package func identity(_ index: Int, namesAreData: Bool = false) -> [UInt8] {
    .init { appendIdentity(index, namesAreData: namesAreData, to: &$0) }
  }

  package func appendIdentity(
    _ index: Int, namesAreData: Bool = false, to output: inout [UInt8]
  ) {
    switch kind(index) {
    case .number:
      output.append(UInt8(ascii: "#"))
      ExactNumber(spelling(index)).appendIdentity(to: &output)
      output.append(UInt8(ascii: ";"))
    case .string where !isEscaped(index):
      JSONIdentity.append(text: spelling(index).dropFirst().dropLast(), to: &output)
    case .string: JSONIdentity.append(text: text(index), to: &output)
    case .array:
      JSONIdentity.append(elements: elements(index), to: &output) {
        appendIdentity($0, namesAreData: namesAreData, to: &$1)
      }
    case .object:
      let all = items(index).filter { namesAreData || !isComment($0) }
        .map { (name: name($0), isDirective: kind($0) == .directive, value: $0 + 1) }
      JSONIdentity.append(members: all, to: &output) {
        appendIdentity($0, namesAreData: namesAreData, to: &$1)
      }
    default: output += spelling(index)
    }
  }
}
