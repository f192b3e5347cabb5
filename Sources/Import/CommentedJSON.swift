import JSONSource
import YAMLSource

/// Writes values as indented JSON with comments, or on one line without.
struct CommentedJSON {
  private static let widest = 72
  private var writer = JSONWriter(.compact)
  private var depth = 0
  private var isOnOneLine = false

  static func text(of file: YAMLNode) -> [UInt8] {
    var json = CommentedJSON()
    // At the end, outside of members.
    _ = json.container(
      "{", "}", (file.members ?? []).map { ($0.name, $0.value) }, file.comments.above)
    json.writer.raw("\n")
    return json.writer.take()
  }

  static func line(of node: YAMLNode) -> [UInt8] {
    var json = CommentedJSON(isOnOneLine: true)
    _ = json.value(node)
    return json.writer.take()
  }

  /// Returns whether the value is on one line.
  private mutating func value(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .null, .leftOut: writer.raw("null")
    case .boolean(let isTrue): writer.raw(isTrue ? "true" : "false")
    case .number(let spelling): writer.raw(spelling[...])
    case .text(let text): writer.string(text)
    case .sequence(let elements):
      return container("[", "]", elements.map { (nil, $0) }, beside: node.comments.beside)
    case .mapping(let members):
      return container("{", "}", members.map { ($0.name, $0.value) }, beside: node.comments.beside)
    }
    return true
  }

  private typealias Item = (name: [UInt8]?, value: YAMLNode)

  private mutating func container(
    _ opener: StaticString, _ closer: StaticString, _ items: [Item],
    _ commentsAtEnd: [[UInt8]] = [], beside: [UInt8]? = nil
  ) -> Bool {
    writer.raw(opener)
    let isShort = isOnOneLine || depth > 0 && isShort(items)
    if !isShort, let beside { comment(beside) }
    depth += 1
    for (index, item) in items.enumerated() {
      if !isShort {
        lines(item.value.comments.above)
        newLine()
      } else if index > 0 {
        writer.raw(" ")
      }
      if let name = item.name {
        writer.string(name)
        writer.raw(": ")
      }
      let isInLine = value(item.value)
      if index < items.count - 1 { writer.raw(",") }
      if isInLine, !isOnOneLine, let beside = item.value.comments.beside { comment(beside) }
    }
    lines(commentsAtEnd)
    depth -= 1
    if !isShort && !(items.isEmpty && commentsAtEnd.isEmpty && beside == nil) { newLine() }
    writer.raw(closer)
    return isShort
  }

  /// Whether the items are scalars without comments that fit on a line, or one directive.
  private func isShort(_ items: [Item]) -> Bool {
    var width = 2 * depth
    for (name, value) in items {
      let comments = value.comments
      if value.isContainer || !comments.above.isEmpty || comments.beside != nil { return false }
      width += (name?.count ?? 0) + (value.scalarText?.count ?? 4) + 6
    }
    return width <= Self.widest || items.count == 1 && items[0].name?.first == UInt8(ascii: "$")
  }

  private mutating func newLine() {
    writer.raw("\n")
    for _ in 0..<depth { writer.raw("  ") }
  }

  private mutating func comment(_ text: [UInt8]) {
    writer.raw(" //")
    writer.raw(text[...])
  }

  private mutating func lines(_ comments: [[UInt8]]) {
    for text in comments {
      if text.isEmpty {
        writer.raw("\n")
      } else {
        newLine()
        writer.raw("//")
        writer.raw(text[...])
      }
    }
  }
}
