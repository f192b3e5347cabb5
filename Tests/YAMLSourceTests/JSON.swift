import JSONSource

@testable import YAMLSource

/// Values as compact JSON.
enum JSON {
  /// The value of a YAML text, or its error or the first value left out with line and column.
  static func outcome(of text: String, _ dialect: YAMLDocument.Dialect) -> String {
    let source = Source(Array(text.utf8))
    do throws(YAMLError) {
      let root = try YAMLDocument(source, dialect).root
      guard let place = root.leftOut.first else { return Self.text(of: root) }
      let (line, column) = LineMap(source).position(of: place.start)
      return "left out \(line):\(column) \(place.why)"
    } catch {
      let (line, column) = LineMap(source).position(of: error.range.start)
      return "error \(line):\(column) \(error.problem.words)"
    }
  }

  static func text(of node: YAMLNode) -> String {
    switch node.content {
    case .null, .leftOut: "null"
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
