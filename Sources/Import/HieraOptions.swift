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
  private var exactNames: [[UInt8]: [Declaration]] = [:]
  /// In the order in which Hiera tries them.
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
    let deciding = exactNames[key]?.first ?? patterns.first { $0.pattern.matches(key) }
    return deciding?.strategy ?? .first
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
    var known: Set<[[UInt8]]> = []
    for (member, file, level, scope) in written {
      // Of several files for one scope the first counts.
      guard known.insert(scope + [member.name]).inserted else { continue }
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
        exactNames[member.name, default: []].append(declaration)
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
    // Hiera merges the options, the last level first: an expression keeps its place there.
    var ranks: [[UInt8]: Int] = [:]
    for level in Set(patterns.map(\.level)).sorted(by: >) {
      for pattern in patterns where pattern.level == level && ranks[pattern.member.name] == nil {
        ranks[pattern.member.name] = ranks.count
      }
    }
    patterns = (0..<ranks.count).flatMap { rank in
      patterns.filter { ranks[$0.member.name] == rank }
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
    if values.values.joined().contains(where: { $0.node.members != nil }) {
      merges[[]] = [YAMLMember("*", .text("replace".utf8))]
    }
    for declaration in declarations {
      let (member, file, scope) = (declaration.member, declaration.file, declaration.scope)
      let matching = keys(of: declaration)
      let decided = decided(by: declaration, matching)
      let keys = decided.certain
      if !decided.unclear.isEmpty {
        file.leaveOut(
          "options that count only for hosts without another level; name the keys", member.start)
      }
      let all = keys.flatMap { values[$0] ?? [] }
      let lowerLevels = Set(all.filter { $0.level > declaration.level }.map(\.level))
      let isWritten = keys.contains { !members(declaration, $0).isEmpty }
      if isWritten && !scope.isEmpty && lowerLevels.count > 1 {
        file.leaveOut(
          "a strategy for levels of lower precedence; declare it in the last level", member.start)
      }
      var entries = keys.flatMap { members(declaration, $0, spelling($0)) }
      // What may be a secret is one.
      var secret = (keys + decided.unclear).filter { values[$0] != nil }.map(spelling)
      if keys.count == matching.count, let pattern = spelling(declaration),
        Set(keys.map { YAMLNode(.mapping(members(declaration, $0))).identity }).count == 1
      {
        entries = members(declaration, keys[0], pattern)
        secret = all.isEmpty ? [] : [pattern]
      }
      let comments = member.value.allComments
      if entries.isEmpty {
        plan.add([], at: scope + [ImportPlan.fileName], end: comments)
      } else {
        entries[0].value.comments.above = comments
        let names = Set(entries.map(\.name))
        merges[scope, default: []].removeAll { names.contains($0.name) }
        merges[scope, default: []] += entries
      }
      if declaration.isSecret { secrets[scope, default: []] += secret }
    }
    for (scope, members) in merges {
      plan.add(.merge, YAMLNode(.mapping(members)), at: scope + [ImportPlan.fileName])
    }
    for (scope, keys) in secrets {
      plan.add(.secret, .list(keys), at: scope + [ImportPlan.fileName])
    }
  }

  /// The keys that a declaration names, in a fixed order.
  private func keys(of declaration: Declaration) -> [[UInt8]] {
    if declaration.isExact { return [declaration.pattern.text] }
    return values.keys.filter { declaration.pattern.matches($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The keys for which a declaration counts wherever it is inherited, and those for which that depends on the levels
  /// of a host. Exact names count before expressions, and of two expressions the one that is tried first. Here the
  /// nearest level counts.
  private func decided(
    by declaration: Declaration, _ keys: [[UInt8]]
  ) -> (certain: [[UInt8]], unclear: [[UInt8]]) {
    if declaration.isExact { return (keys, []) }
    let before = patterns.prefix { $0.member.name != declaration.member.name }
    var (certain, unclear): ([[UInt8]], [[UInt8]]) = ([], [])
    for key in keys {
      let others = (exactNames[key] ?? []) + before.filter { $0.pattern.matches(key) }
      if others.contains(where: { $0.scope.isEmpty || $0.scope == declaration.scope }) { continue }
      let isUnclear = others.contains {
        $0.level > declaration.level
          && ($0.strategy != declaration.strategy || $0.isSecret != declaration.isSecret)
      }
      if isUnclear { unclear.append(key) } else { certain.append(key) }
    }
    return (certain, unclear)
  }

  private func spelling(_ key: [UInt8]) -> [UInt8] { names.spelling(Key([names.intern(key)])) }

  /// A pattern as heir spells it; nil for an exact name and where signs need quotes.
  private func spelling(_ declaration: Declaration) -> [UInt8]? {
    if declaration.isExact { return nil }
    let pattern = try? KeySyntax.pattern(declaration.pattern.text, names)
    return pattern?.parts.count == 1 ? declaration.pattern.text : nil
  }

  /// The entries of `$merge` for one key of a declaration.
  private func members(
    _ declaration: Declaration, _ key: [UInt8], _ spelling: [UInt8] = []
  ) -> [YAMLMember] {
    if declaration.strategy != .first {
      return members(declaration.strategy, spelling, (values[key] ?? []).map(\.node))
    }
    let overridesOther =
      exactNames[key]?.contains { $0.strategy != .first } == true
      || patterns.contains { $0.strategy != .first && $0.pattern.matches(key) }
    return overridesOther ? [YAMLMember(spelling, .text("replace".utf8))] : []
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
