import JSONSource

/// The content of a value before its tag is applied.
enum Atom {
  case scalar([UInt8], isPlain: Bool)
  case collection(YAMLNode.Content)
  case alias(YAMLNode.Content)
}

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

/// The members of a mapping; the last of equal names has the place of the first.
struct MappingBuilder {
  private(set) var members: [YAMLMember] = []
  /// The members of merged mappings, which PyYAML puts before all others.
  var merged: [YAMLMember] = []
  /// Comments of merge keys, for the next member.
  var comments: [[UInt8]] = []
  private var positions: [[UInt8]: Int] = [:]
  private var areOwn: [Bool] = []

  /// Returns whether the member replaces one that is written in the same mapping.
  mutating func set(_ member: YAMLMember, isMerged: Bool = false) -> Bool {
    let position = position(of: member.name)
    if position == members.count {
      members.append(member)
      areOwn.append(!isMerged)
      return false
    }
    // The comments of a replaced member stay.
    members[position].value.comments.append(member.value.comments)
    var member = member
    swap(&member.value.comments, &members[position].value.comments)
    members[position] = member
    defer { areOwn[position] = areOwn[position] || !isMerged }
    return areOwn[position] && !isMerged
  }

  private mutating func position(of name: [UInt8]) -> Int {
    // A linear search of a small mapping is faster than a dictionary.
    if members.count < 12 { return members.firstIndex { $0.name == name } ?? members.count }
    if positions.isEmpty {
      for (index, member) in members.enumerated() { positions[member.name] = index }
    }
    let position = positions[name] ?? members.count
    positions[name] = position
    return position
  }
}

extension YAMLParser {
  /// Applies the properties to a value.
  mutating func node(
    _ atom: Atom, _ start: Int, _ properties: Properties,
    _ comments: YAMLComments = YAMLComments()
  ) throws(YAMLError) -> YAMLNode {
    lastTag = properties.tag?.kind
    let content: YAMLNode.Content
    switch atom {
    case .scalar(let text, let isPlain):
      content = try resolve(text, isPlain: isPlain, properties.tag, start)
    case .alias(let found):
      if !properties.isEmpty { throw YAMLError(.propertyOfAlias, ByteRange(start, start + 1)) }
      content = found
    case .collection(let found):
      content = found
      let kind: Tag.Kind = if case .sequence = found { .seq } else { .map }
      if let tag = properties.tag, tag.kind != .plain, tag.kind != kind { throw mismatch(tag) }
    }
    if let anchor = properties.anchor {
      let name = Array(bytes[anchor.start..<anchor.end])
      // A later anchor of the same name in the value replaces this one.
      if case .open(anchor.start) = anchors[name] { anchors[name] = .closed(content) }
    }
    return YAMLNode(content: content, start: start, comments: comments)
  }

  private mutating func resolve(
    _ text: [UInt8], isPlain: Bool, _ tag: Tag?, _ start: Int
  ) throws(YAMLError) -> YAMLNode.Content {
    guard tag?.kind != .str, isPlain || tag != nil else { return .text(text) }
    let type = dialect.type(of: text, tag?.kind)
    if let tag, !type.fits(tag.kind) { throw mismatch(tag) }
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
    case .unusable(let problem): throw YAMLError(problem, ByteRange(start, start + 1))
    }
  }

  private func mismatch(_ tag: Tag) -> YAMLError {
    YAMLError(.tagMismatch(Array(bytes[tag.range.start..<tag.range.end])), tag.range)
  }

  /// The key that was read last.
  func key(_ node: YAMLNode) throws(YAMLError) -> Key {
    guard let name = dialect.name(of: node.content) else {
      throw YAMLError(.collectionAsKey, ByteRange(node.start, node.start + 1))
    }
    // Psych merges with a quoted key, too.
    let isPlain = dialect == .ruby || bytes[node.start] == "<" || lastTag == .plain
    let isMerge = isPlain && lastTag != .str && name.elementsEqual("<<".utf8)
    return Key(name: name, start: node.start, isMerge: isMerge)
  }

  mutating func add(
    _ key: Key, _ value: YAMLNode, to mapping: inout MappingBuilder
  ) throws(YAMLError) {
    guard key.isMerge, let members = try mergedMembers(value) else {
      var member = YAMLMember(name: key.name, start: key.start, value: value)
      if !mapping.comments.isEmpty {
        member.value.comments.above = mapping.comments + value.comments.above
        mapping.comments = []
      }
      if mapping.set(member) { notes.append(.init(kind: .duplicateName, start: key.start)) }
      return
    }
    for member in members {
      if dialect == .python {
        mapping.merged.append(member)
      } else {
        _ = mapping.set(member, isMerged: true)
      }
    }
    mapping.comments += value.comments.above
    if let beside = value.comments.beside { mapping.comments.append(beside) }
  }

  /// The members to merge, or nil if Psych reads the key as an ordinary one.
  private func mergedMembers(_ value: YAMLNode) throws(YAMLError) -> [YAMLMember]? {
    var elements = [value]
    if case .sequence(let found) = value.content, dialect == .python || bytes[value.start] != "*" {
      elements = found
    }
    var all: [YAMLMember] = []
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

  mutating func finish(_ mapping: MappingBuilder) -> [YAMLMember] {
    if !mapping.comments.isEmpty { comments = mapping.comments + comments }
    if mapping.merged.isEmpty { return mapping.members }
    var result = MappingBuilder()
    for member in mapping.merged + mapping.members { _ = result.set(member, isMerged: true) }
    return result.members
  }

  /// Reads the name of an anchor or alias after its sign.
  mutating func scanAnchorName() throws(YAMLError) -> [UInt8] {
    let start = at + 1
    at = start
    while bytes[at].isWord { at += 1 }
    guard at > start, isBlankOrEnd(at) || "?:,]}%@`".utf8.contains(bytes[at]) else {
      throw error(.wrongAnchor)
    }
    return Array(bytes[start..<at])
  }

  /// Reads the anchor and the tag of a value on the same line, and the blanks after them.
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
      skipBlanks()
    }
    return found
  }

  private mutating func scanTag() throws(YAMLError) -> Tag {
    let start = at
    while !isBlankOrEnd(at), !(flowDepth > 0 && isNext(",")) { at += 1 }
    let written = bytes[start..<at]
    // A handle is '!', '!!' or '!name!'.
    let end = written.dropFirst().firstIndex { $0 == "!" } ?? start
    let standard = Array("tag:yaml.org,2002:".utf8)
    var whole = Array(written)
    if written.starts(with: "!<".utf8), written.last == ">" {
      whole = Array(written.dropFirst(2).dropLast())
    } else if let prefix = prefixes[Array(written[...end])] ?? (end == start + 1 ? standard : nil),
      written.count > 1
    {
      whole = prefix + written[(end + 1)...]
    }
    let isStandard = whole.starts(with: standard)
    let name = String(decoding: whole.dropFirst(isStandard ? standard.count : 0), as: UTF8.self)
    let range = ByteRange(start, at)
    guard let kind = Tag.Kind(rawValue: name), isStandard == (kind != .plain) else {
      throw YAMLError(.unsupportedTag(Array(written)), range)
    }
    return Tag(kind: kind, range: range)
  }
}
