extension Scanner {
  /// Reads a string from its quote on; tells whether it holds an escape.
  mutating func scanString() throws(SyntaxError) -> Bool {
    let opening = at
    var escaped = false
    at += 1
    while true {
      skipPlainBytes()
      switch base[at] {
      case UInt8(ascii: "\""):
        at += 1
        return escaped
      case UInt8(ascii: "\\"):
        escaped = true
        try scanEscape(of: opening)
      case 0x80...:
        guard let count = UTF8Sequence.length(base + at), at + count <= length else {
          throw SyntaxError(.invalidUTF8, ByteRange(at, at + 1))
        }
        at += count
      default:
        if at >= length {
          throw SyntaxError(.unterminatedString, ByteRange(opening, opening + 1))
        }
        throw SyntaxError(.controlCharacter(base[at]), ByteRange(at, at + 1))
      }
    }
  }

  /// Steps over bytes that are neither quote, backslash, control character nor beyond ASCII, eight at a time.
  @inline(__always)
  private mutating func skipPlainBytes() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while at + 8 <= length {
      let word = UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self).littleEndian
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      let special =
        ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
        | ((word &- (ones &* 0x20)) & ~word) | word
      let hits = special & highs
      if hits != 0 {
        at += hits.trailingZeroBitCount / 8
        return
      }
      at += 8
    }
    while true {
      switch base[at] {
      case 0..<0x20, 0x22, 0x5C, 0x80...: return
      default: at += 1
      }
    }
  }

  private mutating func scanEscape(of opening: Int) throws(SyntaxError) {
    let start = at
    switch base[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      let unit = try scanHex(start, of: opening)
      guard (0xD800...0xDFFF).contains(unit) else { return }
      guard unit < 0xDC00, base[at] == UInt8(ascii: "\\"), base[at + 1] == UInt8(ascii: "u") else {
        throw SyntaxError(.unpairedSurrogate, ByteRange(start, start + 6))
      }
      let low = try scanHex(at, of: opening)
      guard (0xDC00...0xDFFF).contains(low) else {
        throw SyntaxError(.unpairedSurrogate, ByteRange(start, start + 6))
      }
    default:
      throw wrongEscape(at: start + 1, of: opening)
    }
  }

  /// Reads `\uXXXX` from its backslash on.
  private mutating func scanHex(_ start: Int, of opening: Int) throws(SyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 2..<6 {
      // Left to right, so that the zero behind the text ends the look ahead.
      guard let digit = base[start + offset].hexDigit else {
        throw wrongEscape(at: start + offset, of: opening)
      }
      unit = unit << 4 | digit
    }
    at = start + 6
    return unit
  }

  private func wrongEscape(at place: Int, of opening: Int) -> SyntaxError {
    place < length
      ? SyntaxError(.unknownEscape, ByteRange(place, place + 1))
      : SyntaxError(.unterminatedString, ByteRange(opening, opening + 1))
  }

  /// Reads a name and the colon behind it, up to the value.
  mutating func scanName(_ expectation: SyntaxError.Expectation) throws(SyntaxError) {
    guard base[at] == UInt8(ascii: "\"") else { throw unexpected(expectation) }
    let start = at
    let escaped = try scanString()
    let end = at
    if escaped {
      let text = StringEscapes.decode(
        UnsafeBufferPointer(start: base + start + 1, count: end - start - 2))
      text.withUnsafeBytes { appendName($0, from: start, escaped: true) }
    } else {
      let raw = UnsafeRawBufferPointer(start: base + start + 1, count: end - start - 2)
      appendName(raw, from: start, escaped: false)
    }
    skipSpace()
    while base[at] != UInt8(ascii: ":") {
      guard try skipComments() else { throw unexpected(.colon(after: ByteRange(start, end))) }
    }
    at += 1
    skipSpace()
  }

  private mutating func appendName(
    _ bytes: UnsafeRawBufferPointer, from start: Int, escaped: Bool
  ) {
    let dollar = UInt8(ascii: "$")
    guard bytes.count > 0, bytes[0] == dollar else {
      append(.name, from: start, escaped: escaped, link: names.intern(bytes).id)
      return
    }
    if bytes.count > 1, bytes[1] == dollar {
      let ordinary = UnsafeRawBufferPointer(rebasing: bytes[1...])
      append(.name, from: start, escaped: escaped, link: names.intern(ordinary).id)
    } else {
      append(.directive, from: start, escaped: escaped, link: names.intern(bytes).id)
    }
  }

  /// Throws when two members of the object just closed have one name.
  mutating func rejectDuplicates(in container: Int) throws(SyntaxError) {
    members.removeAll(keepingCapacity: true)
    var index = container + 1
    while index < nodes.count {
      let kindBit: UInt64 = nodes[index].kind == .directive ? 1 : 0
      members.append((UInt64(nodes[index].link) << 1 | kindBit) << 31 | UInt64(index))
      index = nodes.behind(index + 1)
    }
    guard members.count > 1 else { return }
    // Sorted by name, then place; a pair of equal names stands side by side.
    members.sort()
    var second: (first: Int, again: Int)?
    for pair in 1..<members.count where members[pair] >> 31 == members[pair - 1] >> 31 {
      let again = Int(members[pair] & 0x7FFF_FFFF)
      if second == nil || again < second?.again ?? 0 {
        second = (Int(members[pair - 1] & 0x7FFF_FFFF), again)
      }
    }
    if let second {
      throw SyntaxError(
        .duplicateName(first: nodes[second.first].range), nodes[second.again].range)
    }
  }
}

extension UInt8 {
  var hexDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
