import Cascade
import Files
import JSONSource
import SystemCalls
import YAMLSource

/// The files that an import writes.
package struct ImportPlan {
  private var contents: [[FileName]: YAMLNode] = [:]
  private var expected: [[UInt8]: [Diagnostic.Rule]] = [:]

  static let fileName = FileName("values.jsonc".utf8)

  /// The files by path, in byte order.
  package var files: [(path: [FileName], bytes: [UInt8])] {
    contents.filter { Self.canBeScope($0.key) }.sorted {
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
    let names = Set(present.map(\.name))
    for member in members where names.contains(member.name) {
      source?.leaveOut("another file for the same scope sets the key", member.start)
    }
    file.content = .mapping(present + members.filter { !names.contains($0.name) })
    file.comments.above += end
    contents[path] = file
  }

  /// Whether the directories of a file can be scopes.
  private static func canBeScope(_ path: [FileName]) -> Bool {
    path.dropLast().allSatisfy { $0.isComponent && !$0.isHidden }
  }

  /// Adds a directive before the members of a file.
  mutating func add(_ directive: Directive, _ value: YAMLNode, at path: [FileName]) {
    let member = YAMLMember(directive.rawValue, value)
    var file = contents[path] ?? YAMLNode(.mapping([]))
    file.content = .mapping([member] + (file.members ?? []))
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
    case .null, .sequence, .mapping: nil
    }
  }

  /// Whether the value is neither null nor empty.
  var isSet: Bool {
    if case .null = content { false } else { elements?.isEmpty != true && members?.isEmpty != true }
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

  /// Bytes that are equal for equal values.
  var identity: [UInt8] {
    switch content {
    case .null: Array("null".utf8)
    case .boolean(let isTrue): Array(String(isTrue).utf8)
    case .number(let spelling): spelling
    case .text(let text): StringEscapes.quoted(text)
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
    case .null, .boolean, .number: break
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
    case .null: writer.raw("null")
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
  /// A file's name without its last suffix.
  var withoutEnding: [UInt8] { Array(self[..<(lastIndex(of: UInt8(ascii: ".")) ?? count)]) }
}
