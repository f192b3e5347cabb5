import JSONSource

// Each collection is a call of its own, so that indentation is an argument. Whether a key may start at a place
// follows libyaml: at the start of a line, and after the indicators of items that are on one line.

/// Reads the first document in one pass over the bytes.
struct YAMLParser {
  static let deepest = 512
  static let longestKey = 1024

  // Zero bytes follow the text and cannot occur in it, so that every loop stops there.
  let bytes: [UInt8]
  let dialect: YAMLDocument.Dialect
  var at: Int
  var lineStart: Int
  /// Whether a key, a `-` or a `?` may start here.
  var startsItem = true
  var flowDepth = 0
  private var depth = 0
  /// The content of an anchor is nil inside its value.
  var anchors: [[UInt8]: (start: Int, content: YAMLNode.Content?)] = [:]
  var copiedValues = 0
  var copiedBytes = 0
  /// The prefixes of tags by handle, such as `!name!`.
  var prefixes: [[UInt8]: [UInt8]] = [:]
  /// Whether a key was noted that is not text.
  var hasOtherKey = false
  /// The tag of the value that was read last.
  var lastTag: Tag.Kind?
  var notes: [YAMLDocument.Note] = []
  /// Comments that belong to no item yet.
  var comments: [[UInt8]] = []
  /// The index of a comment on the line of the last token.
  var besideIndex: Int?
  /// Whether a blank line follows the comments.
  var hasBlankLine = false

  init(_ source: Source, _ dialect: YAMLDocument.Dialect) {
    bytes = source.bytes
    self.dialect = dialect
    at = source.textStart
    lineStart = at
  }

  mutating func parseDocument() throws(YAMLError) -> YAMLNode {
    try skip()
    let hasDirectives = try scanDirectives()
    var own = YAMLComments()
    if isMarker("-") {
      own.above = takeComments()
      at += 3
      startsItem = false
    } else if hasDirectives || isMarker(".") {
      throw error(.startMissing)
    }
    let root = try parseItem(inside: -1, isMember: false, own)
    if column >= 0 { throw misplaced }
    if isMarker(".") {
      at += 3
      startsItem = false
      try skip()
    }
    if bytes[at] != 0 { notes.append(.init(kind: .furtherDocuments, start: at)) }
    if try scanDirectives(), !isMarker("-") { throw error(.startMissing) }
    return root
  }

  /// Reads the value of an item and the comments around it.
  private mutating func parseItem(
    inside indent: Int, isMember: Bool, _ above: YAMLComments
  ) throws(YAMLError) -> YAMLNode {
    var own = above
    try skip()
    takeBeside(&own)
    var value = try parseBlock(inside: indent, isMember: isMember)
    own.append(value.comments)
    try skip()
    takeBeside(&own)
    value.comments = own
    return value
  }

  /// Reads a value that must be indented more than `indent`; a missing one is null.
  private mutating func parseBlock(
    inside indent: Int, isMember: Bool
  ) throws(YAMLError) -> YAMLNode {
    let place = at
    var properties = Properties()
    var comments = YAMLComments()
    while true {
      try skip()
      if !properties.isEmpty { takeBeside(&comments) }
      let (start, line, column) = (at, lineStart, self.column)
      let isDash = isIndicator("-")
      // A sequence may be at the column of its key; libyaml allows block scalars there, too.
      let isAligned = column == indent && (isDash ? isMember : isNext("|") || isNext(">"))
      guard column > indent || column >= 0 && isAligned else {
        return try node(.scalar([], isPlain: true), place, properties, comments)
      }
      if isDash || isIndicator("?") {
        guard startsItem else { throw error(.unexpected(bytes[at])) }
        let content =
          try isDash ? parseSequence(column, isAligned: isAligned) : parseMapping(column)
        return try node(.collection(content), start, properties, comments)
      }
      let above = takeComments()
      let canBeKey = startsItem
      let own = try scanProperties()
      if !own.isEmpty, isNext("#") || isLineEnd {
        try properties.merge(own, at: start)
        self.comments = above
        continue
      }
      var atomStart = at
      var atom = try parseAtom(indent, own)
      if isColon {
        guard canBeKey else { throw error(.keyInLine) }
        // The mapping reads its first key again.
        (at, lineStart, atomStart) = (start, line, start)
        self.comments = above
        atom = .collection(try parseMapping(column))
      } else {
        try properties.merge(own, at: start)
        comments.append(YAMLComments(above: above))
      }
      return try node(atom, atomStart, properties, comments)
    }
  }

  private mutating func parseSequence(
    _ column: Int, isAligned: Bool
  ) throws(YAMLError) -> YAMLNode.Content {
    try enter()
    var elements: [YAMLNode] = []
    repeat {
      let own = YAMLComments(above: takeComments())
      at += 1
      startsItem = true
      elements.append(try parseItem(inside: column, isMember: false, own))
    } while try continues(column) && isIndicator("-")
    if self.column == column, !isAligned { throw misplaced }
    depth -= 1
    return .sequence(elements)
  }

  private mutating func parseMapping(_ column: Int) throws(YAMLError) -> YAMLNode.Content {
    try enter()
    var mapping = MappingEntries()
    repeat {
      var own = YAMLComments(above: takeComments())
      let isExplicit = isIndicator("?")
      let key: Key
      if isExplicit {
        at += 1
        startsItem = true
        let node = try parseItem(inside: column, isMember: true, YAMLComments())
        own.append(node.comments)
        key = self.key(node)
      } else {
        key = try parseKey()
      }
      var value = YAMLNode(.null, start: at, comments: own)
      if !isExplicit || self.column == column && isIndicator(":") {
        own.append(YAMLComments(above: takeComments()))
        at += 1
        startsItem = isExplicit
        value = try parseItem(inside: column, isMember: true, own)
      }
      add(key, value, to: &mapping)
    } while try continues(column)
    depth -= 1
    return finish(mapping)
  }

  /// Reads a key up to its colon.
  private mutating func parseKey() throws(YAMLError) -> Key {
    let (start, line) = (at, lineStart)
    let own = try scanProperties()
    let place = at
    let atom = try parseAtom(0, own)
    guard isColon else { throw error(.colonMissing, at: start) }
    try checkKey(start, line)
    let node = try node(atom, place, own)
    return key(node)
  }

  /// Whether a colon on the line of a key is next.
  private var isColon: Bool { !startsItem && isIndicator(":") }

  /// Rejects a key that the peers do not recognize.
  private func checkKey(_ start: Int, _ line: Int) throws(YAMLError) {
    if line != lineStart { throw error(.keyInLines, at: start) }
    // Continuation bytes are 10xxxxxx.
    if at - start > Self.longestKey,
      bytes[start..<at].count(where: { $0 & 0xC0 != 0x80 }) > Self.longestKey
    {
      throw error(.longKey, at: start)
    }
  }

  /// Whether another item of a block collection follows at its column.
  private mutating func continues(_ column: Int) throws(YAMLError) -> Bool {
    // A quoted text over several lines may end before the column.
    if self.column > column || self.column == column && !startsItem { throw misplaced }
    return self.column == column
  }

  private var misplaced: YAMLError { error(startsItem ? .wrongIndentation : .unexpectedText) }

  private mutating func enter() throws(YAMLError) {
    guard depth < Self.deepest else { throw error(.tooDeep) }
    depth += 1
  }

  /// Reads a scalar, an alias or a flow collection, and the blanks after it.
  private mutating func parseAtom(_ indent: Int, _ own: Properties) throws(YAMLError) -> Atom {
    startsItem = false
    let atom: Atom
    switch bytes[at] {
    case "*": atom = .alias(try parseAlias())
    case "[", "{": atom = .collection(try parseFlow(indent))
    case "'", "\"": atom = .scalar(try scanQuoted(), isPlain: false)
    case "|" where flowDepth == 0, ">" where flowDepth == 0:
      atom = .scalar(try scanBlockScalar(indent), isPlain: false)
    case _ where startsPlain: atom = .scalar(try scanPlain(indent), isPlain: true)
    case ":" where !own.isEmpty: atom = .scalar([], isPlain: true)
    default: throw error(.unexpected(bytes[at]))
    }
    if !startsItem { skipBlanks() }
    return atom
  }

  private mutating func parseAlias() throws(YAMLError) -> YAMLNode.Content {
    let start = at
    let name = try scanAnchorName()
    guard let anchor = anchors[name] else {
      throw YAMLError(.unknownAlias, ByteRange(start, at))
    }
    guard let content = anchor.content else {
      if dialect == .ruby { notes.append(.init(kind: .recursion, start: start)) }
      return .leftOut(YAMLError.Problem.recursiveAlias.words)
    }
    return try copy(content)
  }

  /// A copy of an anchor's value without its comments; adds its size to that of all aliases.
  private mutating func copy(_ content: YAMLNode.Content) throws(YAMLError) -> YAMLNode.Content {
    copiedValues += 1
    switch content {
    case .text(let text), .number(let text): copiedBytes += text.count
    default: break
    }
    if copiedValues > 1_000_000 || copiedBytes > 16 << 20 { throw error(.tooManyAliases) }
    switch content {
    case .null, .boolean, .number, .text, .leftOut: return content
    case .sequence(let elements):
      try enter()
      var copies: [YAMLNode] = []
      for element in elements {
        copies.append(YAMLNode(try copy(element.content), start: element.start))
      }
      depth -= 1
      return .sequence(copies)
    case .mapping(let members):
      try enter()
      var copies: [YAMLMember] = []
      for member in members {
        copiedBytes += member.name.count
        let value = YAMLNode(try copy(member.value.content), start: member.value.start)
        copies.append(YAMLMember(member.name, value, start: member.start))
      }
      depth -= 1
      return .mapping(copies)
    }
  }

  private mutating func parseFlow(_ indent: Int) throws(YAMLError) -> YAMLNode.Content {
    try enter()
    let opening = at
    let isMapping = isNext("{")
    let closing: Unicode.Scalar = isMapping ? "}" : "]"
    flowDepth += 1
    at += 1
    var elements: [YAMLNode] = []
    var mapping = MappingEntries()
    try skip()
    while !isNext(closing) {
      if bytes[at] == 0 { throw error(.unclosed(bytes[opening]), at: opening) }
      var own = YAMLComments(above: takeComments())
      let start = at
      let isExplicit = isNext("?")
      if isExplicit {
        at += 1
        try skip()
      }
      let line = lineStart
      var value = try parseFlowNode(indent, mayBeEmpty: isExplicit)
      try skip()
      var name: Key?
      if isMapping || isExplicit || isNext(":") {
        name = key(value)
        value = YAMLNode(.null, start: at)
      }
      if isNext(":") {
        if !isExplicit { try checkKey(start, line) }
        at += 1
        try skip()
        takeBeside(&own)
        own.above += takeComments()
        value = try parseFlowNode(indent, mayBeEmpty: true)
        try skip()
      }
      takeBeside(&own)
      if isNext(",") {
        at += 1
        try skip()
        takeBeside(&own)
      } else if !isNext(closing), bytes[at] != 0 {
        throw error(.separatorMissing(closing: closing))
      }
      if let name, !isMapping {
        var pair = MappingEntries()
        add(name, value, to: &pair)
        value = YAMLNode(finish(pair), start: start)
      }
      value.comments = own
      if let name, isMapping { add(name, value, to: &mapping) } else { elements.append(value) }
    }
    at += 1
    flowDepth -= 1
    depth -= 1
    startsItem = false
    return isMapping ? finish(mapping) : .sequence(elements)
  }

  private mutating func parseFlowNode(
    _ indent: Int, mayBeEmpty: Bool
  ) throws(YAMLError) -> YAMLNode {
    let own = try scanProperties()
    if !own.isEmpty { try skip() }
    let start = at
    if isAnyMarker { throw error(.markerInside) }
    let isEmpty = (mayBeEmpty || !own.isEmpty) && ",:]}".utf8.contains(bytes[at])
    let atom = try isEmpty ? .scalar([], isPlain: true) : parseAtom(indent, own)
    return try node(atom, start, own)
  }
}
