import JSONSource

/// The content of a value before its tag is applied.
enum Atom {
  case scalar([UInt8], isPlain: Bool)
  case collection(YAMLNode.Content)
  case alias(YAMLNode.Content)
}

struct Key {
  let name: [UInt8]
  var type = YAMLMember.KeyType.text
  let start: Int
  let isMerge: Bool
  /// What a mapping with this key is instead.
  var leftOut: YAMLNode.Content?
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
    case str = "!!str"
    case int = "!!int"
    case float = "!!float"
    case bool = "!!bool"
    case null = "!!null"
    case seq = "!!seq"
    case map = "!!map"
    case merge = "!!merge"
  }

  /// The tag with '!!' for the prefix of the standard types.
  let name: [UInt8]
  let range: ByteRange

  /// nil for any other tag.
  var kind: Kind? { Kind(rawValue: String(decoding: name, as: UTF8.self)) }
}

/// The members of a mapping as they are written.
struct MappingEntries {
  var all: [(member: YAMLMember, isMerged: Bool)] = []
  /// Comments of merge keys, for the next member.
  var comments: [[UInt8]] = []
  /// What the mapping is if it has no form in JSON.
  var leftOut: YAMLNode.Content?
}

extension YAMLParser {
  /// Applies the properties to a value.
  mutating func node(
    _ atom: Atom, _ start: Int, _ properties: Properties,
    _ comments: YAMLComments = YAMLComments()
  ) throws(YAMLError) -> YAMLNode {
    lastTag = properties.tag?.kind
    var content: YAMLNode.Content
    switch atom {
    case .scalar(let text, let isPlain):
      content = resolve(text, isPlain: isPlain, properties.tag, start)
    case .alias(let found):
      if !properties.isEmpty { throw error(.propertyOfAlias, at: start) }
      content = found
    case .collection(let found):
      content = found
      let kind: Tag.Kind = if case .sequence = found { .seq } else { .map }
      if let tag = properties.tag, tag.kind != .plain, tag.kind != kind {
        content = leftOut(tag, of: kind)
      }
    }
    if let anchor = properties.anchor {
      let name = Array(bytes[anchor.start..<anchor.end])
      // A later anchor of the same name in the value replaces this one.
      if anchors[name]?.start == anchor.start { anchors[name]?.content = content }
    }
    return YAMLNode(content, start: start, comments: comments)
  }

  private mutating func resolve(
    _ text: [UInt8], isPlain: Bool, _ tag: Tag?, _ start: Int
  ) -> YAMLNode.Content {
    guard tag?.kind != .str, dialect != .go || tag?.kind != .plain, isPlain || tag != nil else {
      return .text(text)
    }
    if tag?.kind == .merge, text.elementsEqual("<<".utf8) { return .text(text) }
    if dialect == .python, Self.signsOfPython.contains(text) {
      notes.append(.init(kind: .refused, start: start))
    }
    var type = dialect.type(of: text, tag?.kind)
    if let tag, dialect == .ruby, Self.tagsOfSymbols.contains(tag.name) {
      type = .symbol(text)
    } else if let tag, tag.kind.map(type.fits) != true {
      return leftOut(tag, of: .str, hasValue: dialect.hasPythonValue(text, type, tag.name))
    }
    switch type {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let spelling): return .number(spelling)
    case .float(let spelling):
      return spelling.rounded.map { .number($0) } ?? .leftOut(YAMLError.Problem.notFinite.words)
    case .text: return .text(text)
    case .symbol(let name):
      notes.append(.init(kind: .symbol, start: start))
      return .text(name)
    case .timestamp:
      notes.append(.init(kind: .timestamp, start: start))
      return .text(text)
    case .unusable(let problem):
      if problem.isRefused { notes.append(.init(kind: .refused, start: start)) }
      return .leftOut(problem.words)
    }
  }

  /// Tags of texts that Psych reads as symbols.
  private static let tagsOfSymbols = ["!ruby/sym", "!ruby/symbol"].map { Array($0.utf8) }

  /// Tags of collections that PyYAML reads, but that have no form in JSON.
  private static let tagsOfPython: [Tag.Kind: [String]] = [
    .seq: ["!!omap", "!!pairs"], .map: ["!!set"],
  ]

  /// Keys that PyYAML does not read as values.
  private static let signsOfPython = ["=", "<<"].map { Array($0.utf8) }

  /// Tags for which Psych needs a class, by the kind of value; a name may follow the colon.
  private static let tagsOfClasses: [Tag.Kind: [String]] = [
    .str: [
      "!str:", "!ruby/string:", "!ruby/class", "!ruby/module", "!ruby/regexp", "!ruby/range",
      "!ruby/object:BigDecimal", "!ruby/object:DateTime", "!ruby/object:Complex",
      "!ruby/object:Rational",
    ],
    .seq: ["!seq:", "!ruby/array:"],
    .map: [
      "!!str", "!set", "!!set", "!omap", "!!omap", "!map:", "!str:", "!ruby/string:",
      "!ruby/array:", "!ruby/hash:", "!ruby/hash-with-ivars:", "!ruby/range",
      "!ruby/marshalable:", "!ruby/object", "!ruby/object:", "!ruby/struct", "!ruby/struct:",
      "!ruby/exception", "!ruby/exception:",
    ],
  ]

  /// A value whose tag is unknown, or does not fit it.
  private mutating func leftOut(
    _ tag: Tag, of kind: Tag.Kind, hasValue: Bool = false
  ) -> YAMLNode.Content {
    let name = tag.name
    let isOfClass = Self.tagsOfClasses[kind]?.contains {
      name.elementsEqual($0.utf8) || $0.last == ":" && name.starts(with: $0.utf8)
    }
    if isOfClass == true {
      notes.append(.init(kind: .rubyObject, start: tag.range.start))
    }
    let isRefused =
      switch dialect {
      case .ruby: tag.kind == .float || name.elementsEqual("!!timestamp".utf8)
      case .python:
        !hasValue
          && Self.tagsOfPython[kind]?.contains(String(decoding: name, as: UTF8.self)) != true
      case .go: false
      }
    if isRefused { notes.append(.init(kind: .refused, start: tag.range.start)) }
    let problem: YAMLError.Problem = tag.kind == nil ? .unsupportedTag(name) : .tagMismatch
    return .leftOut(problem.words, isSecret: name.starts(with: "!vault".utf8))
  }

  /// The key that was read last.
  mutating func key(_ node: YAMLNode) -> Key {
    guard let name = dialect.name(of: node.content) else {
      // PyYAML has no collections as keys.
      if dialect == .python, node.isContainer || "[{".utf8.contains(bytes[node.start]) {
        notes.append(.init(kind: .refused, start: node.start))
      }
      let left = node.leftOut.first ?? (YAMLError.Problem.collectionAsKey.words, false, 0)
      let why =
        left.why == YAMLError.Problem.notFinite.words
        ? YAMLError.Problem.notFiniteAsKey.words : left.why
      return Key(
        name: [], start: node.start, isMerge: false,
        leftOut: .leftOut(why, isSecret: left.isSecret))
    }
    let isNoted = notes.last?.kind == .refused && notes.last?.start == node.start
    if isNoted, Self.signsOfPython.contains(name) { notes.removeLast() }
    let type = keyType(of: node)
    if type != .text, !hasOtherKey {
      hasOtherKey = true
      notes.append(.init(kind: .otherKey, start: node.start))
    }
    // Psych merges with a quoted key, too.
    let isPlain =
      dialect == .ruby || bytes[node.start] == "<" || lastTag == .plain || lastTag == .merge
    let isMerge = isPlain && lastTag != .str && name.elementsEqual("<<".utf8)
    return Key(name: name, type: type, start: node.start, isMerge: isMerge)
  }

  private func keyType(of node: YAMLNode) -> YAMLMember.KeyType {
    switch node.content {
    case .text:
      guard let note = notes.last, note.start == node.start else { return .text }
      return note.kind == .timestamp ? .other : .text
    case .number(let spelling): return spelling.contains(UInt8(ascii: ".")) ? .float : .integer
    default: return .other
    }
  }

  mutating func add(_ key: Key, _ value: YAMLNode, to mapping: inout MappingEntries) {
    mapping.leftOut = mapping.leftOut ?? key.leftOut
    if key.isMerge, let members = mergedMembers(value, &mapping.leftOut) {
      mapping.all += members.map { ($0, true) }
      mapping.comments += value.comments.above
      if let beside = value.comments.beside { mapping.comments.append(beside) }
    } else {
      var member = YAMLMember(key.name, value, start: key.start)
      member.keyType = key.type
      member.value.comments.above.insert(contentsOf: mapping.comments, at: 0)
      mapping.comments = []
      mapping.all.append((member, false))
    }
  }

  /// The members to merge, or nil if Psych reads the key as an ordinary one.
  private mutating func mergedMembers(
    _ value: YAMLNode, _ leftOut: inout YAMLNode.Content?
  ) -> [YAMLMember]? {
    var elements = [value]
    if case .sequence(let found) = value.content, dialect == .python || bytes[value.start] != "*" {
      elements = found
    }
    var all: [YAMLMember] = []
    // The members of an earlier mapping override those of a later one.
    for element in elements.reversed() {
      guard case .mapping(let members) = element.content else {
        if dialect == .ruby { return nil }
        if dialect == .python { notes.append(.init(kind: .refused, start: value.start)) }
        leftOut = leftOut ?? .leftOut(YAMLError.Problem.wrongMerge.words)
        return []
      }
      all += members
    }
    return all
  }

  /// Unites members of the same name: the last value is at the place of the first one.
  mutating func finish(_ mapping: MappingEntries) -> YAMLNode.Content {
    if !mapping.comments.isEmpty { comments = mapping.comments + comments }
    if let leftOut = mapping.leftOut { return leftOut }
    var entries = mapping.all
    if dialect == .python, entries.contains(where: \.isMerged) {
      // PyYAML puts merged members before all others.
      entries = entries.filter(\.isMerged) + entries.filter { !$0.isMerged }
    }
    var members: [YAMLMember] = []
    var areOwn: [Bool] = []
    var indexes = [[UInt8]: Int](minimumCapacity: entries.count)
    for (member, isMerged) in entries {
      // Keys of two types are two members, as 1 and '1'.
      let id = member.keyType == .text ? member.name : member.name + [0xFF]
      guard let index = indexes[id] else {
        indexes[id] = members.count
        members.append(member)
        areOwn.append(!isMerged)
        continue
      }
      if areOwn[index], !isMerged {
        notes.append(.init(kind: .duplicateName, start: member.start))
      }
      areOwn[index] = areOwn[index] || !isMerged
      // The comments of a replaced member stay.
      var comments = YAMLComments()
      swap(&comments, &members[index].value.comments)
      comments.append(member.value.comments)
      if let (why, isSecret, start) = members[index].value.leftOut.first {
        members[index].value = YAMLNode(.leftOut(why, isSecret: isSecret), start: start)
      } else {
        members[index] = member
      }
      members[index].value.comments = comments
    }
    return .mapping(members)
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
        // The anchor of a key may be read twice.
        if dialect == .python, let other = anchors[name], other.start != start + 1 {
          throw YAMLError(.secondAnchor, ByteRange(start, at))
        }
        anchors[name] = (start + 1, nil)
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
    let range = ByteRange(start, at)
    var name = Array(written)
    let isVerbatim = name.starts(with: "!<".utf8) && name.count > 3 && name.last == ">"
    let signs = "!%;/?:@&=+$.~*'()" + (isVerbatim ? ",[]<>" : "")
    if !name.allSatisfy({ $0.isWord || signs.utf8.contains($0) }) {
      throw YAMLError(.wrongTag, range)
    }
    let handle = Array("!".utf8) + written.dropFirst().prefix(while: \.isWord) + Array("!".utf8)
    if isVerbatim {
      name = Array(name.dropFirst(2).dropLast())
    } else if name.starts(with: handle) {
      let prefix = prefixes[handle] ?? (handle.elementsEqual("!!".utf8) ? handle : nil)
      // libyaml knows no other handles.
      guard let prefix, name.count > handle.count else { throw YAMLError(.wrongTag, range) }
      name = prefix + name.dropFirst(handle.count)
    } else if name.count > 1, let prefix = prefixes[[UInt8(ascii: "!")]] {
      name = prefix + name.dropFirst()
    }
    let standard = Array("tag:yaml.org,2002:".utf8)
    if name.starts(with: standard) { name = Array("!!".utf8) + name.dropFirst(standard.count) }
    return Tag(name: name, range: range)
  }
}
