import JSONSource

// Text of scalars. Line breaks are folded as in libyaml, which reads YAML 1.1.
extension YAMLParser {
  /// Whether an unquoted text can start here.
  var startsPlain: Bool {
    switch bytes[at] {
    case "-": !isBlankOrEnd(at + 1)
    case "?", ":": flowDepth == 0 && !isBlankOrEnd(at + 1)
    case let byte: byte.isWord || !",[]{}#&*!|>'\"%@`".utf8.contains(byte) && !isBlankOrEnd(at)
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
    case ":":
      isBlankOrEnd(at + 1)
        || flowDepth > 0 && dialect != .go && ",[]{}".utf8.contains(bytes[at + 1])
    case ",", "[", "]", "{", "}": flowDepth > 0
    case "?": flowDepth > 0 && dialect == .go
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
      while isNext(" ") || isNext("\t") {
        if let least, isNext("\t"), at - lineStart < least { throw error(.tab) }
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

  mutating func scanQuoted() throws(YAMLError) -> [UInt8] {
    let opening = at
    let quote = bytes[at]
    var text: [UInt8] = []
    at += 1
    var copied = at
    while true {
      switch bytes[at] {
      case 0: throw error(.unclosed(quote), at: opening)
      case quote:
        text += bytes[copied..<at]
        at += 1
        // A quote is doubled in single quotes.
        guard quote == "'", isNext("'") else { return text }
        copied = at
        at += 1
      case "\\" where quote == "\"":
        text += bytes[copied..<at]
        try scanEscape(to: &text)
        copied = at
      case " ", "\t", "\n", "\r", 0xC2, 0xE2:
        let blanks = at
        skipBlanks()
        if lineBreak(at) > 0 {
          text += bytes[copied..<blanks]
          guard let fold = try scanFold() else { throw error(.markerInside) }
          text += fold
          copied = at
        } else if at == blanks {
          at += 1
        }
      default: at += 1
      }
    }
  }

  private static let escapes: [UInt8: [UInt8]] = [
    "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{B}",
    "f": "\u{C}", "r": "\r", "e": "\u{1B}", " ": " ", "\"": "\"", "\\": "\\", "/": "/",
    "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
  ].reduce(into: [:]) { $0[UInt8(ascii: $1.key)] = Array(String($1.value).utf8) }
  private static let codeLengths: [UInt8: Int] = [
    UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8,
  ]

  private mutating func scanEscape(to text: inout [UInt8]) throws(YAMLError) {
    let start = at
    at += 1
    let isOfGo = dialect == .go && isNext("'")
    if let escape = isOfGo ? Array("'".utf8) : Self.escapes[bytes[at]],
      dialect != .go || !isNext("/")
    {
      at += 1
      text += escape
    } else if let length = Self.codeLengths[bytes[at]] {
      at += 1
      text += try scanCode(digits: length, start).utf8
    } else {
      guard lineBreak(at) > 0 else { throw YAMLError(.unknownEscape, ByteRange(start, at)) }
      // An escaped line break is removed; blank lines after it stay.
      let isLong = bytes[at] == 0xE2
      guard let fold = try scanFold() else { throw error(.markerInside) }
      if isLong || fold != [0x20] { text += fold.dropFirst(isLong ? 3 : 0) }
    }
  }

  private mutating func scanCode(digits: Int, _ start: Int) throws(YAMLError) -> Unicode.Scalar {
    var code = try scanHex(digits)
    // PyYAML reads two escaped surrogates as two characters, which JSON writes as one. libyaml, which it may use, and
    // go-yaml refuse them.
    if dialect == .python, (0xD800..<0xDC00).contains(code), isNext("\\"), bytes[at + 1] == "u" {
      at += 2
      let low = try scanHex(4)
      if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
      notes.append(.init(kind: .refused, start: start))
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw YAMLError(.unpairedSurrogate, ByteRange(start, at))
    }
    return scalar
  }

  private mutating func scanHex(_ digits: Int) throws(YAMLError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = bytes[at].hexDigit else { throw error(.wrongHexEscape(digits: digits)) }
      code = code << 4 | digit
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
    width = max(try scanIndentation(width, &breaks), width ?? least)
    var lastBreak: Int?
    var wasBlank = false
    while at - lineStart == width, bytes[at] != 0 {
      let isBlank = isNext(" ") || isNext("\t")
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
      _ = try scanIndentation(width, &breaks)
    }
    if let lastBreak, chomping != "-" { appendBreak(lastBreak, to: &text) }
    if chomping == "+" { text += breaks }
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
  private mutating func scanIndentation(
    _ width: Int?, _ breaks: inout [UInt8]
  ) throws(YAMLError) -> Int {
    var largest = 0
    while true {
      while isNext(" "), width.map({ at - lineStart < $0 }) ?? true { at += 1 }
      largest = max(largest, at - lineStart)
      if isNext("\t"), width.map({ at - lineStart < $0 }) ?? true { throw error(.tab) }
      let place = at
      if !skipLineBreak() { return largest }
      appendBreak(place, to: &breaks)
    }
  }
}
