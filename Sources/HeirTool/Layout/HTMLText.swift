import SafeText

/// HTML from literal markup. Text is escaped when it is inserted, and only numbers can be inserted in a tag.
struct HTMLText: ExpressibleByStringInterpolation {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(stringLiteral markup: StaticString) { append(markup) }

  init(stringInterpolation parts: StringInterpolation) { bytes = parts.html.bytes }

  /// The text must be printable already.
  init(printable text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "'"): append("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  private mutating func append(_ markup: StaticString) {
    bytes += markup.description.utf8
  }

  static func += (html: inout HTMLText, more: HTMLText) { html.bytes += more.bytes }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = HTMLText()

    init(literalCapacity: Int, interpolationCount: Int) {
      html.bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ markup: StaticString) { html.append(markup) }

    mutating func appendInterpolation(_ number: Int) { html.bytes += String(number).utf8 }

    mutating func appendInterpolation(_ markup: StaticString) { html.append(markup) }

    mutating func appendInterpolation(_ other: HTMLText) { html += content(other) }

    mutating func appendInterpolation(_ text: some Sequence<UInt8>) {
      html += content(HTMLText(printable: Printable.string(text).utf8))
    }

    mutating func appendInterpolation(_ text: String) { appendInterpolation(text.utf8) }

    /// Traps if text would be inside a tag.
    private func content(_ content: HTMLText) -> HTMLText {
      let last = html.bytes.last { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
      precondition(last != UInt8(ascii: "<"), "text in a tag")
      return content
    }
  }
}
