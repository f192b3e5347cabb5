import TestSupport

struct CommentStripper {
  private(set) var comments: [String] = []
  private(set) var stripped: [UInt8] = []

  init(_ bytes: [UInt8]) {
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    var at = 0
    // Where the last comma is, if nothing but white space and comments stand behind it.
    var comma: Int?
    func starts(_ first: UInt8, _ second: UInt8) -> Bool {
      bytes[at] == first && at + 1 < bytes.count && bytes[at + 1] == second
    }
    func blank(_ range: Range<Int>) {
      comments.append(String(decoding: bytes[range], as: UTF8.self))
      stripped += bytes[range].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    }
    while at < bytes.count {
      let start = at
      if starts(slash, slash) {
        while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
        blank(start..<at)
      } else if starts(slash, star) {
        at += 2
        while at < bytes.count, !starts(star, slash) { at += 1 }
        at = min(bytes.count, at + 2)
        blank(start..<at)
      } else if bytes[at] == 0x22 {
        at += 1
        while at < bytes.count, bytes[at] != 0x22 { at += bytes[at] == 0x5C ? 2 : 1 }
        at = min(bytes.count, at + 1)
        stripped += bytes[start..<at]
        comma = nil
      } else {
        let byte = bytes[at]
        if byte == 0x5D || byte == 0x7D, let comma { stripped[comma] = 0x20 }
        if byte == 0x2C {
          comma = stripped.count
        } else if byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
          comma = nil
        }
        stripped.append(byte)
        at += 1
      }
    }
  }

  /// What the text says; nil where it is no JSON.
  var value: PlainValue? { NaiveReader.read(stripped) }
}
