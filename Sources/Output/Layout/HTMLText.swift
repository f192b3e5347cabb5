import SafeText

/// HTML from literal markup. Text is escaped when it is inserted, and only numbers can be inserted in a tag.
package struct HTMLText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package init(stringLiteral markup: StaticString) { appendLiteral(markup) }

  package init(stringInterpolation html: HTMLText) { self = html }

  package init(literalCapacity: Int, interpolationCount: Int) {
    bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
  }

  /// The text must be printable already.
  package init(printable text: some Sequence<UInt8>) {
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

  package static func += (html: inout HTMLText, more: HTMLText) { html.bytes += more.bytes }

  package mutating func appendLiteral(_ markup: StaticString) { bytes += markup.description.utf8 }

  package mutating func appendInterpolation(_ markup: StaticString) { appendLiteral(markup) }

  package mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

  /// Traps if the text would be inside a tag.
  package mutating func appendInterpolation(_ text: HTMLText) {
    let last = bytes.last { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
    precondition(last != UInt8(ascii: "<"), "text in a tag")
    self += text
  }

  package mutating func appendInterpolation(_ text: some Sequence<UInt8>) {
    appendInterpolation(HTMLText(printable: Printable.string(text).utf8))
  }

  package mutating func appendInterpolation(_ text: String) { appendInterpolation(text.utf8) }
}
