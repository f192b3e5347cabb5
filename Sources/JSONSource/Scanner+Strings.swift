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
      skipPlainBytes()
    }
  }

  /// Skips eight bytes at a time up to a quote, a backslash, a control character or a byte beyond ASCII.
  @inline(__always)
  private mutating func skipPlainBytes() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while at + 8 <= length {
      // Strings begin at any address, so the load is unaligned.
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
      UnsafeBufferPointer(start: base + range.start + 1, count: count), isEscaped: isEscaped)
  }

  @inline(__always)
  private mutating func appendName(_ start: Int, _ end: Int, escaped: Bool) {
    if escaped || base[start + 1] == UInt8(ascii: "$") {
      appendSpecialName(start, end, escaped: escaped)
    } else {
      let print = NameHash.of(
        base + start + 1, count: end - start - 2, readable: length - start - 1)
      append(Node(.name, start, end, link: print))
    }
  }

  @inline(never)
  private mutating func appendSpecialName(_ start: Int, _ end: Int, escaped: Bool) {
    let name = name(ByteRange(start, end), isEscaped: escaped)
    if name.isDirective { directiveCount += 1 }
    append(
      Node(
        name.isDirective ? .directive : .name, start, end, isEscaped: escaped,
        link: name.withBytes { NameHash.of($0) }))
  }

  @inline(__always)
  mutating func rejectDuplicates(in container: Int) throws(SyntaxError) {
    // In a small object the low six bits of the hashes mostly differ.
    var seen: UInt64 = 0
    var index = container + 1
    while index < nodes.count {
      let bit: UInt64 = 1 << UInt64(nodes[index].link & 63)
      if seen & bit != 0 { return try rejectDuplicatesByPrint(in: container) }
      seen |= bit
      index = nodes.indexAfter(index + 1)
    }
  }

  @inline(never)
  private mutating func rejectDuplicatesByPrint(in container: Int) throws(SyntaxError) {
    guard let (first, again) = duplicate(in: container) else { return }
    throw SyntaxError(.duplicateName(first: nodes[first].range), nodes[again].range)
  }

  private mutating func duplicate(in container: Int) -> (Int, Int)? {
    var count = 0
    var index = container + 1
    while index < nodes.count {
      count += 1
      index = nodes.indexAfter(index + 1)
    }
    return count > 12 ? duplicateByPrint(in: container, count) : duplicateAmongFew(in: container)
  }

  private func duplicateAmongFew(in container: Int) -> (Int, Int)? {
    var again = container + 1
    while again < nodes.count {
      var first = container + 1
      while first < again {
        if isSame(first, again) { return (first, again) }
        first = nodes.indexAfter(first + 1)
      }
      again = nodes.indexAfter(again + 1)
    }
    return nil
  }

  private mutating func duplicateByPrint(in container: Int, _ count: Int) -> (Int, Int)? {
    var size = 32
    while size < 2 * count { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: size))
    var steps = 0
    var member = container + 1
    while member < nodes.count {
      var slot = Int(nodes[member].link) & (size - 1)
      while slots[slot] != 0 {
        let other = Int(slots[slot])
        if isSame(other, member) { return (other, member) }
        steps += 1
        // Names may be chosen to collide, so switch to a seeded hash.
        if steps > 8 * size { return duplicateByHash(in: container) }
        slot = (slot + 1) & (size - 1)
      }
      slots[slot] = UInt32(truncatingIfNeeded: member)
      member = nodes.indexAfter(member + 1)
    }
    return nil
  }

  private func duplicateByHash(in container: Int) -> (Int, Int)? {
    var known: [[UInt8]: Int] = [:]
    var member = container + 1
    while member < nodes.count {
      let name = name(nodes[member].range, isEscaped: nodes[member].isEscaped)
      let key = name.withBytes { [name.isDirective ? 1 : 0] + Array($0) }
      if let first = known.updateValue(member, forKey: key) { return (first, member) }
      member = nodes.indexAfter(member + 1)
    }
    return nil
  }

  @inline(__always)
  private func isSame(_ first: Int, _ second: Int) -> Bool {
    nodes[first].link == nodes[second].link && hasSameBytes(first, second)
  }

  @inline(never)
  private func hasSameBytes(_ first: Int, _ second: Int) -> Bool {
    guard nodes[first].kind == nodes[second].kind else { return false }
    let one = name(nodes[first].range, isEscaped: nodes[first].isEscaped)
    let other = name(nodes[second].range, isEscaped: nodes[second].isEscaped)
    return one.withBytes { one in other.withBytes { one.elementsEqual($0) } }
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
