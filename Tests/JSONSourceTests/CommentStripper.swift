struct CommentStripper {
  private(set) var comments: [String] = []
  private(set) var stripped: [UInt8] = []

  init(_ bytes: [UInt8]) {
    var at = 0
    // Where the last comma is, if nothing but white space and comments stand behind it.
    var comma: Int?
    func starts(_ word: String) -> Bool { bytes[at...].starts(with: word.utf8) }
    func blank(_ range: Range<Int>) {
      comments.append(String(decoding: bytes[range], as: UTF8.self))
      stripped += bytes[range].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    }
    while at < bytes.count {
      let start = at
      if starts("//") {
        while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
        blank(start..<at)
      } else if starts("/*") {
        at += 2
        while at < bytes.count, !starts("*/") { at += 1 }
        at = min(bytes.count, at + 2)
        blank(start..<at)
      } else if bytes[at] == 0x22 {
        at += 1
        while at < bytes.count, bytes[at] != 0x22 { at += bytes[at] == 0x5C ? 2 : 1 }
        at = min(bytes.count, at + 1)
        stripped += bytes[start..<at]
        comma = nil
      } else {
        if [0x5D, 0x7D].contains(bytes[at]), let comma { stripped[comma] = 0x20 }
        if bytes[at] == 0x2C {
          comma = stripped.count
        } else if ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
          comma = nil
        }
        stripped.append(bytes[at])
        at += 1
      }
    }
  }

  /// What the text says; nil where it is no JSON.
  var value: PlainJSON? { NaiveReader.read(stripped) }
}
