import JSONSource

/// The content of a value before its tag is applied.
enum Atom {
  case scalar([UInt8], isPlain: Bool)
  case collection(YAMLNode.Content)
  case alias(YAMLNode.Content)
}

/// The key of a mapping's item.
struct Key {
  let name: [UInt8]
  let start: Int
  let isMerge: Bool
}

/// The anchor and the tag before a value.
struct Properties {
  var anchor: ByteRange?
  var tag: Tag?

  var isEmpty: Bool { anchor == nil && tag == nil }

  mutating func merge(_ other: Properties, at place: Int) throws(YAMLError) {
    if anchor != nil && other.anchor != nil || tag != nil && other.tag != nil {
      throw YAMLError(.secondProperty, ByteRange(place, place + 1))
    }
    anchor = anchor ?? other.anchor
    tag = tag ?? other.tag
  }
}

struct Tag {
  /// The types of YAML 1.1 that have a JSON value. A scalar with the tag `!` has the type of plain text.
  enum Kind: String {
    case plain = "!"
    case str, int, float, bool, null, seq, map
  }

  let kind: Kind
  let range: ByteRange
}

enum Anchor {
  /// The value of the anchor at the offset is not complete, so that an alias would contain itself.
  case open(Int)
  case closed(YAMLNode.Content)
}

/// The number of values, bytes of text and levels.
struct NodeSize {
  static let most = NodeSize(values: 1_000_000, bytes: 16 << 20)

  var values = 0
  var bytes = 0
  var depth = 0

  /// Adds the size of a value, and stops when the sum is too large.
  mutating func add(_ content: YAMLNode.Content, depth: Int) {
    values += 1
    self.depth = max(self.depth, depth)
    guard !isTooLarge else { return }
    switch content {
    case .null, .boolean: break
    case .number(let text), .text(let text): bytes += text.count
    case .sequence(let elements):
      for element in elements where !isTooLarge { add(element.content, depth: depth + 1) }
    case .mapping(let members):
      for member in members where !isTooLarge {
        bytes += member.name.count
        add(member.value.content, depth: depth + 1)
      }
    }
  }

  var isTooLarge: Bool { values > Self.most.values || bytes > Self.most.bytes }
}

/// The members of a mapping; the last of equal names has the place of the first.
struct MappingBuilder {
  private(set) var members: [YAMLMember] = []
  /// The members of merged mappings, which PyYAML puts before all others.
  var merged: [YAMLMember] = []
  private var positions: [[UInt8]: Int] = [:]
  private var ownPositions: Set<Int> = []

  /// Returns whether the member replaces one that is written in the same mapping.
  mutating func set(_ member: YAMLMember, isMerged: Bool = false) -> Bool {
    if let position = position(of: member.name) {
      members[position] = member
      if isMerged { return false }
      return !ownPositions.insert(position).inserted
    }
    if !isMerged { ownPositions.insert(members.count) }
    if !positions.isEmpty { positions[member.name] = members.count }
    members.append(member)
    return false
  }

  private mutating func position(of name: [UInt8]) -> Int? {
    // A linear search of a small mapping is faster than a dictionary.
    guard members.count >= 12 else { return members.firstIndex { $0.name == name } }
    if positions.isEmpty {
      for (index, member) in members.enumerated() { positions[member.name] = index }
    }
    return positions[name]
  }
}

extension YAMLParser {
  private mutating func resolve(
    _ text: [UInt8], isPlain: Bool, _ tag: Tag?, _ start: Int
  ) throws(YAMLError) -> YAMLNode.Content {
    guard tag?.kind != .str, isPlain || tag != nil else { return .text(text) }
    let type = dialect.type(of: text, tag?.kind)
    if let tag, !type.fits(tag.kind) { throw mismatch(tag) }
    let range = ByteRange(start, start + 1)
    switch type {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let spelling), .float(let spelling): return .number(spelling)
    case .text: return .text(text)
    case .symbol(let name):
      notes.append(.init(kind: .symbol, start: start))
      return .text(name)
    case .timestamp:
      notes.append(.init(kind: .timestamp, start: start))
      return .text(text)
    case .infinityOrNaN: throw YAMLError(.notFinite, range)
    case .wrongNumber: throw YAMLError(.wrongNumber, range)
    case .longNumber:
      throw YAMLError(.longNumber(limit: YAMLDocument.Dialect.longestNumber), range)
    }
  }

  /// Applies the properties to a value.
  mutating func node(
    _ atom: Atom, _ start: Int, _ properties: Properties
  ) throws(YAMLError) -> YAMLNode {
    let content: YAMLNode.Content
    switch atom {
    case .scalar(let text, let isPlain):
      content = try resolve(text, isPlain: isPlain, properties.tag, start)
    case .alias(let found):
      if !properties.isEmpty { throw YAMLError(.propertyOfAlias, ByteRange(start, start + 1)) }
      content = found
    case .collection(let found):
      content = found
      let isSequence = if case .sequence = found { true } else { false }
      if let tag = properties.tag, tag.kind != .plain, tag.kind != (isSequence ? .seq : .map) {
        throw mismatch(tag)
      }
    }
    if let anchor = properties.anchor {
      let name = Array(bytes[anchor.start..<anchor.end])
      // A later anchor of the same name in the value replaces this one.
      if case .open(anchor.start) = anchors[name] { anchors[name] = .closed(content) }
    }
    return YAMLNode(content: content, start: start)
  }

  func mismatch(_ tag: Tag) -> YAMLError {
    YAMLError(.tagMismatch(Array(bytes[tag.range.start..<tag.range.end])), tag.range)
  }

  func key(_ node: YAMLNode, _ properties: Properties = Properties()) throws(YAMLError) -> Key {
    guard let name = dialect.name(of: node.content) else {
      throw YAMLError(.collectionAsKey, ByteRange(node.start, node.start + 1))
    }
    // Psych merges with a quoted key, too.
    let isMerge =
      name.elementsEqual("<<".utf8) && properties.tag?.kind != .str
      && (dialect == .ruby || bytes[node.start] == UInt8(ascii: "<")
        || properties.tag?.kind == .plain)
    return Key(name: name, start: node.start, isMerge: isMerge)
  }

  mutating func add(
    _ key: Key, _ value: YAMLNode, to mapping: inout MappingBuilder
  ) throws(YAMLError) {
    if key.isMerge, let members = try mergedMembers(value) {
      for var member in members {
        member.value.comments = YAMLComments()
        if dialect == .python {
          mapping.merged.append(member)
        } else {
          _ = mapping.set(member, isMerged: true)
        }
      }
      comments = value.comments.above + (value.comments.beside.map { [$0] } ?? []) + comments
      return
    }
    let member = YAMLMember(name: key.name, start: key.start, value: value)
    if mapping.set(member) { notes.append(.init(kind: .duplicateName, start: key.start)) }
  }

  /// The members to merge, or nil if Psych reads the key as an ordinary one.
  private func mergedMembers(_ value: YAMLNode) throws(YAMLError) -> [YAMLMember]? {
    if case .mapping(let members) = value.content { return members }
    var all: [YAMLMember] = []
    if case .sequence(let elements) = value.content,
      dialect == .python || bytes[value.start] != UInt8(ascii: "*")
    {
      // The members of an earlier mapping override those of a later one.
      for element in elements.reversed() {
        guard case .mapping(let members) = element.content else {
          if dialect == .ruby { return nil }
          throw YAMLError(.wrongMerge, ByteRange(element.start, element.start + 1))
        }
        all += members
      }
      return all
    }
    if dialect == .ruby { return nil }
    throw YAMLError(.wrongMerge, ByteRange(value.start, value.start + 1))
  }

  func finish(_ mapping: MappingBuilder) -> [YAMLMember] {
    if mapping.merged.isEmpty { return mapping.members }
    var result = MappingBuilder()
    for member in mapping.merged + mapping.members { _ = result.set(member, isMerged: true) }
    return result.members
  }

  mutating func scanAlias(depth: Int) throws(YAMLError) -> YAMLNode.Content {
    let start = at
    let name = try scanAnchorName()
    let range = ByteRange(start, at)
    switch anchors[name] {
    case nil: throw YAMLError(.unknownAlias(name), range)
    case .open: throw YAMLError(.recursiveAlias(name), range)
    case .closed(let content):
      expanded.depth = 0
      expanded.add(content, depth: depth)
      if expanded.isTooLarge { throw YAMLError(.tooManyAliases, range) }
      if expanded.depth > Self.deepest {
        throw YAMLError(.tooDeep(limit: Self.deepest), range)
      }
      return content
    }
  }

  private mutating func scanAnchorName() throws(YAMLError) -> [UInt8] {
    let start = at + 1
    at = start
    while bytes[at].isWord { at += 1 }
    guard at > start, isBlankOrEnd(at) || "?:,]}%@`".utf8.contains(bytes[at]) else {
      throw error(.wrongAnchor)
    }
    return Array(bytes[start..<at])
  }

  /// Reads the anchor and the tag of a value; they are on one line.
  mutating func scanProperties() throws(YAMLError) -> Properties {
    var found = Properties()
    while isNext("&") || isNext("!") {
      let start = at
      var next = Properties()
      if isNext("&") {
        let name = try scanAnchorName()
        anchors[name] = .open(start + 1)
        next.anchor = ByteRange(start + 1, at)
      } else {
        next.tag = try scanTag()
      }
      try found.merge(next, at: start)
      startsItem = false
      let end = at
      skipBlanks()
      if !isNext("&"), !isNext("!") { at = end }
    }
    return found
  }

  private mutating func scanTag() throws(YAMLError) -> Tag {
    let start = at
    while !isBlankOrEnd(at), !(flowDepth > 0 && isNext(",")) { at += 1 }
    let range = ByteRange(start, at)
    let written = bytes[start..<at]
    var whole = Array(written)
    if written.starts(with: "!<".utf8), written.last == UInt8(ascii: ">") {
      whole = Array(written.dropFirst(2).dropLast())
    } else if written.count > 1 {
      // A handle is '!', '!!' or '!name!'.
      let end = written.dropFirst().firstIndex(of: UInt8(ascii: "!")) ?? start
      let handle = Array(written[...end])
      let usual = end == start ? handle : end == start + 1 ? Self.standard : nil
      guard let prefix = prefixes[handle] ?? usual else {
        throw YAMLError(.unsupportedTag(whole), range)
      }
      whole = prefix + written[(end + 1)...]
    }
    let isStandard = whole.starts(with: Self.standard)
    let name = String(
      decoding: isStandard ? whole.dropFirst(Self.standard.count) : whole[...], as: UTF8.self)
    guard let kind = Tag.Kind(rawValue: name), isStandard == (kind != .plain) else {
      throw YAMLError(.unsupportedTag(Array(written)), range)
    }
    return Tag(kind: kind, range: range)
  }

  private static let standard = Array("tag:yaml.org,2002:".utf8)
}
