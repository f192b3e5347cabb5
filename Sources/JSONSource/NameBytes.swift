/// A member name as it stands in a source, between its quotes.
struct NameBytes {
  private let inside: UnsafeBufferPointer<UInt8>
  private let isEscaped: Bool

  init(_ inside: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
    (self.inside, self.isEscaped) = (inside, isEscaped)
  }

  /// Whether it begins with a single `$`.
  var isDirective: Bool { withText { $0.dollars == 1 } }

  /// What the name table has it under: unescaped, and one `$` taken off where it begins with two.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withText { text in
      body(text.dollars == 2 ? UnsafeRawBufferPointer(rebasing: text[1...]) : text)
    }
  }

  private func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard isEscaped else { return body(UnsafeRawBufferPointer(inside)) }
    return StringEscapes.decode(inside).withUnsafeBytes(body)
  }
}

extension UnsafeRawBufferPointer {
  /// How many `$` it begins with; two stand for more.
  fileprivate var dollars: Int {
    guard count > 0, self[0] == UInt8(ascii: "$") else { return 0 }
    return count > 1 && self[1] == UInt8(ascii: "$") ? 2 : 1
  }
}

/// A number that equal names have in common, and others mostly do not unless they were chosen to: it costs
/// little. Whoever relies on more compares the bytes.
enum NamePrint {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let count = bytes.count
    var print = UInt64(truncatingIfNeeded: count)
    func mix(_ word: UInt64) {
      print = (print ^ word) &* 0x9E37_79B9_7F4A_7C15
      print ^= print >> 32
    }
    if count < 8 {
      var word: UInt64 = 0
      for byte in bytes { word = word << 8 | UInt64(byte) }
      mix(word)
    } else {
      var offset = 0
      while offset + 8 < count {
        mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      mix(bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    }
    return UInt32(truncatingIfNeeded: print >> 16)
  }
}
