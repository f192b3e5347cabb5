import JSONSource

@testable import YAMLSource

/// Values as compact JSON.
enum JSON {
  /// The value of a YAML text, or its error with line and column.
  static func outcome(of text: String, _ dialect: YAMLDocument.Dialect) -> String {
    let source = Source(Array(text.utf8))
    do throws(YAMLError) {
      return Self.text(of: try YAMLDocument(source, dialect).root)
    } catch {
      let (line, column) = LineMap(source).position(of: error.range.start)
      return "error \(line):\(column) \(error.problem.words)"
    }
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
