import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// The files that an import writes.
package struct ImportPlan {
  private var contents: [[FileName]: YAMLNode] = [:]
  private var expected: [[UInt8]: [Diagnostic.Rule]] = [:]
  /// The keys of values that are left out, by file; no names for a whole file.
  private var leftOut: [[FileName]: Set<[[UInt8]]>] = [:]
  private let names = NameTable()

  static let fileName = FileName("values.jsonc".utf8)

  /// The files by path, in byte order.
  package var files: [(path: [FileName], bytes: [UInt8])] {
    withoutOverridden.filter { Self.canBeScope($0.key) }.sorted {
      $0.key.joinedPath.lexicographicallyPrecedes($1.key.joinedPath)
    }.map {
      ($0.key, CommentedJSON.text(of: $0.value))
    }
  }

  /// Adds the members of a source, and comments after the last member. The first of two sources counts.
  mutating func add(
    _ members: [YAMLMember], from source: ImportSource.File? = nil, at path: [FileName],
    end: [[UInt8]] = []
  ) {
    if let source, !Self.canBeScope(path) {
      source.leaveOut("name that a scope cannot have", source.root.start)
    }
    var file = contents[path] ?? YAMLNode(.mapping([]))
    let present = file.members ?? []
    let isLeftOut = leftOut[path]?.filter { $0.count == 1 }.map { $0[0] } ?? []
    let names = Set(present.map(\.name) + isLeftOut)
    for member in members where names.contains(member.name) {
      source?.leaveOut("another file for the same scope sets the key", member.start)
    }
    var added = members.filter { !names.contains($0.name) }
    var removed: [Removed] = []
    if let source, case .leftOut = source.root.content {
      removed.append(Removed(key: [], value: source.root, places: source.root.leftOut))
    }
    Self.removeLeftOut(&added, [], &removed)
    file.content = .mapping(present + added)
    file.comments.above += end
    contents[path] = file
    leaveOut(removed, from: source, at: path)
  }

  // MARK: Values that are left out

  /// A member that is left out, with the places of the values in it that cannot be imported.
  private struct Removed {
    let key: [[UInt8]]
    let value: YAMLNode
    let places: [(why: String, isSecret: Bool, start: Int)]

    var isSecret: Bool { places.contains(where: \.isSecret) }
  }

  /// Removes the nearest members that contain a value that is left out; an array is left out whole.
  private static func removeLeftOut(
    _ members: inout [YAMLMember], _ key: [[UInt8]], _ removed: inout [Removed]
  ) {
    members.removeAll { member in
      if member.value.members != nil && !member.value.isComputed { return false }
      let places = member.value.leftOut
      if places.isEmpty { return false }
      removed.append(
        Removed(key: key + [member.name.unescapedName], value: member.value, places: places))
      return true
    }
    for index in members.indices where !members[index].isDirective {
      guard var inner = members[index].value.members, !members[index].value.isComputed else {
        continue
      }
      removeLeftOut(&inner, key + [members[index].name.unescapedName], &removed)
      members[index].value.content = .mapping(inner)
    }
  }

  /// Lists removed members, and stops the inherited values of their keys.
  private mutating func leaveOut(
    _ removed: [Removed], from source: ImportSource.File?, at path: [FileName]
  ) {
    if removed.isEmpty { return }
    expect([.idleStop, .idleAttribute], in: path.joinedPath)
    var (secret, required, stopped) = ([YAMLNode](), [YAMLNode](), [YAMLNode]())
    for one in removed {
      for place in one.places where !place.why.isEmpty { source?.leaveOut(place.why, place.start) }
      guard leftOut[path, default: []].insert(one.key).inserted else { continue }
      guard !one.key.isEmpty else {
        if path.count > 1 { add(.stop, YAMLNode(.boolean(true)), at: path) }
        continue
      }
      let plain = YAMLNode.text(names.spelling(Key(one.key.map(names.intern))))
      var entry = plain
      entry.comments.above = one.value.allComments
      entry.comments.beside = source.map {
        Array(" not imported: \(Printable.string($0.path.joinedPath))".utf8)
      }
      if one.isSecret {
        secret.append(entry)
        required.append(plain)
      }
      // The root inherits nothing.
      if path.count > 1 || !one.isSecret { stopped.append(one.isSecret ? plain : entry) }
    }
    for (directive, keys) in [(.secret, secret), (.required, required), (.stop, stopped)]
      as [(Directive, [YAMLNode])] where !keys.isEmpty
    {
      add(directive, YAMLNode(.sequence(keys)), at: path)
    }
  }

  /// Leaves out keys of a scope that have or inherit other values than they should.
  mutating func leaveOut(_ keys: [[[UInt8]]], at path: [FileName]) {
    if keys.isEmpty { return }
    if contents[path] == nil { add([], at: path) }
    for key in keys { contents[path]?.remove(key) }
    let sorted = keys.sorted {
      $0.lexicographicallyPrecedes($1) { $0.lexicographicallyPrecedes($1) }
    }
    leaveOut(
      sorted.map { Removed(key: $0, value: YAMLNode(.null), places: []) }, from: nil, at: path)
  }

  /// The files without values that a later file of the same scope would override, had it been imported.
  private var withoutOverridden: [[FileName]: YAMLNode] {
    var contents = contents
    let scopes = Dictionary(grouping: contents.keys) { $0.dropLast() }
    for (path, keys) in leftOut {
      for other in scopes[path.dropLast()] ?? []
      where other.lexicographicallyPrecedes(path, by: { $0.lexicographicallyPrecedes($1) }) {
        for key in keys { contents[other]?.remove(key) }
      }
    }
    return contents
  }

  /// Whether the directories of a file can be scopes.
  private static func canBeScope(_ path: [FileName]) -> Bool {
    path.dropLast().allSatisfy { $0.isComponent && !$0.isHidden }
  }

  /// Adds a directive before the members of a file, or its entries to those that the file has.
  mutating func add(_ directive: Directive, _ value: YAMLNode, at path: [FileName]) {
    var member = YAMLMember(directive.rawValue, value)
    var file = contents[path] ?? YAMLNode(.mapping([]))
    var members = file.members ?? []
    if let index = members.firstIndex(where: { $0.name == member.name }) {
      let present = members.remove(at: index).value
      if let elements = present.elements, let added = value.elements {
        member.value.content = .sequence(elements + added)
      } else if let entries = present.members, let added = value.members {
        member.value.content = .mapping(entries + added)
      }
    }
    file.content = .mapping([member] + members)
    contents[path] = file
  }

  /// Adds comments before the first member, or to an empty file.
  mutating func add(comments: [[UInt8]], at path: [FileName]) {
    guard var members = contents[path]?.members, !members.isEmpty else {
      return add([], at: path, end: comments)
    }
    members[0].value.comments.above = comments + members[0].value.comments.above
    contents[path]?.content = .mapping(members)
  }

  /// Makes the directories at the top abstract, except that of hosts.
  mutating func makeAbstract(except hosts: FileName) {
    for name in Set(contents.keys.filter { $0.count > 1 && $0[0] != hosts }.map { $0[0] }) {
      add(.abstract, YAMLNode(.boolean(true)), at: [name, Self.fileName])
    }
  }

  /// Marks findings of `check` as expected in the files that match a pattern.
  mutating func expect(_ rules: [Diagnostic.Rule], in pattern: [UInt8] = fileName) {
    // A name may have signs that a pattern cannot have (T9).
    var pattern = pattern
    if FilePattern(pattern).isForeign {
      pattern = pattern.map { "!?[]{}\\".utf8.contains($0) ? UInt8(ascii: "*") : $0 }
      for index in pattern.indices.dropFirst().reversed()
      where pattern[index] == UInt8(ascii: "*") && pattern[index - 1] == pattern[index] {
        pattern.remove(at: index)
      }
    }
    expected[pattern, default: []] += rules.filter { expected[pattern]?.contains($0) != true }
  }

  /// Adds `.heir` with the findings that are expected.
  mutating func addSettings(_ members: [YAMLMember] = [], end: [[UInt8]] = []) {
    let lists = expected.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { pattern, rules in
      YAMLMember(pattern, .list(rules.map { Array($0.rawValue.utf8) }))
    }
    let expectations = [YAMLMember("expected", YAMLNode(.mapping(lists)))]
    add(members + (lists.isEmpty ? [] : expectations), at: [.settings], end: end)
  }
}

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

  /// Removes the value of a key, and any value that is no object on the way to it.
  mutating func remove(_ key: some Collection<[UInt8]>) {
    guard let name = key.first, var members else { return }
    let index = members.firstIndex { !$0.isDirective && $0.name.unescapedName == name }
    guard let index else { return }
    if key.count > 1, members[index].value.members != nil {
      members[index].value.remove(key.dropFirst())
    } else {
      members.remove(at: index)
    }
    content = .mapping(members)
  }

  subscript(name: String) -> YAMLNode? {
    members?.first { $0.name.elementsEqual(name.utf8) }?.value
  }

  static func text(_ text: some Sequence<UInt8>) -> YAMLNode { YAMLNode(.text(Array(text))) }

  /// An object with one directive.
  static func computed(
    _ directive: Directive, _ text: [UInt8], _ options: [YAMLMember] = []
  ) -> YAMLNode {
    let member = YAMLMember(Array(directive.rawValue.utf8), .text(text))
    return YAMLNode(.mapping([member] + options))
  }

  fileprivate var isComputed: Bool {
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
    ownComments
      + (elements ?? members?.map(\.value) ?? []).flatMap(\.allComments)
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

/// Writes values as indented JSON with comments.
struct CommentedJSON {
  private static let widest = 72
  private var writer = JSONWriter(.compact)
  private var depth = 0

  static func text(of file: YAMLNode) -> [UInt8] {
    var json = CommentedJSON()
    // At the end, outside of members.
    _ = json.container(
      "{", "}", (file.members ?? []).map { ($0.name, $0.value) }, file.comments.above)
    json.writer.raw("\n")
    return json.writer.take()
  }

  /// Returns whether the value is on one line.
  private mutating func value(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .null, .leftOut: writer.raw("null")
    case .boolean(let isTrue): writer.raw(isTrue ? "true" : "false")
    case .number(let spelling): writer.raw(spelling[...])
    case .text(let text): writer.string(text)
    case .sequence(let elements):
      return container("[", "]", elements.map { (nil, $0) }, beside: node.comments.beside)
    case .mapping(let members):
      return container("{", "}", members.map { ($0.name, $0.value) }, beside: node.comments.beside)
    }
    return true
  }

  private typealias Item = (name: [UInt8]?, value: YAMLNode)

  private mutating func container(
    _ opener: StaticString, _ closer: StaticString, _ items: [Item],
    _ commentsAtEnd: [[UInt8]] = [], beside: [UInt8]? = nil
  ) -> Bool {
    writer.raw(opener)
    let isShort = depth > 0 && isShort(items)
    if !isShort, let beside { comment(beside) }
    depth += 1
    for (index, item) in items.enumerated() {
      if !isShort {
        lines(item.value.comments.above)
        newLine()
      } else if index > 0 {
        writer.raw(" ")
      }
      if let name = item.name {
        writer.string(name)
        writer.raw(": ")
      }
      let isInLine = value(item.value)
      if index < items.count - 1 { writer.raw(",") }
      if isInLine, let beside = item.value.comments.beside { comment(beside) }
    }
    lines(commentsAtEnd)
    depth -= 1
    if !isShort && !(items.isEmpty && commentsAtEnd.isEmpty && beside == nil) { newLine() }
    writer.raw(closer)
    return isShort
  }

  /// Whether the items are scalars without comments that fit on a line, or one directive.
  private func isShort(_ items: [Item]) -> Bool {
    var width = 2 * depth
    for (name, value) in items {
      let comments = value.comments
      if value.isContainer || !comments.above.isEmpty || comments.beside != nil { return false }
      width += (name?.count ?? 0) + (value.scalarText?.count ?? 4) + 6
    }
    return width <= Self.widest || items.count == 1 && items[0].name?.first == UInt8(ascii: "$")
  }

  private mutating func newLine() {
    writer.raw("\n")
    for _ in 0..<depth { writer.raw("  ") }
  }

  private mutating func comment(_ text: [UInt8]) {
    writer.raw(" //")
    writer.raw(text[...])
  }

  private mutating func lines(_ comments: [[UInt8]]) {
    for text in comments {
      if text.isEmpty {
        writer.raw("\n")
      } else {
        newLine()
        writer.raw("//")
        writer.raw(text[...])
      }
    }
  }
}

extension YAMLMember {
  init(_ name: String, _ value: YAMLNode) { self.init(Array(name.utf8), value) }

  /// Whether the name is that of a directive in a property file (F5).
  var isDirective: Bool {
    name.first == UInt8(ascii: "$") && name.dropFirst().first != UInt8(ascii: "$")
  }
}

extension YAMLNode {
  var isContainer: Bool { members != nil || elements != nil }
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
  fileprivate var unescapedName: [UInt8] {
    starts(with: "$$".utf8) ? Array(dropFirst()) : self
  }

  /// Whether the text contains a value that eyaml, sops, Ansible or GnuPG encrypted.
  var isCiphertext: Bool {
    if starts(with: "$ANSIBLE_VAULT;".utf8) { return true }
    var rest = self[...]
    while let at = rest.firstIndex(of: UInt8(ascii: "E")) {
      rest = rest[at...]
      if rest.starts(with: "ENC[".utf8) {
        let end = rest.dropFirst(4).prefix { $0.isWordCharacter }.endIndex
        if end > rest.startIndex + 4, end < rest.endIndex, self[end] == UInt8(ascii: ",") {
          return true
        }
      }
      if rest.starts(with: "EGIN PGP MESSAGE-----".utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// A file's name without its last suffix.
  var withoutEnding: [UInt8] { Array(self[..<(lastIndex(of: UInt8(ascii: ".")) ?? count)]) }
}
