import JSONSource

// White space, comments and directives between tokens.
extension YAMLParser {
  func isNext(_ sign: Unicode.Scalar) -> Bool { bytes[at] == sign }

  /// Whether `-`, `?` or `:` is next as an indicator of the block style.
  func isIndicator(_ sign: Unicode.Scalar) -> Bool { isNext(sign) && isBlankOrEnd(at + 1) }

  func isBlankOrEnd(_ place: Int) -> Bool {
    bytes[place] == 0 || bytes[place] == " " || bytes[place] == "\t" || lineBreak(place) > 0
  }

  var isLineEnd: Bool { bytes[at] == 0 || lineBreak(at) > 0 }

  /// The length of the line break at `place`: LF, CR, CRLF, U+0085, U+2028 or U+2029; 0 if there is none.
  func lineBreak(_ place: Int) -> Int {
    switch bytes[place] {
    case "\n": 1
    case "\r": bytes[place + 1] == "\n" ? 2 : 1
    case 0xC2: bytes[place + 1] == 0x85 ? 2 : 0
    case 0xE2: bytes[place + 1] == 0x80 && 0xA8...0xA9 ~= bytes[place + 2] ? 3 : 0
    default: 0
    }
  }

  /// Whether a line `---` or `...` starts here.
  func isMarker(_ sign: Unicode.Scalar) -> Bool {
    at == lineStart && isNext(sign) && bytes[at + 1] == sign && bytes[at + 2] == sign
      && isBlankOrEnd(at + 3)
  }

  var isAnyMarker: Bool { isMarker("-") || isMarker(".") }

  /// The column of the next token, from 0; -1 at the end of the document.
  var column: Int {
    if bytes[at] == 0 || at == lineStart && (isNext("%") || isAnyMarker) { return -1 }
    return at - lineStart
  }

  /// An error at the current place or another one.
  func error(_ problem: YAMLError.Problem, at place: Int? = nil) -> YAMLError {
    let start = place ?? at
    return YAMLError(problem, ByteRange(start, start + (bytes[start] == 0 ? 0 : 1)))
  }

  mutating func skipBlanks() {
    while bytes[at] == " " || bytes[at] == "\t" { at += 1 }
  }

  /// Skips the line break at the current place, if any.
  mutating func skipLineBreak() -> Bool {
    let length = lineBreak(at)
    if length == 0 { return false }
    at += length
    lineStart = at
    return true
  }

  /// Skips white space and comments up to the next token.
  mutating func skip() throws(YAMLError) {
    var followsToken = at > lineStart
    repeat {
      // libyaml allows tabs where no item can start.
      while isNext(" ") || isNext("\t") && (flowDepth > 0 || !startsItem) { at += 1 }
      if isNext("#") {
        scanComment(isBeside: followsToken)
      } else if !followsToken, lineBreak(at) > 0 {
        hasBlankLine = comments.count > (besideIndex.map { $0 + 1 } ?? 0)
      }
      followsToken = false
      if flowDepth == 0, lineBreak(at) > 0 { startsItem = true }
    } while skipLineBreak()
    if isNext("\t") { throw error(.tab) }
  }

  mutating func scanComment(isBeside: Bool) {
    let start = at + 1
    while !isLineEnd { at += 1 }
    var end = at
    while end > start, bytes[end - 1] == " " || bytes[end - 1] == "\t" { end -= 1 }
    appendBlankLine()
    if isBeside { besideIndex = comments.count }
    comments.append(Array(bytes[start..<end]))
  }

  private mutating func appendBlankLine() {
    if hasBlankLine { comments.append([]) }
    hasBlankLine = false
  }

  mutating func takeComments(atEnd: Bool = false) -> [[UInt8]] {
    if atEnd { hasBlankLine = false }
    besideIndex = nil
    appendBlankLine()
    if comments.isEmpty { return [] }
    defer { comments = [] }
    return comments
  }

  /// Moves the comment on the line of the last token to an item that has none.
  mutating func takeBeside(_ own: inout YAMLComments) {
    guard let index = besideIndex else { return }
    besideIndex = nil
    if own.beside == nil { own.beside = comments.remove(at: index) }
  }

  /// Reads lines that start with `%`, and returns whether there are any.
  mutating func scanDirectives() throws(YAMLError) -> Bool {
    var hasVersion = false
    let first = at
    let versions = dialect == .go ? ["1.1"] : ["1.1", "1.2"]
    while at == lineStart, isNext("%") {
      let start = at
      while !isLineEnd, !isNext("#") { at += 1 }
      let range = ByteRange(start, at)
      let words = bytes[start..<at].split(separator: 0x20)
      let name = words[0].dropFirst()
      let isVersion = name.elementsEqual("YAML".utf8)
      let isTag = name.elementsEqual("TAG".utf8)
      let isRight =
        !name.isEmpty && name.allSatisfy(\.isWord) && (!isNext("#") || bytes[at - 1] == " ")
        && (isVersion || isTag || dialect != .go)
        && (!isVersion
          || !hasVersion && words.count == 2
            && versions.contains { words[1].elementsEqual($0.utf8) })
        && (!isTag
          || words.count == 3 && words[1].first == "!" && words[1].last == "!"
            && prefixes.updateValue(Array(words[2]), forKey: Array(words[1])) == nil)
      if !isRight { throw YAMLError(.wrongDirective, range) }
      hasVersion = hasVersion || isVersion
      try skip()
    }
    return at > first
  }
}

extension YAMLComments {
  /// Adds comments that follow.
  mutating func append(_ other: YAMLComments) {
    if let first = beside, !other.above.isEmpty || other.beside != nil {
      above.append(first)
      beside = nil
    }
    above += other.above
    beside = beside ?? other.beside
  }
}

func == (byte: UInt8, sign: Unicode.Scalar) -> Bool { UInt32(byte) == sign.value }
func == (byte: UInt8?, sign: Unicode.Scalar) -> Bool { byte.map { $0 == sign } ?? false }
func != (byte: UInt8?, sign: Unicode.Scalar) -> Bool { !(byte == sign) }
func ~= (sign: Unicode.Scalar, byte: UInt8) -> Bool { byte == sign }

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  /// Whether the byte may occur in the name of an anchor or directive.
  var isWord: Bool { isDigit || isLetter || self == "-" || self == "_" }
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension Collection<UInt8> {
  var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }
}
