import Cascade
import JSONSource
import YAMLSource

extension YAMLNode {
  /// The members of a mapping.
  var members: [YAMLMember]? {
    if case .mapping(let members) = content { members } else { nil }
  }

  var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  var text: [UInt8]? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The text of a scalar, as it is inserted into other texts.
  var scalarText: [UInt8]? {
    switch content {
    case .text(let text), .number(let text): text
    case .boolean(let isTrue): Array(String(isTrue).utf8)
    case .null, .sequence, .mapping, .leftOut: nil
    }
  }

  /// Whether the value is neither null nor empty.
  var isSet: Bool {
    if case .null = content { false } else { elements?.isEmpty != true && members?.isEmpty != true }
  }

  /// Removes the values of keys, and any value that is no object on the way to them.
  mutating func remove(_ keys: [some Collection<[UInt8]>]) {
    guard let members else { return }
    let inner = Dictionary(grouping: keys.filter { !$0.isEmpty }) { $0.first! }
    content = .mapping(
      members.compactMap { member in
        guard !member.isDirective, let keys = inner[member.name.unescapedName] else {
          return member
        }
        if member.value.members == nil || keys.contains(where: { $0.count == 1 }) { return nil }
        var member = member
        member.value.remove(keys.map { $0.dropFirst() })
        return member
      })
  }

  /// The elements, or the values of the members.
  var inner: [YAMLNode] { elements ?? members?.map(\.value) ?? [] }

  /// Changes the value and then the values in what it has become, with the count of values around each.
  private mutating func changeAll(depth: Int = 0, _ change: (inout YAMLNode, Int) -> Void) {
    change(&self, depth)
    switch content {
    case .sequence(var elements):
      for index in elements.indices { elements[index].changeAll(depth: depth + 1, change) }
      content = .sequence(elements)
    case .mapping(var members):
      for index in members.indices { members[index].value.changeAll(depth: depth + 1, change) }
      content = .mapping(members)
    default: break
    }
  }

  /// Spells the numbers as Ruby inserts them into texts.
  mutating func spellNumbersInRuby() {
    changeAll { node, _ in
      if case .number(let text) = node.content { node.content = .number(text.spellingInRuby) }
    }
  }

  /// Leaves out the scalars that begin at some places.
  mutating func leaveOut(_ why: String, at starts: Set<Int>) {
    if starts.isEmpty { return }
    changeAll { node, _ in
      guard !node.isContainer, starts.contains(node.start), node.leftOut.isEmpty else { return }
      node.content = .leftOut(why)
    }
  }

  /// The levels of objects and arrays that are imported; heir adds some to them, and reads 512.
  private static let deepest = 500

  /// Leaves out what is nested more deeply than heir reads it.
  mutating func leaveOutDeepValues() {
    guard isDeeper(than: Self.deepest) else { return }
    changeAll { node, depth in
      if depth == Self.deepest, node.isContainer {
        node.content = .leftOut("more than \(Self.deepest) levels of nesting")
      }
    }
  }

  func isDeeper(than levels: Int) -> Bool {
    isContainer && (levels == 0 || inner.contains { $0.isDeeper(than: levels - 1) })
  }

  /// Leaves out the members whose keys are not text.
  mutating func leaveOutOtherKeys() {
    changeAll { node, _ in
      guard let members = node.members, members.contains(where: { $0.keyType != .text }) else {
        return
      }
      node.content = .mapping(
        members.map { member in
          var member = member
          if member.keyType != .text {
            member.value.content = .leftOut("a key that is not text; put it in quotes")
          }
          return member
        })
    }
  }

  /// Leaves out objects with keys of other types, and those with two keys of one text.
  mutating func leaveOutKeys(_ why: String, except types: [YAMLMember.KeyType]) {
    changeAll { node, _ in
      if let problem = node.problemOfKeys(why, except: types) { node.content = .leftOut(problem) }
    }
  }

  /// Why an object cannot have its keys.
  func problemOfKeys(_ why: String, except types: [YAMLMember.KeyType]) -> String? {
    guard let members else { return nil }
    if !members.allSatisfy({ types.contains($0.keyType) }) { return why }
    return Set(members.map(\.name)).count < members.count
      ? "an object with two keys of the same text" : nil
  }

  subscript(name: String) -> YAMLNode? {
    members?.first { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// Changes the value of a member, if there is one.
  mutating func change(_ name: String, _ change: (inout YAMLNode) -> Void) {
    guard var members, let index = members.firstIndex(where: { $0.name.elementsEqual(name.utf8) })
    else { return }
    change(&members[index].value)
    content = .mapping(members)
  }

  static func text(_ text: some Sequence<UInt8>) -> YAMLNode { YAMLNode(.text(Array(text))) }

  /// An object with one directive.
  static func computed(
    _ directive: Directive, _ text: [UInt8], _ options: [YAMLMember] = []
  ) -> YAMLNode {
    let member = YAMLMember(Array(directive.rawValue.utf8), .text(text))
    return YAMLNode(.mapping([member] + options))
  }

  var isComputed: Bool {
    let names = [Directive.ref, .format].map { Array($0.rawValue.utf8) }
    return members?.first.map { names.contains($0.name) } == true
  }

  /// Bytes that are equal for equal values.
  var identity: [UInt8] {
    switch content {
    case .null: Array("null".utf8)
    case .boolean(let isTrue): Array(String(isTrue).utf8)
    case .number(let spelling): spelling
    case .text(let text): StringEscapes.quoted(text)
    case .leftOut: []
    case .sequence(let elements): Array("[\(elements.count)".utf8) + elements.flatMap(\.identity)
    case .mapping(let members):
      Array("{\(members.count)".utf8)
        + members.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        .flatMap { StringEscapes.quoted($0.name) + $0.value.identity }
    }
  }

  /// The value at a path of names and indexes.
  func following(_ path: some Sequence<[UInt8]>) -> YAMLNode? {
    path.reduce(self) { node, name in
      if let elements = node?.elements {
        return Int(String(decoding: name, as: UTF8.self)).flatMap {
          elements.indices.contains($0) ? elements[$0] : nil
        }
      }
      return node?.members?.first { $0.name == name }?.value
    }
  }

  var ownComments: [[UInt8]] { comments.above + (comments.beside.map { [$0] } ?? []) }

  /// The comments of the value and of everything in it.
  var allComments: [[UInt8]] {
    ownComments + inner.flatMap(\.allComments)
  }

  /// A list of keys or paths.
  static func list(_ texts: some Sequence<[UInt8]>) -> YAMLNode {
    YAMLNode(.sequence(texts.map { .text($0) }))
  }
}

/// Converts the values of a file, the inner ones first.
protocol ValueConverter {
  /// In an array no directive may be added.
  mutating func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember]
  mutating func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content
}

extension ValueConverter {
  mutating func convert(_ node: inout YAMLNode, isInList: Bool = false) {
    switch node.content {
    case .null, .boolean, .number, .leftOut: break
    case .text(let text): node.content = converted(text, at: node.start)
    case .sequence(var elements):
      for index in elements.indices { convert(&elements[index], isInList: true) }
      node.content = .sequence(elements)
    case .mapping(var members):
      for index in members.indices { convert(&members[index].value, isInList: isInList) }
      node.content = .mapping(converted(members, isInList: isInList))
    }
  }

  func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] { members.escapingNames }
  func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content { .text(text) }
}

extension YAMLMember {
  init(_ name: String, _ value: YAMLNode) { self.init(Array(name.utf8), value) }

  /// Whether the name is that of a directive in a property file (F5).
  var isDirective: Bool {
    name.first == UInt8(ascii: "$") && name.dropFirst().first != UInt8(ascii: "$")
  }
}

extension [YAMLMember] {
  /// The members with their names as a property file spells them (F5).
  var escapingNames: [YAMLMember] {
    map { member in
      var member = member
      if member.name.first == UInt8(ascii: "$") { member.name.insert(UInt8(ascii: "$"), at: 0) }
      return member
    }
  }
}

extension [UInt8] {
  /// The name that a property file spells so (F5).
  var unescapedName: [UInt8] {
    starts(with: "$$".utf8) ? Array(dropFirst()) : self
  }

  func ends(with text: String) -> Bool { reversed().starts(with: text.utf8.reversed()) }

  /// A file's name without its last suffix.
  var withoutEnding: [UInt8] { Array(self[..<(lastIndex(of: UInt8(ascii: ".")) ?? count)]) }
}

extension [UInt8] {
  /// Whether Ruby and Python spell the number in a text as it is spelled here.
  var isUsualNumber: Bool {
    if allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) { return self != Array("-0".utf8) }
    let text = String(decoding: self, as: UTF8.self)
    // Ruby writes an exponent from 1e15 on, or from 1e16 on.
    return !text.contains("e")
      && Double(text).map { "\($0)" == text && $0.magnitude < 1e15 } == true
  }
}
