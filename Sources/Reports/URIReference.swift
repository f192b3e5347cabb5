/// A path of the disk as a URI reference (RFC 3986).
enum URIReference {
  /// A relative path as a relative reference, an absolute one with the scheme of files.
  static func text(_ path: [UInt8]) -> String {
    (path.first == UInt8(ascii: "/") ? "file://" : "") + encoded(path)
  }

  /// Every byte but slashes and what needs no escape anywhere, so that a colon makes no scheme.
  static func encoded(_ path: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        text += byte < 0x10 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
