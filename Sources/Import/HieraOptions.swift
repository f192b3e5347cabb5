import Cascade
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// The top values of a hierarchy, and its `lookup_options` as `$merge` and `$secret`.
struct HieraOptions {
  enum Strategy: String { case first, unique, hash, deep }

  /// A value of a top key.
  private struct Value {
    let node: YAMLNode
    let file: ImportSource.File
    let level: Int
    let isInRoot: Bool
  }

  /// The options of a key, or of the keys that match a pattern.
  private struct Declaration {
    let pattern: StarPattern
    let isExact: Bool
    let strategy: Strategy
    let isSecret: Bool
    let member: YAMLMember
    let file: ImportSource.File
    let level: Int
    let scope: [FileName]
  }

  private var values: [[UInt8]: [Value]] = [:]
  /// The options as written.
  private var written: [(YAMLMember, ImportSource.File, level: Int, scope: [FileName])] = []
  private var declarations: [Declaration] = []
  private var exactStrategies: [[UInt8]: [Strategy]] = [:]
  private var patterns: [Declaration] = []
  private let names = NameTable()

  // MARK: Values

  mutating func note(_ file: ImportSource.File, level: Int, scope: [FileName]) {
    for member in file.root.members ?? [] {
      if !member.isOptions {
        values[member.name, default: []].append(
          Value(node: member.value, file: file, level: level, isInRoot: scope.isEmpty))
        continue
      }
      if member.value.members == nil { file.leaveOut("'lookup_options'", member.start) }
      written += (member.value.members ?? []).map { ($0, file, level, scope) }
    }
  }

  /// The top keys of all files.
  var keys: [[UInt8]] { values.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  /// Whether the key always has a value.
  func isInRoot(_ key: [UInt8]) -> Bool {
    let path = HieraText.names(key)
    return path.count == 1 && values[path[0]]?.contains(where: \.isInRoot) == true
  }

  /// Whether a value of the key cannot be inserted into a text.
  func isNoText(_ key: [UInt8]) -> Bool {
    let path = HieraText.names(key)
    if strategy(of: path[0]) == .unique { return true }
    return values[path[0]]?.contains { value in
      value.node.following(path.dropFirst()).map { $0.scalarText == nil } ?? false
    } ?? false
  }

  func strategy(of key: [UInt8]) -> Strategy {
    exactStrategies[key]?.first ?? patterns.first { $0.pattern.matches(key) }?.strategy ?? .first
  }

  /// The member with a list of the value, without repeated elements, if its strategy is `unique`.
  func fitted(_ member: YAMLMember) -> YAMLMember {
    guard strategy(of: member.name) == .unique else { return member }
    var (member, elements, known) = (member, [YAMLNode](), Set<[UInt8]>())
    func add(_ node: YAMLNode) {
      if let inner = node.elements { return inner.forEach(add) }
      if known.insert(node.identity).inserted { elements.append(node) }
    }
    add(member.value)
    member.value.content = .sequence(elements)
    return member
  }

  /// Reports values that Hiera merges in another way.
  private mutating func compare(_ values: [Value], isUnique: Bool) {
    for value in values {
      let (node, file) = (value.node, value.file)
      if case .null = node.content {
        file.leaveOut("null in a merge", node.start)
      } else if node.text.map({ HieraText($0).pieces.contains(where: \.isAlias) }) == true {
        file.leaveOut("'alias' in a merge", node.start)
      } else if isUnique && node.members != nil {
        file.leaveOut("a hash in a merge of arrays", node.start)
      } else if !isUnique, let elements = node.elements, elements.hasRepeated {
        file.leaveOut("repeated elements in a merge", node.start)
      }
    }
    var inner: [[UInt8]: [Value]] = [:]
    for value in values {
      for member in value.node.members ?? [] {
        inner[member.name, default: []].append(
          Value(
            node: member.value, file: value.file, level: value.level, isInRoot: value.isInRoot))
      }
    }
    for values in inner.values where values.count > 1 { compare(values, isUnique: false) }
  }

  // MARK: Declarations

  mutating func declare() {
    for (member, file, level, scope) in written {
      guard let pattern = Self.pattern(member.name) else {
        file.leaveOut(
          "regular expression \(Printable.quoted(member.name)); only '.*' can become '*'",
          member.start)
        continue
      }
      let merge = member.value["merge"]
      let word = (merge?["strategy"] ?? merge)?.text.map { String(decoding: $0, as: UTF8.self) }
      let strategy = word.map(Strategy.init) ?? .first
      if strategy == nil || merge != nil && word == nil || member.value.members == nil {
        file.leaveOut("an unknown merge strategy", member.start)
      }
      for name in ["sort_merged_arrays", "merge_hash_arrays"] {
        if case .boolean(true)? = merge?[name]?.content {
          file.leaveOut("'\(name)'", member.start)
        }
      }
      let type = member.value["convert_to"]
      let isSecret =
        (type?.elements?.first ?? type)?.text?.elementsEqual("Sensitive".utf8) == true
      if type != nil && !isSecret { file.leaveOut("'convert_to'", member.start) }
      let declaration = Declaration(
        pattern: pattern, isExact: member.name.first != UInt8(ascii: "^"),
        strategy: strategy ?? .first, isSecret: isSecret, member: member, file: file,
        level: level, scope: scope)
      declarations.append(declaration)
      if declaration.isExact {
        exactStrategies[member.name, default: []].append(declaration.strategy)
      } else {
        patterns.append(declaration)
      }
      guard let prefix = merge?["knockout_prefix"]?.text else { continue }
      for value in keys(of: declaration).flatMap({ values[$0] ?? [] }) {
        for start in value.node.knockouts(prefix) {
          value.file.leaveOut("knockout_prefix; use '$remove' or '$stop'", start)
        }
      }
    }
    for (key, all) in values where all.count > 1 && strategy(of: key) != .first {
      compare(all, isUnique: strategy(of: key) == .unique)
    }
  }

  /// The pattern of a key; nil for a regular expression that `*` cannot express.
  private static func pattern(_ key: [UInt8]) -> StarPattern? {
    guard key.first == UInt8(ascii: "^") else { return StarPattern(key) }
    var (text, rest) = ([UInt8](), key.dropFirst())
    let isWhole = rest.last == UInt8(ascii: "$")
    if isWhole { rest.removeLast() }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: ".") where rest.first == UInt8(ascii: "*"):
        rest.removeFirst()
        text.append(UInt8(ascii: "*"))
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), !next.isWordCharacter else { return nil }
        text.append(next)
      case _ where ".[](){}*+?|^$".utf8.contains(byte): return nil
      default: text.append(byte)
      }
    }
    return StarPattern(text + (isWhole || text.last == UInt8(ascii: "*") ? [] : Array("*".utf8)))
  }

  // MARK: Directives

  mutating func write(to plan: inout ImportPlan) {
    var merges: [[FileName]: [YAMLMember]] = [:]
    var secrets: [[FileName]: [[UInt8]]] = [:]
    // Without options the nearest value counts as a whole.
    var defaults = 0
    if values.values.joined().contains(where: { $0.node.members != nil }) {
      merges[[]] = [YAMLMember("*", .text("replace".utf8))]
      defaults = 1
    }
    for declaration in declarations {
      let (member, file, scope) = (declaration.member, declaration.file, declaration.scope)
      guard let key = spelling(declaration) else {
        file.leaveOut("a pattern with signs that need quotes", member.start)
        continue
      }
      let keys = keys(of: declaration)
      let all = keys.flatMap { values[$0] ?? [] }
      var members = members(declaration.strategy, key, all.map(\.node))
      if declaration.strategy == .first, overridesOther(keys) {
        members = [YAMLMember(key, .text("replace".utf8))]
      }
      let lowerLevels = Set(all.filter { $0.level > declaration.level }.map(\.level))
      if !members.isEmpty && !scope.isEmpty && lowerLevels.count > 1 {
        file.leaveOut(
          "a strategy for levels of lower precedence; declare it in the last level", member.start)
      }
      let comments = member.value.allComments
      if members.isEmpty {
        plan.add([], at: scope + [ImportPlan.fileName], end: comments)
      } else {
        members[0].value.comments.above = comments
        // The last of two patterns counts here, in Hiera the first.
        let place = declaration.isExact ? merges[scope]?.count ?? 0 : scope.isEmpty ? defaults : 0
        merges[scope, default: []].insert(contentsOf: members, at: place)
      }
      if declaration.isSecret && !all.isEmpty { secrets[scope, default: []].append(key) }
    }
    for (scope, members) in merges {
      plan.add(.merge, YAMLNode(.mapping(members)), at: scope + [ImportPlan.fileName])
    }
    for (scope, keys) in secrets {
      plan.add(.secret, .list(keys), at: scope + [ImportPlan.fileName])
    }
  }

  private func keys(of declaration: Declaration) -> [[UInt8]] {
    declaration.isExact
      ? [declaration.pattern.text] : values.keys.filter { declaration.pattern.matches($0) }
  }

  /// Whether options with another strategy match one of the keys, too.
  private func overridesOther(_ keys: [[UInt8]]) -> Bool {
    keys.contains { key in
      exactStrategies[key]?.contains { $0 != .first } == true
        || patterns.contains { $0.strategy != .first && $0.pattern.matches(key) }
    }
  }

  private func spelling(_ declaration: Declaration) -> [UInt8]? {
    if declaration.isExact { return names.spelling(Key([names.intern(declaration.pattern.text)])) }
    let pattern = try? KeySyntax.pattern(declaration.pattern.text, names)
    return pattern?.parts.count == 1 ? declaration.pattern.text : nil
  }

  private func members(
    _ strategy: Strategy, _ key: [UInt8], _ nodes: [YAMLNode]
  ) -> [YAMLMember] {
    func entry(_ ending: String, _ strategy: String) -> YAMLMember {
      YAMLMember(key + Array(ending.utf8), .text(strategy.utf8))
    }
    let hasObjects = nodes.contains { $0.members != nil }
    switch strategy {
    case .first: return []
    case .unique:
      let union = YAMLNode(.mapping([YAMLMember("union", .text("prepend".utf8))]))
      return nodes.isEmpty ? [] : [YAMLMember(key, union)]
    case .hash:
      let isDeep = nodes.contains { $0.members?.contains { $0.value.members != nil } == true }
      return (hasObjects ? [entry("", "deep")] : []) + (isDeep ? [entry(".*", "replace")] : [])
    case .deep:
      let hasLists = nodes.contains { $0.elements != nil }
      let hasInnerLists = nodes.contains { $0.members?.contains { $0.value.hasLists } == true }
      // Of the key itself only one strategy counts.
      return (hasObjects ? [entry("", "deep")] : hasLists ? [entry("", "union")] : [])
        + (hasInnerLists ? [entry(".**", "union")] : [])
    }
  }
}

extension YAMLMember {
  var isOptions: Bool { name.elementsEqual("lookup_options".utf8) }
}

extension YAMLNode {
  fileprivate var hasLists: Bool {
    elements != nil || members?.contains { $0.value.hasLists } == true
  }

  /// The places of texts and names that begin with a prefix.
  fileprivate func knockouts(_ prefix: [UInt8]) -> [Int] {
    if let text { return text.starts(with: prefix) ? [start] : [] }
    let named = members?.filter { $0.name.starts(with: prefix) }.map(\.start) ?? []
    let values = elements ?? members?.map(\.value) ?? []
    return named + values.flatMap { $0.knockouts(prefix) }
  }
}

extension [YAMLNode] {
  fileprivate var hasRepeated: Bool { Set(map(\.identity)).count < count }
}
