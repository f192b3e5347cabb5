extension Scanner {
  /// Reads a string from its opening quote; returns whether it contains an escape.
  @inline(__always)
  mutating func scanString() throws(SyntaxError) -> Bool {
    let opening = at
    at += 1
    skipPlainBytes()
    if base[at] == UInt8(ascii: "\"") {
      at += 1
      return false
    }
    return try scanRest(of: opening)
  }

  @inline(never)
  private mutating func scanRest(of opening: Int) throws(SyntaxError) -> Bool {
    var escaped = false
    while true {
      switch base[at] {
      case UInt8(ascii: "\""):
        at += 1
        return escaped
      case UInt8(ascii: "\\"):
        escaped = true
        try scanEscape(of: opening)
      case 0x80...: try skipSequence()
      default:
        if at >= length {
          throw SyntaxError(.unterminatedString, ByteRange(opening, opening + 1))
        }
        throw SyntaxError(.controlCharacter(base[at]), ByteRange(at, at + 1))
      }
      skipPlainBytes()
    }
  }

  /// Skips a character beyond ASCII.
  mutating func skipSequence() throws(SyntaxError) {
    guard let count = UTF8Sequence.length(base + at), at + count <= length else {
      throw SyntaxError(.invalidUTF8, ByteRange(at, at + 1))
    }
    at += count
  }

  /// Skips eight bytes at a time up to a quote, a backslash, a control character or a byte beyond ASCII.
  @inline(__always)
  private mutating func skipPlainBytes() {
    while true {
      // Strings begin at any address, so the load is unaligned.
      let word = UnsafeRawPointer(base).word(at: at)
      let hits =
        word.firsts(of: 0x22) | word.firsts(of: 0x5C) | word.controls | word & UInt64.highBits
      if hits != 0 {
        at += hits.trailingZeroBitCount / 8
        return
      }
      at += 8
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

  private mutating func scanHex(_ start: Int, of opening: Int) throws(SyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 2..<6 {
      // Left to right: the zero byte after the text ends the lookahead.
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

  @inline(__always)
  mutating func scanName(_ expectation: SyntaxError.Expectation) throws(SyntaxError) {
    guard base[at] == UInt8(ascii: "\"") else { throw unexpected(expectation) }
    let start = at
    let escaped = try scanString()
    let end = at
    appendName(start, end, escaped: escaped)
    skipSpace()
    while base[at] != UInt8(ascii: ":") {
      guard try skipComments() else { throw unexpected(.colon(after: ByteRange(start, end))) }
    }
    at += 1
    skipSpace()
  }

  private func name(_ range: ByteRange, isEscaped: Bool) -> NameBytes {
    let count = range.end - range.start - 2
    return NameBytes(
      inside: UnsafeBufferPointer(start: base + range.start + 1, count: count),
      isEscaped: isEscaped)
  }

  @inline(__always)
  private mutating func appendName(_ start: Int, _ end: Int, escaped: Bool) {
    // Most names are stored as they are written.
    if escaped || base[start + 1] == UInt8(ascii: "$") {
      appendSpelledName(start, end, escaped: escaped)
    } else {
      append(Node(.name, start, end, link: hash.of(base + start + 1, count: end - start - 2)))
    }
  }

  @inline(never)
  private mutating func appendSpelledName(_ start: Int, _ end: Int, escaped: Bool) {
    let name = name(ByteRange(start, end), isEscaped: escaped)
    let isDirective = name.isDirective
    if isDirective { directiveCount += 1 }
    append(
      Node(
        isDirective ? .directive : .name, start, end, isEscaped: escaped,
        link: name.withBytes { hash.of($0) }))
  }

  @inline(__always)
  mutating func rejectDuplicates(in container: Int) throws(SyntaxError) {
    // In a small object the low six bits of the hashes mostly differ.
    var seen: UInt64 = 0
    var index = container + 1
    while index < nodes.count {
      let bit: UInt64 = 1 << UInt64(nodes[index].link & 63)
      if seen & bit != 0 { return try rejectEqualNames(in: container) }
      seen |= bit
      index = nodes.indexAfter(index + 1)
    }
  }

  @inline(never)
  private mutating func rejectEqualNames(in container: Int) throws(SyntaxError) {
    var count = 0
    var member = container + 1
    while member < nodes.count {
      count += 1
      member = nodes.indexAfter(member + 1)
    }
    var size = 16
    while size < 2 * count { size *= 2 }
    nameSlots.removeAll(keepingCapacity: true)
    nameSlots.append(contentsOf: repeatElement(0, count: size))
    member = container + 1
    while member < nodes.count {
      var slot = Int(nodes[member].link) & (size - 1)
      while nameSlots[slot] != 0 {
        let other = Int(nameSlots[slot])
        if nodes[other].link == nodes[member].link, hasEqualNames(other, member) {
          throw SyntaxError(.duplicateName(first: nodes[other].range), nodes[member].range)
        }
        slot = (slot + 1) & (size - 1)
      }
      nameSlots[slot] = UInt32(truncatingIfNeeded: member)
      member = nodes.indexAfter(member + 1)
    }
  }

  private func hasEqualNames(_ member: Int, _ other: Int) -> Bool {
    if nodes[member].kind != nodes[other].kind { return false }
    return name(nodes[member].range, isEscaped: nodes[member].isEscaped).withBytes { bytes in
      name(nodes[other].range, isEscaped: nodes[other].isEscaped).withBytes {
        bytes.elementsEqual($0)
      }
    }
  }
}

extension UInt8 {
  package var hexDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
