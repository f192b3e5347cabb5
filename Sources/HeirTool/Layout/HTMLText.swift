import SafeText

/// HTML from literal markup. Text is escaped when it is inserted, and only numbers can be inserted in a tag.
struct HTMLText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(stringLiteral markup: StaticString) { appendLiteral(markup) }

  init(stringInterpolation html: HTMLText) { self = html }

  init(literalCapacity: Int, interpolationCount: Int) {
    bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
  }

  /// The text must be printable already.
  init(printable text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): appendLiteral("&amp;")
      case UInt8(ascii: "<"): appendLiteral("&lt;")
      case UInt8(ascii: ">"): appendLiteral("&gt;")
      case UInt8(ascii: "\""): appendLiteral("&quot;")
      case UInt8(ascii: "'"): appendLiteral("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  static func += (html: inout HTMLText, more: HTMLText) { html.bytes += more.bytes }

  mutating func appendLiteral(_ markup: StaticString) { bytes += markup.description.utf8 }

  mutating func appendInterpolation(_ markup: StaticString) { appendLiteral(markup) }

  mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

  /// Traps if the text would be inside a tag.
  mutating func appendInterpolation(_ text: HTMLText) {
    let last = bytes.last { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
    precondition(last != UInt8(ascii: "<"), "text in a tag")
    self += text
  }

  mutating func appendInterpolation(_ text: some Sequence<UInt8>) {
    appendInterpolation(HTMLText(printable: Printable.string(text).utf8))
  }

  mutating func appendInterpolation(_ text: String) { appendInterpolation(text.utf8) }
}
