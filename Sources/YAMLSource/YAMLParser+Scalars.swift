import JSONSource

// Text of scalars. Line breaks are folded as in libyaml, which reads YAML 1.1.
extension YAMLParser {
  /// Whether an unquoted text can start here.
  var startsPlain: Bool {
    switch bytes[at] {
    case UInt8(ascii: "-"): !isBlankOrEnd(at + 1)
    case UInt8(ascii: "?"), UInt8(ascii: ":"): flowDepth == 0 && !isBlankOrEnd(at + 1)
    case let byte: !",[]{}#&*!|>'\"%@`".utf8.contains(byte) && !isBlankOrEnd(at)
    }
  }

  mutating func scanPlain(_ indent: Int) throws(YAMLError) -> [UInt8] {
    var text: [UInt8] = []
    var copied = at
    var end = at
    while true {
      let start = at
      while !endsPlain { at += 1 }
      if at == start { break }
      end = at
      skipBlanks()
      if isNext("#") || bytes[at] == 0 { break }
      guard lineBreak(at) > 0 else { continue }
      text += bytes[copied..<end]
      copied = end
      let fold = try scanFold(least: indent + 1)
      guard let fold, flowDepth > 0 || at - lineStart > indent, !isNext("#"), !endsPlain else {
        at = lineStart
        startsItem = flowDepth == 0
        break
      }
      text += fold
      copied = at
    }
    return text + bytes[copied..<max(copied, end)]
  }

  private var endsPlain: Bool {
    switch bytes[at] {
    case UInt8(ascii: ":"):
      isBlankOrEnd(at + 1) || flowDepth > 0 && ",[]{}".utf8.contains(bytes[at + 1])
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      flowDepth > 0
    case 0...0x20, 0xC2, 0xE2: isBlankOrEnd(at)
    default: false
    }
  }

  /// Reads line breaks and the white space around them as folded text; nil if the document ends.
  private mutating func scanFold(least: Int? = nil) throws(YAMLError) -> [UInt8]? {
    var text: [UInt8] = []
    let first = at
    guard skipLineBreak() else { return nil }
    if bytes[first] == 0xE2 { appendBreak(first, to: &text) }
    var isSpace = text.isEmpty
    while true {
      if isAnyMarker { return nil }
      while bytes[at] == 0x20 || bytes[at] == 0x09 {
        if let least, bytes[at] == 0x09, at - lineStart < least { throw error(.tab) }
        at += 1
      }
      let next = at
      if !skipLineBreak() { break }
      appendBreak(next, to: &text)
      isSpace = false
    }
    return isSpace ? [0x20] : text
  }

  /// Appends the line break at `place` as YAML 1.1 normalizes it.
  private func appendBreak(_ place: Int, to text: inout [UInt8]) {
    if bytes[place] == 0xE2 { text += bytes[place..<(place + 3)] } else { text.append(0x0A) }
  }

  mutating func scanSingleQuoted() throws(YAMLError) -> [UInt8] {
    try scanQuoted { (parser, text) throws(YAMLError) in
      guard parser.bytes[parser.at + 1] == UInt8(ascii: "'") else { return false }
      text.append(UInt8(ascii: "'"))
      parser.at += 2
      return true
    }
  }

  mutating func scanDoubleQuoted() throws(YAMLError) -> [UInt8] {
    try scanQuoted { (parser, text) throws(YAMLError) in
      if parser.isNext("\"") { return false }
      try parser.scanEscape(to: &text)
      return true
    }
  }

  /// Reads a quoted text; `escape` reads an escape, and returns false at the closing quote.
  private mutating func scanQuoted(
    _ escape: (inout YAMLParser, inout [UInt8]) throws(YAMLError) -> Bool
  ) throws(YAMLError) -> [UInt8] {
    let opening = at
    let quote = bytes[at]
    var text: [UInt8] = []
    at += 1
    var copied = at
    while true {
      let byte = bytes[at]
      if byte == quote || byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") {
        text += bytes[copied..<at]
        guard try escape(&self, &text) else { break }
        copied = at
      } else if byte == 0 {
        throw YAMLError(.unclosed(quote), ByteRange(opening, opening + 1))
      } else if byte <= 0x20 || byte == 0xC2 || byte == 0xE2 {
        let blanks = at
        skipBlanks()
        if lineBreak(at) > 0 {
          text += bytes[copied..<blanks]
          text += try scanQuotedFold()
          copied = at
        } else if at == blanks {
          at += 1
        }
      } else {
        at += 1
      }
    }
    at += 1
    return text
  }

  private mutating func scanQuotedFold() throws(YAMLError) -> [UInt8] {
    guard let fold = try scanFold() else { throw error(.markerInside) }
    return fold
  }

  private mutating func scanEscape(to text: inout [UInt8]) throws(YAMLError) {
    let start = at
    let sign = bytes[at + 1]
    at += 2
    switch sign {
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"), 0x09: text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "e"): text.append(0x1B)
    case 0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(sign)
    case UInt8(ascii: "N"): text += "\u{85}".utf8
    case UInt8(ascii: "_"): text += "\u{A0}".utf8
    case UInt8(ascii: "L"): text += "\u{2028}".utf8
    case UInt8(ascii: "P"): text += "\u{2029}".utf8
    case UInt8(ascii: "x"): try appendCode(digits: 2, start, to: &text)
    case UInt8(ascii: "u"): try appendCode(digits: 4, start, to: &text)
    case UInt8(ascii: "U"): try appendCode(digits: 8, start, to: &text)
    default:
      at -= 1
      guard lineBreak(at) > 0 else { throw YAMLError(.unknownEscape, ByteRange(start, at)) }
      // An escaped line break is removed; blank lines after it stay.
      let isLong = bytes[at] == 0xE2
      let fold = try scanQuotedFold()
      if isLong || fold != [0x20] { text += fold.dropFirst(isLong ? 3 : 0) }
    }
  }

  private mutating func appendCode(
    digits: Int, _ start: Int, to text: inout [UInt8]
  ) throws(YAMLError) {
    var code = try scanHex(digits)
    // PyYAML reads two escaped surrogates as two characters, which JSON writes as one.
    if (0xD800..<0xDC00).contains(code), isNext("\\"), bytes[at + 1] == UInt8(ascii: "u") {
      at += 2
      let low = try scanHex(4)
      if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw YAMLError(.unpairedSurrogate, ByteRange(start, at))
    }
    text += UTF8.encode(scalar).map(Array.init) ?? []
  }

  private mutating func scanHex(_ digits: Int) throws(YAMLError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue, bytes[at] < 0x80 else {
        throw error(.wrongHexEscape(digits: digits))
      }
      code = code << 4 | UInt32(digit)
      at += 1
    }
    return code
  }

  /// Reads a literal or folded text, up to the start of the line after it.
  mutating func scanBlockScalar(_ indent: Int) throws(YAMLError) -> [UInt8] {
    let isFolded = isNext(">")
    let (chomping, increment) = try scanBlockHeader()
    // At least one column, and more than the collection around it.
    let least = max(indent + 1, 1)
    var width = increment.map { least - 1 + $0 }
    var text: [UInt8] = []
    var breaks: [UInt8] = []
    width = max(scanIndentation(width, &breaks), width ?? least)
    var lastBreak: Int?
    var wasBlank = false
    while at - lineStart == width, bytes[at] != 0 {
      let isBlank = bytes[at] == 0x20 || bytes[at] == 0x09
      if let lastBreak {
        if isFolded, bytes[lastBreak] != 0xE2, !wasBlank, !isBlank {
          if breaks.isEmpty { text.append(0x20) }
        } else {
          appendBreak(lastBreak, to: &text)
        }
      }
      text += breaks
      breaks = []
      wasBlank = isBlank
      let start = at
      while !isLineEnd { at += 1 }
      text += bytes[start..<at]
      lastBreak = at
      if !skipLineBreak() {
        lastBreak = nil
        break
      }
      _ = scanIndentation(width, &breaks)
    }
    if let lastBreak, chomping != UInt8(ascii: "-") { appendBreak(lastBreak, to: &text) }
    if chomping == UInt8(ascii: "+") { text += breaks }
    if bytes[at] != 0 { at = lineStart }
    startsItem = at == lineStart
    return text
  }

  private mutating func scanBlockHeader() throws(YAMLError) -> (chomping: UInt8?, increment: Int?) {
    var chomping: UInt8?
    var increment: Int?
    at += 1
    for _ in 0..<2 {
      if chomping == nil, isNext("+") || isNext("-") {
        chomping = bytes[at]
      } else if increment == nil, bytes[at].isDigit, !isNext("0") {
        increment = Int(bytes[at] - UInt8(ascii: "0"))
      } else {
        break
      }
      at += 1
    }
    skipBlanks()
    if isNext("#") { scanComment(isBeside: true) }
    guard isLineEnd else { throw error(.wrongBlockHeader) }
    _ = skipLineBreak()
    return (chomping, increment)
  }

  /// Skips indentation and blank lines, and returns the largest column.
  private mutating func scanIndentation(_ width: Int?, _ breaks: inout [UInt8]) -> Int {
    var largest = 0
    while true {
      while bytes[at] == 0x20, width.map({ at - lineStart < $0 }) ?? true { at += 1 }
      largest = max(largest, at - lineStart)
      let place = at
      if !skipLineBreak() { return largest }
      appendBreak(place, to: &breaks)
    }
  }
}
