import JSONSource

// White space, comments and directives between tokens.
extension YAMLParser {
  func isNext(_ sign: Unicode.Scalar) -> Bool { bytes[at] == UInt8(ascii: sign) }

  /// Whether `-`, `?` or `:` is next as an indicator of the block style.
  func isIndicator(_ sign: Unicode.Scalar) -> Bool { isNext(sign) && isBlankOrEnd(at + 1) }

  func isBlankOrEnd(_ place: Int) -> Bool {
    switch bytes[place] {
    case 0, 0x09, 0x20: true
    default: lineBreak(place) > 0
    }
  }

  var isLineEnd: Bool { bytes[at] == 0 || lineBreak(at) > 0 }

  /// The length of the line break at `place`: LF, CR, CRLF, U+0085, U+2028 or U+2029; 0 if there is none.
  func lineBreak(_ place: Int) -> Int {
    switch bytes[place] {
    case 0x0A: 1
    case 0x0D: bytes[place + 1] == 0x0A ? 2 : 1
    case 0xC2: bytes[place + 1] == 0x85 ? 2 : 0
    case 0xE2:
      bytes[place + 1] == 0x80 && (bytes[place + 2] == 0xA8 || bytes[place + 2] == 0xA9) ? 3 : 0
    default: 0
    }
  }

  func isDocumentMarker(_ sign: Unicode.Scalar) -> Bool {
    at == lineStart && isNext(sign) && bytes[at + 1] == bytes[at] && bytes[at + 2] == bytes[at]
      && isBlankOrEnd(at + 3)
  }

  /// Whether a line that starts or ends the document starts here.
  var isAnyMarker: Bool { isDocumentMarker("-") || isDocumentMarker(".") }

  /// The column of the next token, from 0; -1 at the end of the document.
  var column: Int {
    if bytes[at] == 0 { return -1 }
    if at == lineStart, isNext("%") || isAnyMarker { return -1 }
    return at - lineStart
  }

  func error(_ problem: YAMLError.Problem) -> YAMLError {
    YAMLError(problem, ByteRange(at, at + (bytes[at] == 0 ? 0 : 1)))
  }

  mutating func skipBlanks() {
    while bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
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
      while bytes[at] == 0x20 || bytes[at] == 0x09 && (flowDepth > 0 || !startsItem) { at += 1 }
      if isNext("#") {
        scanComment(isBeside: followsToken)
      } else if !followsToken, lineBreak(at) > 0 {
        hasBlankLine = comments.count > (besideIndex.map { $0 + 1 } ?? 0)
      }
      followsToken = false
      if flowDepth == 0, lineBreak(at) > 0 { startsItem = true }
    } while skipLineBreak()
    if bytes[at] == 0x09 { throw error(.tab) }
  }

  mutating func scanComment(isBeside: Bool) {
    let start = at + 1
    while !isLineEnd { at += 1 }
    var end = at
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    appendBlankLine()
    if isBeside { besideIndex = comments.count }
    comments.append(Array(bytes[start..<end]))
  }

  private mutating func appendBlankLine() {
    if hasBlankLine { comments.append([]) }
    hasBlankLine = false
  }

  mutating func takeComments() -> [[UInt8]] {
    besideIndex = nil
    if comments.isEmpty { return [] }
    appendBlankLine()
    defer { comments = [] }
    return comments
  }

  /// Moves the comment on the line of the last token to an item that has none.
  mutating func takeBeside(_ own: inout YAMLComments) {
    guard let index = besideIndex else { return }
    besideIndex = nil
    if own.beside == nil { own.beside = comments.remove(at: index) }
  }

  mutating func takeCommentsAtEnd() -> [[UInt8]] {
    hasBlankLine = false
    return takeComments()
  }

  /// Reads `%YAML` and `%TAG` lines, and returns whether there is a directive.
  mutating func scanDirectives() throws(YAMLError) -> Bool {
    var hasVersion = false
    var hasAny = false
    while at == lineStart, isNext("%") {
      hasAny = true
      let start = at
      var words: [[UInt8]] = []
      while !isLineEnd, !isNext("#") {
        let word = at
        while !isBlankOrEnd(at) { at += 1 }
        words.append(Array(bytes[word..<at]))
        skipBlanks()
      }
      let range = ByteRange(start, at)
      guard words[0].count > 1, words[0].dropFirst().allSatisfy(\.isWord) else {
        throw YAMLError(.wrongDirective, range)
      }
      if words[0].elementsEqual("%YAML".utf8) {
        let digits =
          words.count == 2
          ? words[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) : []
        guard digits.count == 2, digits.allSatisfy(\.isDigits), !hasVersion else {
          throw YAMLError(.wrongDirective, range)
        }
        if !digits[0].elementsEqual("1".utf8) { throw YAMLError(.unsupportedVersion, range) }
        hasVersion = true
      } else if words[0].elementsEqual("%TAG".utf8) {
        guard words.count == 3, prefixes.updateValue(words[2], forKey: words[1]) == nil,
          words[1].first == UInt8(ascii: "!"), words[1].last == UInt8(ascii: "!")
        else { throw YAMLError(.wrongDirective, range) }
      }
      try skip()
    }
    return hasAny
  }
}

extension YAMLComments {
  /// Adds comments that follow; the first comment on the line of the item stays before them.
  mutating func append(_ other: YAMLComments) {
    if !other.above.isEmpty || other.beside != nil, let first = beside {
      above.append(first)
      beside = nil
    }
    above += other.above
    if let last = other.beside { beside = last }
  }
}

extension UInt8 {
  /// Whether the byte may occur in the name of an anchor.
  var isWord: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
