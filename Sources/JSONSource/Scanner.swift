// The grammar (RFC 8259):
//
//   text   = ws value ws
//   value  = object / array / string / number / "true" / "false" / "null"
//   object = "{" ws [ member *( ws "," ws member ) ] ws "}"      member = string ws ":" ws value
//   array  = "[" ws [ value *( ws "," ws value ) ] ws "]"
//
// Read with a stack of its own, so that depth costs no call frames, into a flat tape, so that
// releasing it needs none either.
//
// With comments (as in JSONC) one or more may stand wherever white space may, and a comma behind the last
// member or element. They are looked for only where something else was expected, so that a text without
// them is read as fast as if there were none.

/// Reads one source into a tape of nodes, or says where it stops being JSON.
struct Scanner {
  static let deepest = 512

  let base: UnsafePointer<UInt8>
  let length: Int
  var at: Int
  var nodes: [Node] = []
  /// Whether comments and trailing commas may stand in it.
  let allowsComments: Bool
  /// Whether it has none so far.
  var isStrict = true
  private var open: [Int] = []
  /// The names of the object just closed, as their nodes; kept for the next one, as is the table below.
  var members: [Int] = []
  /// Nodes by the prints of their names; nought is free, since node 0 is no name.
  var slots: [Int] = []
  private(set) var directiveCount = 0
  private(set) var depth = 0

  /// The byte at `base[length]` must be readable and zero: no token may hold it, so none runs past it.
  init(base: UnsafePointer<UInt8>, start: Int, length: Int, allowsComments: Bool) {
    self.base = base
    self.length = length
    self.allowsComments = allowsComments
    at = start
    // What a text of this length usually takes; what is not written to is never there.
    nodes.reserveCapacity(min(length / 10 + 4, 1 << 22))
  }

  mutating func scan() throws(SyntaxError) {
    skipSpace()
    var expectation = SyntaxError.Expectation.value
    repeat {
      try scanValue(expectation)
      expectation = try scanBetween()
    } while !open.isEmpty
    skipSpace()
    while at < length {
      guard try skipComments() else { throw unexpected(.end) }
    }
  }

  /// Reads a scalar, or opens containers down to the first value in them.
  private mutating func scanValue(_ wanted: SyntaxError.Expectation) throws(SyntaxError) {
    var expectation = wanted
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
        expectation = .value
        continue
      case UInt8(ascii: "["):
        try push(.array)
        skipSpace()
        if base[at] == UInt8(ascii: "]") { return }
        expectation = .valueOrBracket
        continue
      case UInt8(ascii: "\""):
        let escaped = try scanString()
        append(.string, from: start, escaped: escaped)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        try scanNumber()
        append(.number, from: start)
      case UInt8(ascii: "t"): try scanWord("true", .true, expectation)
      case UInt8(ascii: "f"): try scanWord("false", .false, expectation)
      case UInt8(ascii: "n"): try scanWord("null", .null, expectation)
      default:
        if base[at] == UInt8(ascii: "]"), try endsArray(expectation) { return }
        guard try skipComments() else { throw unexpected(expectation) }
        continue
      }
      return
    }
  }

  /// Whether the array around a value that is expected ends here, behind a comment or a comma.
  private mutating func endsArray(
    _ expectation: SyntaxError.Expectation
  ) throws(SyntaxError) -> Bool {
    if expectation == .valueOrBracket { return true }
    guard let container = open.last, nodes[container].kind == .array else { return false }
    try passTrailingComma()
    return true
  }

  /// Takes note of a comma before the closing bracket at which it stands.
  private mutating func passTrailingComma() throws(SyntaxError) {
    guard allowsComments else { throw SyntaxError(.trailingComma, ByteRange(at, at + 1)) }
    isStrict = false
  }

  /// Reads what stands between a value and the next one: closers, a comma, a name.
  private mutating func scanBetween() throws(SyntaxError) -> SyntaxError.Expectation {
    while let container = open.last {
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
      guard isObject else { return .value }
      if base[at] != UInt8(ascii: "\"") {
        _ = try skipComments()
        if base[at] == closer {
          try passTrailingComma()
          continue
        }
      }
      try scanName(.name)
      return .value
    }
    return .end
  }

  private mutating func push(_ kind: Node.Kind) throws(SyntaxError) {
    if open.count == Self.deepest {
      throw SyntaxError(.tooDeep(limit: Self.deepest), ByteRange(at, at + 1))
    }
    open.append(nodes.count)
    depth = max(depth, open.count)
    at += 1
    append(kind, from: at - 1)
  }

  private mutating func close(_ container: Int) throws(SyntaxError) {
    at += 1
    nodes[container].endOffset = UInt32(truncatingIfNeeded: at)
    nodes[container].link = UInt32(truncatingIfNeeded: nodes.count)
    open.removeLast()
    if nodes[container].kind == .object { try rejectDuplicates(in: container) }
  }

  mutating func append(_ kind: Node.Kind, from start: Int, escaped: Bool = false, link: UInt32 = 0)
  {
    if kind == .directive { directiveCount += 1 }
    nodes.append(
      Node(
        startOffset: UInt32(truncatingIfNeeded: start), endOffset: UInt32(truncatingIfNeeded: at),
        link: link, kind: kind, isEscaped: escaped))
  }

  mutating func skipSpace() {
    while true {
      switch base[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  private mutating func scanWord(
    _ word: StaticString, _ kind: Node.Kind, _ expectation: SyntaxError.Expectation
  ) throws(SyntaxError) {
    let start = at
    for offset in 0..<word.utf8CodeUnitCount {
      guard base[at] == word.utf8Start[offset] else { throw unexpected(expectation) }
      at += 1
    }
    append(kind, from: start)
  }

  /// What is wrong at the present byte, when `expectation` should stand there.
  func unexpected(_ expectation: SyntaxError.Expectation) -> SyntaxError {
    if at >= length { return SyntaxError(.endsBefore(expectation), ByteRange(length, length)) }
    let range = ByteRange(at, at + 1)
    switch base[at] {
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return SyntaxError(comment(or: expectation), range)
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"):
      return mergeConflict ?? SyntaxError(.expected(expectation), range)
    case 0x80...: return SyntaxError(invalidOr(.expected(expectation)), range)
    default: return SyntaxError(.expected(expectation), range)
    }
  }

  private func invalidOr(_ problem: SyntaxError.Problem) -> SyntaxError.Problem {
    UTF8Sequence.length(base + at) == nil ? .invalidUTF8 : problem
  }

  /// The range of the name whose value was read last in the innermost open object.
  private func lastName() -> ByteRange {
    guard let container = open.last else { return ByteRange(at, at) }
    var index = container + 1
    var last = ByteRange(at, at)
    while index < nodes.count {
      last = nodes[index].range
      index = nodes.behind(index + 1)
    }
    return last
  }
}

extension [Node] {
  /// The index behind the value at `index` and all it holds.
  @inline(__always)
  func behind(_ index: Int) -> Int {
    switch self[index].kind {
    case .object, .array: Int(self[index].link)
    default: index + 1
    }
  }
}
