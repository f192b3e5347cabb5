import Legible

/// HTML in the making. Markup can only be written as literals of the program; what comes from elsewhere
/// is escaped, and no method takes it into a tag.
struct HTMLText {
  private(set) var bytes: [UInt8] = []

  mutating func markup(_ markup: StaticString) {
    bytes += UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount)
  }

  mutating func number(_ number: Int) { bytes += String(number).utf8 }

  /// Thousands apart, for people.
  mutating func count(_ number: Int) {
    let digits = Array(String(number).utf8)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { bytes.append(UInt8(ascii: ",")) }
      bytes.append(digit)
    }
  }

  mutating func text(_ text: some Sequence<UInt8>) {
    escaped(Self.printable(text))
  }

  mutating func text(_ text: String) { self.text(text.utf8) }

  /// Text that is printable already.
  mutating func escaped(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): markup("&amp;")
      case UInt8(ascii: "<"): markup("&lt;")
      case UInt8(ascii: ">"): markup("&gt;")
      case UInt8(ascii: "\""): markup("&quot;")
      case UInt8(ascii: "'"): markup("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  mutating func append(_ other: HTMLText) { bytes += other.bytes }

  /// Text as people may see it: what steers or hides is visible.
  static func printable(_ text: some Sequence<UInt8>) -> [UInt8] {
    var printable: [UInt8] = []
    Printable.append(text, to: &printable)
    return printable
  }
}
