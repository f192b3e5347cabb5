import SafeText
import YAMLSource

/// A merge strategy with its options, as Puppet applies it.
struct HieraMerge {
  enum Strategy: String { case first, unique, hash, deep }

  var strategy: Strategy
  var knockout: [UInt8]?
  private var sortsArrays = false
  private var mergesHashes = false
  /// Whether the lower precedence counts.
  private var isReversed = false

  typealias Failure = HieraLookup.Failure
  static let first = HieraMerge(strategy: .first)
  static let hash = HieraMerge(strategy: .hash)

  private init(strategy: Strategy) { self.strategy = strategy }

  /// The value of `merge` in the options of a key.
  init(_ node: YAMLNode?) throws(Failure) {
    guard let node, !node.isFalsy else {
      self = .first
      return
    }
    guard let word = (node["strategy"] ?? node).text else {
      throw Failure("an unknown merge strategy")
    }
    switch String(decoding: word, as: UTF8.self) {
    case "default": strategy = .first
    case "unconstrained_deep": strategy = .deep
    case "reverse_deep": (strategy, isReversed) = (.deep, true)
    case let name:
      guard let known = Strategy(rawValue: name) else {
        throw Failure("an unknown merge strategy")
      }
      strategy = known
    }
    for member in node.members ?? [] where !member.name.elementsEqual("strategy".utf8) {
      switch (String(decoding: member.name, as: UTF8.self), member.value.content) {
      case ("knockout_prefix", .text(let text)) where strategy == .deep: knockout = text
      case ("sort_merged_arrays", .boolean(let isTrue)) where strategy == .deep:
        sortsArrays = isTrue
      case ("merge_hash_arrays", .boolean(let isTrue)) where strategy == .deep:
        mergesHashes = isTrue
      case ("knockout_prefix", .null), ("sort_merged_arrays", .null), ("merge_hash_arrays", .null):
        if strategy != .deep { throw Failure("an unknown option of a merge") }
      case ("merge_debug", .boolean) where strategy == .deep: break
      default: throw Failure("an unknown option of a merge")
      }
    }
  }

  /// Merges what some of several variants have, highest precedence first; nil if none has a value.
  func lookup(
    _ count: Int, _ present: [Int], _ variant: (Int) throws(Failure) -> YAMLNode?
  ) throws(Failure) -> YAMLNode? {
    var result: YAMLNode?
    for index in present {
      guard let value = try variant(index) else { continue }
      if strategy == .first { return value }
      if let before = result {
        result = try merged(before, value)
      } else if strategy != .unique {
        result = value
      } else if count > 1 {
        result = YAMLNode(.sequence(value.flattened))
      } else {
        result = value.elements.map { YAMLNode(.sequence($0.withoutRepeated)) } ?? value
      }
    }
    return result
  }

  func merged(_ one: YAMLNode, _ other: YAMLNode) throws(Failure) -> YAMLNode {
    switch strategy {
    case .first: return one
    case .hash:
      guard let own = one.members, let members = other.members else {
        throw Failure("a merge of hashes with another value")
      }
      try validate(one, other)
      var result = MemberTable(members)
      for member in own { result[member] = member.value }
      return YAMLNode(.mapping(result.members))
    case .unique:
      for node in [one, other] where node.members != nil || node.isNull {
        throw Failure("a merge of arrays with another value")
      }
      try validate(one, other)
      return YAMLNode(.sequence((one.flattened + other.flattened).withoutRepeated))
    case .deep:
      if let knockout, !knockout.allSatisfy({ $0.isWordCharacter || "-~!#@%".utf8.contains($0) }) {
        throw Failure("a 'knockout_prefix' with signs of regular expressions")
      }
      return isReversed ? try deep(other, one) : try deep(one, other)
    }
  }

  /// Puppet checks the types of the values of other merges than deep ones.
  private func validate(_ values: YAMLNode...) throws(Failure) {
    if !values.allSatisfy(\.hasOnlyTextsAsKeys) {
      throw Failure("a merge of hashes with keys other than texts")
    }
  }

  /// As deep_merge merges; a value of the first argument has the higher precedence.
  private func deep(_ source: YAMLNode, _ target: YAMLNode) throws(Failure) -> YAMLNode {
    if source.isNull { return target }
    if case .leftOut(let words, isSecret: false) = target.content, source.members != nil {
      throw Failure(words.isEmpty ? "a value that is not imported" : words)
    }
    if target.isFalsy { return source }
    switch source.content {
    case .mapping(let own):
      // The first member replaces another value with the whole hash, into which the others are then merged.
      let isReplaced = target.members == nil
      if isReplaced && own.isEmpty { return target }
      var result = MemberTable(target.members ?? own)
      for member in own.dropFirst(isReplaced ? 1 : 0) {
        let known = result[member].flatMap { $0.isFalsy ? nil : $0 }
        // Of a value that replaces another, deep_merge removes elements while it walks over them.
        if known == nil || isReplaced, let knockout, member.value.hasKnockouts(knockout) {
          throw Failure("a knock-out of nothing")
        }
        result[member] = try deep(member.value, known ?? member.value)
      }
      return YAMLNode(.mapping(result.members))
    case .sequence(var own):
      var result = target
      if let knockout, own.contains(where: { $0.text == knockout }) {
        // A text is cleared, too.
        result = target.elements != nil ? YAMLNode(.sequence([])) : .text([])
        if target.elements == nil { throw Failure("a knock-out of something other than an array") }
        own.removeAll { $0.text == knockout }
      }
      guard var elements = result.elements else {
        if let knockout { own.removeAll { $0.isKnockout(knockout) } }
        return YAMLNode(.sequence(own))
      }
      if let knockout {
        let texts = own.filter { $0.isKnockout(knockout) }.compactMap(\.text)
        let removed = Set(texts + texts.map { Array($0.dropFirst(knockout.count)) })
        elements.removeAll { $0.text.map(removed.contains) == true }
        own.removeAll { $0.isKnockout(knockout) }
      }
      if mergesHashes, own.allSatisfy({ $0.members != nil }),
        elements.allSatisfy({ $0.members != nil })
      {
        var list: [YAMLNode] = []
        for (index, element) in elements.enumerated() {
          list.append(
            try deep(index < own.count ? own[index] : YAMLNode(.mapping([])), element))
        }
        elements = list + own.dropFirst(list.count)
      } else {
        elements = (elements + own).withoutRepeated
      }
      if sortsArrays {
        guard elements.allSatisfy({ $0.text != nil }) else {
          throw Failure("'sort_merged_arrays' of values other than strings")
        }
        elements.sort { $0.text!.lexicographicallyPrecedes($1.text!) }
      }
      return YAMLNode(.sequence(elements))
    default:
      if let knockout, source.isKnockout(knockout) { return .text([]) }
      return source
    }
  }
}

extension YAMLNode.Content {
  /// A text, which is left out if a part of it is encrypted.
  static func encryptable(_ text: [UInt8]) -> Self {
    text.isCiphertext ? .leftOut("an encrypted value", isSecret: true) : .text(text)
  }
}

extension YAMLNode {
  var isNull: Bool { if case .null = content { true } else { false } }

  /// Whether Ruby takes the value for false.
  var isFalsy: Bool {
    switch content {
    case .null, .boolean(false): true
    default: false
    }
  }

  var isSensitive: Bool {
    let isAlone = elements.map { $0.count == 1 } ?? true
    return isAlone && (elements?.first ?? self).text?.elementsEqual("Sensitive".utf8) == true
  }

  /// Whether the value fits into what is left, which it takes.
  func fits(_ room: inout (values: Int, bytes: Int)) -> Bool {
    room.values -= 1
    room.bytes -= text?.count ?? 0
    for inner in inner where room.values > 0 && room.bytes >= 0 {
      if !inner.fits(&room) { return false }
    }
    return room.values >= 0 && room.bytes >= 0
  }

  fileprivate var hasOnlyTextsAsKeys: Bool {
    members?.allSatisfy { $0.keyType == .text } != false && inner.allSatisfy(\.hasOnlyTextsAsKeys)
  }

  var flattened: [YAMLNode] { elements?.flatMap(\.flattened) ?? [self] }

  func isKnockout(_ prefix: [UInt8]) -> Bool {
    text.map { $0.starts(with: prefix) } == true
  }

  func hasKnockouts(_ prefix: [UInt8]) -> Bool {
    isKnockout(prefix) || inner.contains { $0.hasKnockouts(prefix) }
  }

  /// The value at a path after its first name, as Puppet follows it; nil if it is missing.
  func digging(_ path: [[UInt8]]) throws(HieraLookup.Failure) -> YAMLNode? {
    var node = self
    for name in path.dropFirst() {
      let index = name.allSatisfy(\.isDigit) ? Int(String(decoding: name, as: UTF8.self)) : nil
      if node.isNull { return nil }
      if let index, let elements = node.elements {
        guard elements.indices.contains(index) else { return nil }
        node = elements[index]
      } else {
        guard let members = node.members else {
          throw HieraLookup.Failure("a key into a value that is not a hash")
        }
        // An index is a key that is no text.
        let key = index.map { Array(String($0).utf8) } ?? name
        let type: YAMLMember.KeyType = index == nil ? .text : .integer
        guard let found = members.last(where: { $0.name == key && $0.keyType == type }) else {
          return nil
        }
        node = found.value
      }
    }
    return node
  }
}

extension [YAMLNode] {
  var withoutRepeated: [YAMLNode] {
    var known: Set<[UInt8]> = []
    return filter { known.insert($0.identity).inserted }
  }
}

/// Members with the places of their keys.
struct MemberTable {
  private struct ID: Hashable {
    let name: [UInt8]
    let type: YAMLMember.KeyType

    init(_ member: YAMLMember) { (name, type) = (member.name, member.keyType) }
  }

  private(set) var members: [YAMLMember]
  private var places: [ID: Int]

  init(_ members: [YAMLMember]) {
    self.members = members
    places = Dictionary(
      members.enumerated().map { (ID($1), $0) }, uniquingKeysWith: { $1 })
  }

  /// The value of the key of a member.
  subscript(member: YAMLMember) -> YAMLNode? {
    get { places[ID(member)].map { members[$0].value } }
    set {
      guard let newValue else { return }
      if let place = places[ID(member)] {
        members[place].value = newValue
      } else {
        places[ID(member)] = members.count
        members.append(member)
        members[members.count - 1].value = newValue
      }
    }
  }
}

extension [UInt8] {
  var isPattern: Bool { first == UInt8(ascii: "^") }

  /// The module of a key such as `apache::port`.
  var moduleName: [UInt8]? {
    self[...].start(of: "::".utf8).map { Array(self[..<$0]) }
  }

  func contains(_ text: String.UTF8View) -> Bool {
    self[...].start(of: text) != nil
  }
}
