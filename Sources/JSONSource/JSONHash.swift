/// A hash of compact JSON texts that is equal for equal values, in any order of members and spelling of numbers.
/// The texts must not contain needless escapes.
package struct JSONHash {
  private let text: UnsafeRawBufferPointer
  private let seed = Self.seed
  private var at = 0

  package static func of(_ text: [UInt8]) -> UInt64 {
    text.withUnsafeBytes {
      var reader = JSONHash(text: $0)
      return reader.value()
    }
  }

  // Seeded per process, so that a tree cannot choose colliding values.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())

  @inline(__always)
  private func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = (one ^ seed).multipliedFullWidth(by: other ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  private mutating func value() -> UInt64 {
    switch text[at] {
    case UInt8(ascii: "{"):
      var sum: UInt64 = 0
      while step(to: UInt8(ascii: "}")) {
        let name = string()
        at += 1
        sum &+= mixed(name, value())
      }
      return mixed(sum, 1)
    case UInt8(ascii: "["):
      var all: UInt64 = 2
      while step(to: UInt8(ascii: "]")) { all = mixed(all, value()) }
      return mixed(all, 3)
    case UInt8(ascii: "\""): return string()
    default: return bare()
    }
  }

  /// Skips an opening bracket, a comma or the closing bracket; returns whether an item follows.
  private mutating func step(to closer: UInt8) -> Bool {
    let isAtEnd = text[at] == closer
    let isEmpty = !isAtEnd && text[at + 1] == closer
    at += isEmpty ? 2 : 1
    return !isAtEnd && !isEmpty
  }

  private mutating func string() -> UInt64 {
    at += 1
    var print: UInt64 = 4
    while true {
      let count = untilMark()
      print = mixed(print, word(count))
      at += count
      if count == 8 { continue }
      at += 1
      if text[at - 1] == UInt8(ascii: "\"") { return print }
      print = mixed(print, UInt64(text[at]))
      at += 1
    }
  }

  @inline(__always)
  private func untilMark() -> Int {
    guard at + 8 <= text.count else {
      return text[at...].firstIndex { $0 == 0x22 || $0 == 0x5C }.map { $0 - at } ?? 0
    }
    let next = text.word(at: at)
    return (next.firsts(of: 0x22) | next.firsts(of: 0x5C)).trailingZeroBitCount / 8
  }

  @inline(__always)
  private func word(_ count: Int) -> UInt64 {
    if count == 8 { return text.word(at: at) }
    if at + 8 <= text.count { return text.word(at: at) & (1 << UInt64(8 * count) - 1) }
    return text[at..<(at + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func bare() -> UInt64 {
    let start = at
    var isPlain = true
    while at < text.count, text[at] != UInt8(ascii: ","), text[at] != UInt8(ascii: "]"),
      text[at] != UInt8(ascii: "}")
    {
      if text[at] == UInt8(ascii: ".") || text[at] | 0x20 == UInt8(ascii: "e") { isPlain = false }
      at += 1
    }
    let spelling = text[start..<at]
    if text[start] >= UInt8(ascii: "a") || isPlain && text[at - 1] != UInt8(ascii: "0") {
      return print(of: spelling)
    }
    let exact = [UInt8].init { ExactNumber(spelling).appendIdentity(to: &$0) }
    return exact.withUnsafeBytes { print(of: $0[...]) }
  }

  private func print(of spelling: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    spelling.reduce(5) { mixed($0, UInt64($1)) }
  }
}
