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

  /// Adds the members of a source, and comments after the last member. The first of two sources counts. What is left
  /// out of unused keys is noted.
  mutating func add(
    _ members: [YAMLMember], from source: ImportSource.File? = nil, at path: [FileName],
    end: [[UInt8]] = [], unused: Set<[UInt8]> = []
  ) {
    if let source, !Self.canBeScope(path) {
      source.leaveOut("name that a scope cannot have", source.root.start)
    }
    if source == nil && members.isEmpty {
      contents[path, default: YAMLNode(.mapping([]))].comments.above += end
      return
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
    leaveOut(removed, from: source, at: path, unused: unused)
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
    _ removed: [Removed], from source: ImportSource.File?, at path: [FileName],
    unused: Set<[UInt8]> = []
  ) {
    if removed.isEmpty { return }
    expect([.idleStop, .idleAttribute], in: path.joinedPath)
    var (secret, required, stopped) = ([YAMLNode](), [YAMLNode](), [YAMLNode]())
    for one in removed {
      for place in one.places where !place.why.isEmpty {
        if one.key.first.map(unused.contains) == true {
          source?.note("not imported, but no host or node has it: \(place.why)", place.start)
        } else {
          source?.leaveOut(place.why, place.start)
        }
      }
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
    contents[path]?.remove(keys)
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
        contents[other]?.remove(Array(keys))
      }
    }
    return contents
  }

  /// Whether the directories of a file can be scopes, and the file one of properties.
  private static func canBeScope(_ path: [FileName]) -> Bool {
    path == [.settings] || path.allSatisfy { $0.isComponent && !$0.isHidden }
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

  func hasValue(of key: [UInt8], at path: [FileName]) -> Bool {
    contents[path]?.members?.contains { !$0.isDirective && $0.name.unescapedName == key } == true
  }

  /// Removes a key, and those around and in it, from the lists of a directive; returns whether one has it.
  mutating func remove(_ directive: Directive, _ key: [[UInt8]], at path: [FileName]) -> Bool {
    contents[path]?.remove(Array(directive.rawValue.utf8), key[...]) {
      names.spelling(Key($0.map(names.intern)))
    } == true
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
    var (given, pattern, star) = (pattern, [UInt8](), UInt8(ascii: "*"))
    if FilePattern(given).isForeign {
      given = given.map { "!?[]{}\\".utf8.contains($0) ? star : $0 }
    }
    for byte in given where byte != star || pattern.last != star { pattern.append(byte) }
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
  fileprivate mutating func remove(
    _ directive: [UInt8], _ key: ArraySlice<[UInt8]>, _ spelling: (ArraySlice<[UInt8]>) -> [UInt8]
  ) -> Bool {
    guard var members else { return false }
    var isFound = false
    for index in members.indices {
      if members[index].name == directive {
        let list = members[index].value.elements ?? []
        let others = list.filter { entry in
          !key.isEmpty && !key.indices.contains { entry.text == spelling(key[...$0]) }
        }
        members[index].value.content = .sequence(others)
        if others.count < list.count { isFound = true }
      } else if !members[index].isDirective,
        key.isEmpty || members[index].name.unescapedName == key[key.startIndex]
      {
        let isInside = members[index].value.remove(directive, key.dropFirst(), spelling)
        isFound = isFound || isInside
      }
    }
    members.removeAll { $0.name == directive && $0.value.elements?.isEmpty == true }
    content = .mapping(members)
    return isFound
  }
}
