/// Well-formed UTF-8 (Unicode 3.9, table 3-7): no overlong form, no surrogate, nothing above U+10FFFF.
package enum UTF8Sequence {
  /// The length of the well-formed sequence at `bytes`. A byte below 0x80 must follow, since it ends the lookahead.
  static func length(_ bytes: UnsafePointer<UInt8>) -> Int? {
    func continues(_ index: Int) -> Bool { bytes[index] & 0xC0 == 0x80 }
    switch bytes[0] {
    case 0..<0x80: return 1
    case 0xC2...0xDF: return continues(1) ? 2 : nil
    case 0xE0...0xEF:
      guard continues(1) else { return nil }
      if bytes[0] == 0xE0 && bytes[1] < 0xA0 { return nil }
      if bytes[0] == 0xED && bytes[1] > 0x9F { return nil }
      return continues(2) ? 3 : nil
    case 0xF0...0xF4:
      guard continues(1) else { return nil }
      if bytes[0] == 0xF0 && bytes[1] < 0x90 { return nil }
      if bytes[0] == 0xF4 && bytes[1] > 0x8F { return nil }
      return continues(2) && continues(3) ? 4 : nil
    default: return nil
    }
  }

  package static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.withUnsafeBytes(\.isASCII) { return true }
    // The zero byte at the end stops every lookahead.
    let text = Array(bytes) + [0]
    return text.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return true }
      var index = 0
      while index < buffer.count - 1 {
        guard let count = length(base + index) else { return false }
        index += count
      }
      return true
    }
  }
}
