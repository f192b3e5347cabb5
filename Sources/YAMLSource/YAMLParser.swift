import JSONSource

// Each collection is a call of its own, so that indentation is an argument. Whether a key may start at a place
// follows libyaml: at the start of a line, and after the indicators of items that are on one line.

/// Reads the first document in one pass over the bytes.
struct YAMLParser {
  static let deepest = 512
  private static let longestKey = 1024

  // Zero bytes follow the text and cannot occur in it, so that every loop stops there.
  let bytes: [UInt8]
  let dialect: YAMLDocument.Dialect
  var at: Int
  var lineStart: Int
  /// Whether a key, a `-` or a `?` may start here.
  var startsItem = true
  var flowDepth = 0
  private var depth = 0
  var anchors: [[UInt8]: Anchor] = [:]
  var expanded = NodeSize()
  var prefixes: [[UInt8]: [UInt8]] = [:]
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
    if isDocumentMarker("-") {
      own.above = takeComments()
      at += 3
      startsItem = false
      try skip()
      takeBeside(&own)
    } else if hasDirectives || isDocumentMarker(".") {
      throw error(.startMissing)
    }
    var root = try parseBlock(inside: -1, isMember: false)
    own.append(root.comments)
    try skip()
    takeBeside(&own)
    root.comments = own
    if column >= 0 { throw misplaced }
    if isDocumentMarker(".") {
      at += 3
      startsItem = false
      try skip()
    }
    if bytes[at] != 0 { notes.append(.init(kind: .furtherDocuments, start: at)) }
    if try scanDirectives(), !isDocumentMarker("-") { throw error(.startMissing) }
    return root
  }

  /// Reads a value that must be indented more than `indent`; a missing one is null.
  private mutating func parseBlock(
    inside indent: Int, isMember: Bool
  ) throws(YAMLError) -> YAMLNode {
    var place = at
    var properties = Properties()
    var comments = YAMLComments()
    while true {
      try skip()
      let (start, line, column) = (at, lineStart, self.column)
      if !properties.isEmpty { takeBeside(&comments) }
      let isDash = isIndicator("-")
      var atom = Atom.scalar([], isPlain: true)
      // A sequence may be at the column of its key; libyaml allows block scalars there, too.
      let isAligned = column == indent && (isDash ? isMember : isNext("|") || isNext(">"))
      if column > indent || column >= 0 && isAligned {
        if isDash || isIndicator("?") {
          guard startsItem else { throw error(.unexpected(bytes[at])) }
          place = start
          atom = .collection(
            isDash ? try parseSequence(column, isAligned: isAligned) : try parseMapping(column))
        } else {
          let above = takeComments()
          let canBeKey = startsItem
          let own = try scanProperties()
          if !own.isEmpty {
            skipBlanks()
            if isNext("#") || isLineEnd {
              try properties.merge(own, at: start)
              self.comments = above
              continue
            }
          }
          place = at
          atom = try parseAtom(indent, own)
          if !startsItem { skipBlanks() }
          if !startsItem, isIndicator(":") {
            guard canBeKey else { throw error(.keyInLine) }
            try checkKey(start, line)
            let key = try key(node(atom, place, own), own)
            place = start
            atom = .collection(try parseMapping(column, first: key, YAMLComments(above: above)))
          } else {
            try properties.merge(own, at: start)
            comments.append(YAMLComments(above: above))
          }
        }
      }
      var node = try node(atom, place, properties)
      node.comments = comments
      return node
    }
  }

  private mutating func parseSequence(
    _ column: Int, isAligned: Bool
  ) throws(YAMLError) -> YAMLNode.Content {
    try enter()
    var elements: [YAMLNode] = []
    repeat {
      var own = YAMLComments(above: takeComments())
      at += 1
      startsItem = true
      elements.append(try parseItem(column, isMember: false, &own))
    } while try continues(column) && isIndicator("-")
    if self.column == column, !isAligned { throw misplaced }
    depth -= 1
    return .sequence(elements)
  }

  /// Reads the value of an item and the comments around it.
  private mutating func parseItem(
    _ column: Int, isMember: Bool, _ own: inout YAMLComments
  ) throws(YAMLError) -> YAMLNode {
    try skip()
    takeBeside(&own)
    var value = try parseBlock(inside: column, isMember: isMember)
    own.append(value.comments)
    try skip()
    takeBeside(&own)
    value.comments = own
    return value
  }

  private mutating func parseMapping(
    _ column: Int, first: Key? = nil, _ comments: YAMLComments = YAMLComments()
  ) throws(YAMLError) -> YAMLNode.Content {
    try enter()
    var mapping = MappingBuilder()
    var (first, own) = (first, comments)
    repeat {
      let isExplicit = first == nil && isIndicator("?")
      let key: Key
      if let known = first.take() {
        key = known
      } else {
        own = YAMLComments(above: takeComments())
        key = try isExplicit ? parseExplicitKey(column, &own) : parseKey()
      }
      var value = YAMLNode(content: .null, start: at)
      if !isExplicit || self.column == column && isIndicator(":") {
        own.above += takeComments()
        at += 1
        startsItem = isExplicit
        value = try parseItem(column, isMember: true, &own)
      } else {
        takeBeside(&own)
        value.comments = own
      }
      try add(key, value, to: &mapping)
    } while try continues(column)
    depth -= 1
    return .mapping(finish(mapping))
  }

  private mutating func parseExplicitKey(
    _ column: Int, _ own: inout YAMLComments
  ) throws(YAMLError) -> Key {
    at += 1
    startsItem = true
    let node = try parseBlock(inside: column, isMember: true)
    own.append(node.comments)
    try skip()
    return try key(node)
  }

  /// Reads a key up to its colon.
  private mutating func parseKey() throws(YAMLError) -> Key {
    let (start, line) = (at, lineStart)
    let own = try scanProperties()
    skipBlanks()
    let place = at
    let atom = try parseAtom(0, own)
    if !startsItem { skipBlanks() }
    guard !startsItem, isIndicator(":") else {
      throw YAMLError(.colonMissing, ByteRange(start, start + 1))
    }
    try checkKey(start, line)
    return try key(node(atom, place, own), own)
  }

  /// Rejects a key that the peers do not recognize.
  private func checkKey(_ start: Int, _ line: Int) throws(YAMLError) {
    let range = ByteRange(start, start + 1)
    guard line == lineStart else { throw YAMLError(.keyInLines, range) }
    guard at - start > Self.longestKey else { return }
    // Continuation bytes are 10xxxxxx.
    let count = bytes[start..<at].count { $0 & 0xC0 != 0x80 }
    if count > Self.longestKey { throw YAMLError(.longKey(limit: Self.longestKey), range) }
  }

  /// Whether another item of a block collection follows at its column.
  private mutating func continues(_ column: Int) throws(YAMLError) -> Bool {
    if self.column > column { throw misplaced }
    return self.column == column
  }

  private var misplaced: YAMLError {
    error(startsItem ? .wrongIndentation : .unexpectedText)
  }

  mutating func enter() throws(YAMLError) {
    guard depth < Self.deepest else { throw error(.tooDeep(limit: Self.deepest)) }
    depth += 1
  }

  /// Reads a scalar, an alias or a flow collection.
  private mutating func parseAtom(
    _ indent: Int, _ own: Properties
  ) throws(YAMLError) -> Atom {
    startsItem = false
    switch bytes[at] {
    case UInt8(ascii: "*"):
      if !own.isEmpty { throw error(.propertyOfAlias) }
      return .alias(try scanAlias(depth: depth))
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      return .collection(try parseFlow(indent))
    case UInt8(ascii: "\""): return .scalar(try scanDoubleQuoted(), isPlain: false)
    case UInt8(ascii: "'"): return .scalar(try scanSingleQuoted(), isPlain: false)
    case UInt8(ascii: "|") where flowDepth == 0, UInt8(ascii: ">") where flowDepth == 0:
      return .scalar(try scanBlockScalar(indent), isPlain: false)
    default:
      if startsPlain { return .scalar(try scanPlain(indent), isPlain: true) }
      guard isNext(":"), !own.isEmpty else { throw error(.unexpected(bytes[at])) }
      return .scalar([], isPlain: true)
    }
  }

  private mutating func parseFlow(_ indent: Int) throws(YAMLError) -> YAMLNode.Content {
    try enter()
    let opening = at
    let isMapping = isNext("{")
    let closing = isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
    flowDepth += 1
    at += 1
    var elements: [YAMLNode] = []
    var mapping = MappingBuilder()
    try skip()
    while bytes[at] != closing {
      if bytes[at] == 0 { throw YAMLError(.unclosed(bytes[opening]), ByteRange(opening, at)) }
      var own = YAMLComments(above: takeComments())
      let start = at
      let isExplicit = isNext("?")
      if isExplicit {
        at += 1
        try skip()
      }
      let line = lineStart
      var (value, properties) = try parseFlowNode(indent, mayBeEmpty: isExplicit)
      try skip()
      var name: Key?
      if isMapping || isExplicit || isNext(":") {
        name = try key(value, properties)
        value = YAMLNode(content: .null, start: at)
      }
      if isNext(":") {
        if !isExplicit { try checkKey(start, line) }
        at += 1
        try skip()
        takeBeside(&own)
        own.above += takeComments()
        value = try parseFlowNode(indent, mayBeEmpty: true).node
      }
      try skip()
      takeBeside(&own)
      if isNext(",") {
        at += 1
        try skip()
        takeBeside(&own)
      } else if bytes[at] != closing, bytes[at] != 0 {
        throw error(.expectedSeparator(closing: closing))
      }
      if let name, !isMapping {
        var pair = MappingBuilder()
        try add(name, value, to: &pair)
        value = YAMLNode(content: .mapping(finish(pair)), start: start)
      }
      value.comments = own
      if let name, isMapping { try add(name, value, to: &mapping) } else { elements.append(value) }
    }
    at += 1
    flowDepth -= 1
    depth -= 1
    startsItem = false
    return isMapping ? .mapping(finish(mapping)) : .sequence(elements)
  }

  private mutating func parseFlowNode(
    _ indent: Int, mayBeEmpty: Bool
  ) throws(YAMLError) -> (node: YAMLNode, properties: Properties) {
    let own = try scanProperties()
    if !own.isEmpty { try skip() }
    let start = at
    if isAnyMarker { throw error(.markerInside) }
    let isEmpty = isNext(",") || isNext(":") || isNext("]") || isNext("}")
    if isEmpty, mayBeEmpty || !own.isEmpty {
      return (try node(.scalar([], isPlain: true), start, own), own)
    }
    return (try node(parseAtom(indent, own), start, own), own)
  }
}
