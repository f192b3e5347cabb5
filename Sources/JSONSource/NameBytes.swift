/// A member name in a source, without its quotes. It borrows the bytes, so that reading a name allocates nothing.
struct NameBytes {
  let inside: UnsafeBufferPointer<UInt8>
  let isEscaped: Bool

  var isDirective: Bool { withText { $0.dollars == 1 } }

  /// The name as the name table stores it: unescaped, `$$` shortened to `$`.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withText { text in
      body(text.dollars == 2 ? UnsafeRawBufferPointer(rebasing: text[1...]) : text)
    }
  }

  @inline(__always)
  private func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard isEscaped else { return body(UnsafeRawBufferPointer(inside)) }
    return decoded.withUnsafeBytes(body)
  }

  @inline(never)
  private var decoded: [UInt8] { StringEscapes.decode(Array(inside)[...]) }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate var dollars: Int {
    guard count > 0, self[0] == UInt8(ascii: "$") else { return 0 }
    return count > 1 && self[1] == UInt8(ascii: "$") ? 2 : 1
  }
}

/// A hash of names with secret seeds, so that a file cannot choose names that collide. `Hasher` takes four times as
/// long for short names, a tenth of the instructions of `resolve` of many levels.
struct NameHash {
  static let ofProcess = NameHash()

  private let first: UInt64
  private let second: UInt64

  private init() {
    func random(_ number: Int) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(number)
      return UInt64(truncatingIfNeeded: hasher.finalize())
    }
    (first, second) = (random(1), random(2) | 1)
  }

  func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress, bytes.count >= 8 else {
      return of(word: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, count: bytes.count)
    }
    return of(long: base, count: bytes.count)
  }

  /// The hash of a name in a source, which may be read eight bytes from any place.
  @inline(__always)
  func of(_ name: UnsafePointer<UInt8>, count: Int) -> UInt32 {
    if count >= 8 { return of(long: UnsafeRawPointer(name), count: count) }
    let word = UnsafeRawPointer(name).word(at: 0)
    return of(word: word & (1 &<< UInt64(8 * count) &- 1), count: count)
  }

  @inline(__always)
  private func of(word: UInt64, count: Int) -> UInt32 {
    var hash = first ^ UInt64(truncatingIfNeeded: count)
    mix(word, into: &hash)
    return UInt32(truncatingIfNeeded: hash)
  }

  private func of(long name: UnsafeRawPointer, count: Int) -> UInt32 {
    var hash = first ^ UInt64(truncatingIfNeeded: count)
    var offset = 0
    while offset + 8 < count {
      mix(name.word(at: offset), into: &hash)
      offset += 8
    }
    mix(name.word(at: count - 8), into: &hash)
    return UInt32(truncatingIfNeeded: hash)
  }

  @inline(__always)
  private func mix(_ word: UInt64, into hash: inout UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: second)
    hash = product.high ^ product.low
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension UInt64 {
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of the first control character; later bits may be wrong.
  @inline(__always)
  var controls: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (self &- ones &* 0x20) & ~self & (ones << 7)
  }

  /// The high bit of the first byte that equals `byte`; later bits may be wrong.
  @inline(__always)
  func firsts(of byte: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let others = self ^ (ones &* UInt64(byte))
    return (others &- ones) & ~others & (ones << 7)
  }
}

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

  package static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool { firstInvalid(bytes) == nil }

  /// The number of valid bytes before the first invalid one, or nil if all are valid.
  package static func firstInvalid(_ bytes: ArraySlice<UInt8>) -> Int? {
    // A copy with an end of all texts would take a sixth of a large report.
    guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
    let rest = bytes[first...]
    return (rest + [0]).withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return nil }
      var offset = 0
      while offset < rest.count {
        guard let count = length(start + offset) else { return first - bytes.startIndex + offset }
        offset += count
      }
      return nil
    }
  }
}
