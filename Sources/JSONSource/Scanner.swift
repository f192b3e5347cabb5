// The grammar (RFC 8259):
//
//   text   = ws value ws
//   value  = object / array / string / number / "true" / "false" / "null"
//   object = "{" ws [ member *( ws "," ws member ) ] ws "}"      member = string ws ":" ws value
//   array  = "[" ws [ value *( ws "," ws value ) ] ws "]"
//
// The parser uses an explicit stack and a flat tape: neither parsing nor releasing recurses.
//
// In JSONC, comments may occur between tokens and a comma after the last item.
// They are looked for only after an unexpected byte, so that plain JSON is parsed at full speed.

/// Parses a source into a tape of nodes.
struct Scanner: ~Copyable {
  static let deepest = 512

  // A pointer without bounds checks: the zero byte at the end stops every loop.
  let base: UnsafePointer<UInt8>
  let length: Int
  /// After a byte order mark.
  private let textStart: Int
  var at: Int
  var nodes: Tape
  let allowsComments: Bool
  var allowsRepeatedNames = false
  var isStrict = true
  private(set) var comments: [ByteRange] = []
  /// The innermost open container; its `link` is the container around it until it is closed.
  private(set) var innermost = Self.none
  private var openCount = 0
  let hash = NameHash.ofProcess
  /// The names of an object by hash, 0 for none; kept, so that the next object allocates nothing.
  var nameSlots: [UInt32] = []
  var directiveCount = 0

  private static let none = Int(UInt32.max)

  /// Eight zero bytes must follow the text: no token contains them, so none runs past its end.
  init(base: UnsafePointer<UInt8>, start: Int, length: Int, allowsComments: Bool) {
    self.base = base
    self.length = length
    self.allowsComments = allowsComments
    (textStart, at) = (start, start)
    nodes = Tape(capacity: min(length / 6 + 4, 1 << 13))
  }

  mutating func scan() throws(SyntaxError) {
    skipSpace()
    _ = try skipComments()
    if at >= length { throw SyntaxError(.empty, ByteRange(length, length)) }
    repeat {
      try scanValue()
      try scanBetween()
    } while innermost != Self.none
    skipSpace()
    while at < length {
      guard try skipComments() else { throw unexpected(.end) }
    }
  }

  @inline(__always)
  private mutating func scanValue() throws(SyntaxError) {
    var isFirst = false
    while true {
      let start = at
      switch base[at] {
      case UInt8(ascii: "{"):
        try push(.object)
        skipSpace()
        if base[at] != UInt8(ascii: "\"") {
          _ = try skipComments()
          if base[at] == UInt8(ascii: "}") { return }
        }
        try scanName(.nameOrBrace)
        isFirst = false
        continue
      case UInt8(ascii: "["):
        try push(.array)
        skipSpace()
        if base[at] == UInt8(ascii: "]") { return }
        isFirst = true
        continue
      case UInt8(ascii: "\""):
        let escaped = try scanString()
        append(Node(.string, start, at, isEscaped: escaped))
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        try scanNumber()
        append(Node(.number, start, at))
      case UInt8(ascii: "t"): try scanWord("true", .true, isFirst)
      case UInt8(ascii: "f"): try scanWord("false", .false, isFirst)
      case UInt8(ascii: "n"): try scanWord("null", .null, isFirst)
      default:
        if base[at] == UInt8(ascii: "]"), try endsArray(isFirst) { return }
        guard try skipComments() else { throw unexpected(isFirst ? .valueOrBracket : .value) }
        continue
      }
      return
    }
  }

  private mutating func endsArray(_ isFirst: Bool) throws(SyntaxError) -> Bool {
    if isFirst { return true }
    guard innermost != Self.none, nodes[innermost].kind == .array else { return false }
    try passTrailingComma()
    return true
  }

  private mutating func passTrailingComma() throws(SyntaxError) {
    guard allowsComments else { throw SyntaxError(.trailingComma, ByteRange(at, at + 1)) }
    isStrict = false
  }

  /// Reads closing brackets, a comma and a name, up to the next value.
  @inline(__always)
  private mutating func scanBetween() throws(SyntaxError) {
    while innermost != Self.none {
      let container = innermost
      skipSpace()
      let isObject = nodes[container].kind == .object
      let closer = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if base[at] == closer {
        try close(container)
        continue
      }
      guard base[at] == UInt8(ascii: ",") else {
        guard try skipComments() else {
          throw unexpected(isObject ? .commaOrBrace(afterValueOf: lastName()) : .commaOrBracket)
        }
        continue
      }
      at += 1
      skipSpace()
      guard isObject else { return }
      if base[at] != UInt8(ascii: "\"") {
        _ = try skipComments()
        if base[at] == closer {
          try passTrailingComma()
          continue
        }
      }
      return try scanName(.name)
    }
  }

  @inline(__always)
  private mutating func push(_ kind: Node.Kind) throws(SyntaxError) {
    if openCount == Self.deepest {
      throw SyntaxError(.tooDeep(limit: Self.deepest), ByteRange(at, at + 1))
    }
    openCount += 1
    at += 1
    append(Node(kind, at - 1, at, link: UInt32(truncatingIfNeeded: innermost)))
    innermost = nodes.count - 1
  }

  @inline(__always)
  private mutating func close(_ container: Int) throws(SyntaxError) {
    at += 1
    var node = nodes[container]
    let around = node.link
    node.end = at
    node.link = UInt32(truncatingIfNeeded: nodes.count)
    nodes[container] = node
    innermost = Int(around)
    openCount -= 1
    if node.kind == .object, !allowsRepeatedNames { try rejectDuplicates(in: container) }
  }

  @inline(__always)
  mutating func append(_ node: Node) {
    if nodes.count == nodes.capacity { makeRoom() }
    nodes.append(node)
  }

  /// Grows the tape to the expected size, by the ratio of nodes to bytes so far.
  @inline(never)
  private mutating func makeRoom() {
    let likely = Int(Double(nodes.count) * Double(length) / Double(max(at, 1)) * 1.06) + 64
    // A short start predicts the rest badly, and a token has at least one byte.
    let most = min(nodes.count * 64, nodes.count + length - at + 1)
    nodes.grow(to: min(max(likely, nodes.count * 3 / 2), most))
  }

  @inline(__always)
  mutating func skipSpace() {
    if base[at] <= 0x20 { skipSpaces() }
  }

  private mutating func skipSpaces() {
    while true {
      switch base[at] {
      case 0x20, 0x0D, 0x09: at += 1
      case 0x0A:
        at += 1
        skipIndentation()
      default: return
      }
    }
  }

  /// Skips eight spaces at a time; eight bytes can be read from any place.
  @inline(__always)
  private mutating func skipIndentation() {
    while true {
      let others = UnsafeRawPointer(base).word(at: at) ^ 0x2020_2020_2020_2020
      if others != 0 {
        at += others.trailingZeroBitCount / 8
        return
      }
      at += 8
    }
  }

  private mutating func scanWord(
    _ word: StaticString, _ kind: Node.Kind, _ isFirst: Bool
  ) throws(SyntaxError) {
    let start = at
    for offset in 0..<word.utf8CodeUnitCount {
      guard base[at] == word.utf8Start[offset] else {
        throw unexpected(isFirst ? .valueOrBracket : .value)
      }
      at += 1
    }
    append(Node(kind, start, at))
  }

  func unexpected(_ expectation: SyntaxError.Expectation) -> SyntaxError {
    if at >= length { return SyntaxError(.endsBefore(expectation), ByteRange(length, length)) }
    let range = ByteRange(at, at + 1)
    switch base[at] {
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return SyntaxError(comment(or: expectation), range)
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"):
      return mergeConflict ?? SyntaxError(.expected(expectation), range)
    case 0x80... where UTF8Sequence.length(base + at) == nil:
      return SyntaxError(.invalidUTF8, range)
    default: return SyntaxError(.expected(expectation), range)
    }
  }

  private func lastName() -> ByteRange {
    var index = innermost + 1
    var last = ByteRange(at, at)
    while index < nodes.count {
      last = nodes[index].range
      index = nodes.indexAfter(index + 1)
    }
    return last
  }

  mutating func scanNumber() throws(SyntaxError) {
    if base[at] == UInt8(ascii: "-") { at += 1 }
    if base[at] == UInt8(ascii: "0") {
      at += 1
      if isDigit { throw SyntaxError(.leadingZero, ByteRange(at, at + 1)) }
    } else {
      try scanDigits()
    }
    if base[at] == UInt8(ascii: ".") {
      at += 1
      try scanDigits()
    }
    if base[at] == UInt8(ascii: "e") || base[at] == UInt8(ascii: "E") {
      at += 1
      if base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      try scanDigits()
    }
  }

  private var isDigit: Bool { base[at] &- UInt8(ascii: "0") < 10 }

  private mutating func scanDigits() throws(SyntaxError) {
    guard isDigit else { throw unexpected(.digit) }
    while isDigit { at += 1 }
  }

  private static let markerLength = 7

  var mergeConflict: SyntaxError? {
    guard isMarker(at) else { return nil }
    var others: [ByteRange] = []
    var line = at
    // A conflict has at most four marker lines and ends with the line of '>'.
    var isOpen = base[at] != UInt8(ascii: ">")
    while isOpen, others.count < 3, let next = lineAfter(line) {
      line = next
      guard isMarker(line) else { continue }
      others.append(ByteRange(line, line + Self.markerLength))
      isOpen = base[line] != UInt8(ascii: ">")
    }
    return SyntaxError(.mergeConflict(others: others), ByteRange(at, at + Self.markerLength))
  }

  private func lineAfter(_ line: Int) -> Int? {
    var end = line
    while end < length, base[end] != 0x0A { end += 1 }
    return end + 1 < length ? end + 1 : nil
  }

  /// Whether a line begins with seven equal signs, followed by white space or its end.
  private func isMarker(_ start: Int) -> Bool {
    let sign = base[start]
    guard sign == 0x3C || sign == 0x3D || sign == 0x3E || sign == 0x7C,
      start == textStart || base[start - 1] == 0x0A,
      start + Self.markerLength <= length
    else { return false }
    for offset in 1..<Self.markerLength where base[start + offset] != sign { return false }
    return base[start + Self.markerLength] <= 0x20
  }

  /// Skips the comments here and the white space after them; returns false if there are none.
  @inline(never)
  mutating func skipComments() throws(SyntaxError) -> Bool {
    guard allowsComments, isAtComment else { return false }
    isStrict = false
    repeat {
      try skipComment()
      skipSpace()
    } while isAtComment
    return true
  }

  /// Reads a second byte only after a slash, since the text may end here.
  private var isAtComment: Bool {
    base[at] == UInt8(ascii: "/")
      && (base[at + 1] == UInt8(ascii: "/") || base[at + 1] == UInt8(ascii: "*"))
  }

  private mutating func skipComment() throws(SyntaxError) {
    let opening = at
    defer { comments.append(ByteRange(opening, at)) }
    let isBlock = base[at + 1] == UInt8(ascii: "*")
    at += 2
    while true {
      switch base[at] {
      case 0x0A, 0x0D:
        if !isBlock { return }
        at += 1
      case UInt8(ascii: "*") where isBlock && base[at + 1] == UInt8(ascii: "/"):
        at += 2
        return
      case 0x80...: try skipSequence()
      case 0x09, 0x20...: at += 1
      default:
        if at < length { throw SyntaxError(.controlInComment, ByteRange(at, at + 1)) }
        if isBlock { throw SyntaxError(.unterminatedComment, ByteRange(opening, opening + 2)) }
        return
      }
    }
  }

  func comment(or expectation: SyntaxError.Expectation) -> SyntaxError.Problem {
    guard allowsComments else { return .comment }
    return isAtComment ? .expected(expectation) : .noComment
  }
}

/// A half-open range of byte offsets in a source.
package struct ByteRange: Equatable, Sendable {
  package let start: Int
  package let end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  package func contains(_ other: ByteRange) -> Bool { start <= other.start && other.end <= end }
}
