import JSONSource

/// A member name or a path component, compared as bytes.
package struct PlainName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }
  package init(stringLiteral text: String) { self.init(text) }

  package static func < (left: PlainName, right: PlainName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var description: String { text }
}

/// The path of a key from the top.
package typealias PlainKey = [PlainName]

package struct PlainMember: Hashable, Sendable {
  package var name: PlainName
  package var value: PlainValue

  package init(_ name: PlainName, _ value: PlainValue) {
    self.name = name
    self.value = value
  }
}

/// JSON without positions. In the content of a file names are spelled as there: `$$stop` is the name `$stop`.
package indirect enum PlainValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string([UInt8])
  case array([PlainValue])
  case object([PlainMember])

  package static func text(_ text: String) -> PlainValue { .string(Array(text.utf8)) }

  /// The members, if this is an object.
  package var members: [PlainMember]? {
    if case .object(let members) = self { return members }
    return nil
  }
}

extension PlainValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int) { self = .number(String(number)) }
  package init(booleanLiteral truth: Bool) { self = .bool(truth) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: PlainValue...) { self = .array(elements) }
  package init(dictionaryLiteral members: (PlainName, PlainValue)...) {
    self = .object(members.map { PlainMember($0.0, $0.1) })
  }
}

extension PlainValue: CustomStringConvertible {
  package var description: String { compact }

  /// JSON on one line, without a space.
  package var compact: String {
    switch self {
    case .array(let elements):
      "[" + elements.map(\.compact).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { Self.quoted($0.name.bytes) + ":" + $0.value.compact }
        .joined(separator: ",") + "}"
    default: scalar
    }
  }

  /// JSON with two spaces for each depth; no newline at the end.
  package var pretty: String { pretty(indent: "") }

  private func pretty(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      return "[\n"
        + elements.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n")
        + "\n" + indent + "]"
    case .object(let members) where !members.isEmpty:
      return "{\n"
        + members.map {
          inner + Self.quoted($0.name.bytes) + ": " + $0.value.pretty(indent: inner)
        }.joined(separator: ",\n")
        + "\n" + indent + "}"
    default: return compact
    }
  }

  private var scalar: String {
    switch self {
    case .null: "null"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let text): text
    case .string(let bytes): Self.quoted(bytes)
    case .array: "[]"
    case .object: "{}"
    }
  }

  /// The bytes as a JSON string; only what must be escaped is.
  package static func quoted(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x0A: result += Array("\\n".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0x08: result += Array("\\b".utf8)
      case 0x0C: result += Array("\\f".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        result += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}

extension Document {
  /// The value of a node, read by members, elements and texts.
  package func plain(_ node: Int = 0) -> PlainValue {
    switch kind(node) {
    case .object:
      .object(
        members(node).map {
          PlainMember(PlainName(bytes: text($0.nameIndex)), plain($0.value))
        })
    case .array: .array(elements(node).map { plain($0) })
    case .string: .string(text(node))
    case .number: .number(String(decoding: spelling(node), as: UTF8.self))
    case .true: true
    case .false: false
    case .null, .name, .directive: .null
    }
  }
}
