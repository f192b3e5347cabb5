import JSONSource

@testable import YAMLSource

/// Values as compact JSON.
enum JSON {
  static func text(of text: String, _ dialect: YAMLDocument.Dialect) throws(YAMLError) -> String {
    let document = try YAMLDocument(Source(Array(text.utf8)), dialect)
    return Self.text(of: document.root)
  }

  static func text(of node: YAMLNode) -> String {
    switch node.content {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let spelling): String(decoding: spelling, as: UTF8.self)
    case .text(let text): quoted(text)
    case .sequence(let elements): "[\(elements.map(Self.text).joined(separator: ","))]"
    case .mapping(let members):
      "{\(members.map { "\(quoted($0.name)):\(Self.text(of: $0.value))" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: [UInt8]) -> String {
    String(decoding: StringEscapes.quoted(text), as: UTF8.self)
  }
}
