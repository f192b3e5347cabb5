import Cascade
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// The `lookup_options` of a hierarchy as `$merge` and `$secret`, as far as the data needs them.
struct HieraOptions {
  enum Strategy: String { case first, unique, hash, deep }

  /// A value of a top key.
  private struct Value {
    let node: YAMLNode
    let file: ImportSource.File
    let levels: [Int]
    let isInRoot: Bool
  }

  /// The options of a key or of a pattern.
  private struct Declaration {
    let pattern: StarPattern
    let isExact: Bool
    let strategy: Strategy
    let isSecret: Bool
    let member: YAMLMember
    let file: ImportSource.File
    let levels: [Int]
    let scopes: Set<[FileName]>
  }

  private(set) var findings: [Diagnostic] = []
  private var values: [[UInt8]: [Value]] = [:]
  private var declarations: [Declaration] = []
  private var found: [(YAMLMember, ImportSource.File, [Int], Set<[FileName]>)] = []
  private let names = NameTable()

  mutating func note(_ file: ImportSource.File, levels: [Int], scopes: Set<[FileName]>) {
    for member in file.root.members ?? [] {
      if member.isOptions {
        for option in member.value.members ?? [] { found.append((option, file, levels, scopes)) }
      } else {
        values[member.name, default: []].append(
          Value(node: member.value, file: file, levels: levels, isInRoot: scopes.contains([])))
      }
    }
  }

  /// The top keys of all files.
  var keys: [[UInt8]] { values.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  func isInRoot(_ key: [UInt8]) -> Bool {
    let path = HieraText.names(key)
    return path.count == 1 && values[path[0]]?.contains(where: \.isInRoot) == true
  }

  func isContainer(_ key: [UInt8]) -> Bool {
    let path = HieraText.names(key)
    return path.count == 1 && values[path[0]]?.contains(where: \.node.isContainer) == true
  }

  func strategy(of key: [UInt8]) -> Strategy {
    let matching = declarations.filter { $0.pattern.matches(key) }
    return (matching.first(where: \.isExact) ?? matching.first)?.strategy ?? .first
  }

  /// The member with the value that Hiera makes of it: 'unique' flattens and removes duplicates.
  func fitted(_ member: YAMLMember) -> YAMLMember {
    guard strategy(of: member.name) == .unique else { return member }
    var (member, elements) = (member, [YAMLNode]())
    func add(_ node: YAMLNode) {
      if let inner = node.elements { return inner.forEach(add) }
      if !elements.contains(where: { $0.hasEqualContent(node) }) { elements.append(node) }
    }
    add(member.value)
    member.value.content = .sequence(elements)
    return member
  }

  // MARK: Declarations

  private mutating func leaveOut(_ words: String, _ start: Int, _ file: ImportSource.File) {
    findings.append(.unmapped(words, at: file.place(start)))
  }

  mutating func declare() {
    for (member, file, levels, scopes) in found {
      guard let pattern = Self.pattern(member.name) else {
        leaveOut(
          "regular expression \(Printable.quoted(member.name)); '.*' is the only part that '*' can replace",
          member.start, file)
        continue
      }
      let merge = member.value["merge"]
      let word = (merge?["strategy"] ?? merge)?.text.map { String(decoding: $0, as: UTF8.self) }
      let strategy = word.map(Strategy.init) ?? .first
      if strategy == nil { leaveOut("strategy '\(word ?? "")'", member.start, file) }
      for name in ["sort_merged_arrays", "merge_hash_arrays"] {
        if case .boolean(true)? = merge?[name]?.content {
          leaveOut("'\(name)'", member.start, file)
        }
      }
      let type = member.value["convert_to"]
      let typeName = (type?.elements?.first ?? type)?.text
      let isSecret = typeName?.elementsEqual("Sensitive".utf8) == true
      if type != nil && !isSecret { leaveOut("'convert_to'", member.start, file) }
      declarations.append(
        Declaration(
          pattern: pattern, isExact: member.name.first != UInt8(ascii: "^"),
          strategy: strategy ?? .first, isSecret: isSecret, member: member, file: file,
          levels: levels, scopes: scopes))
      if let prefix = merge?["knockout_prefix"]?.text { reportKnockouts(prefix, pattern) }
    }
  }

  private mutating func reportKnockouts(_ prefix: [UInt8], _ pattern: StarPattern) {
    for (key, all) in values where pattern.matches(key) {
      for value in all {
        for start in value.node.knockouts(prefix) {
          leaveOut("knockout_prefix; use '$remove' or '$stop'", start, value.file)
        }
      }
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
    for declaration in declarations {
      guard let key = spelling(declaration) else {
        leaveOut(
          "a pattern with signs that need quotes", declaration.member.start, declaration.file)
        continue
      }
      let matching = values.filter { declaration.pattern.matches($0.key) }.values.joined()
      let all = matching.map(\.node)
      let members = self.members(declaration.strategy, key, all)
      let farther = Set(
        matching.filter { $0.levels[0] > declaration.levels[0] }.map { $0.levels[0] })
      if !members.isEmpty && !declaration.scopes.contains([]) && farther.count > 1 {
        leaveOut(
          "strategy for levels of lower precedence; declare it in the last level",
          declaration.member.start, declaration.file)
      }
      for scope in declaration.scopes {
        merges[scope, default: []] += members
        if declaration.isSecret && !all.isEmpty { secrets[scope, default: []].append(key) }
      }
    }
    // Without options the nearest value counts as a whole.
    if values.values.contains(where: { $0.contains { $0.node.members != nil } }) {
      merges[[], default: []].insert(YAMLMember("*", .text("replace".utf8)), at: 0)
    }
    for (scope, members) in merges where !members.isEmpty {
      plan.add(.merge, YAMLNode(.mapping(members)), at: scope + [ImportPlan.fileName])
    }
    for (scope, keys) in secrets {
      plan.add(.secret, .list(keys), at: scope + [ImportPlan.fileName])
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
      if nodes.isEmpty { return [] }
      let union = YAMLNode(.mapping([YAMLMember("union", .text("prepend".utf8))]))
      return [YAMLMember(key, union)]
    case .hash:
      let isDeep = nodes.contains { $0.members?.contains { $0.value.members != nil } == true }
      return (hasObjects ? [entry("", "deep")] : []) + (isDeep ? [entry(".*", "replace")] : [])
    case .deep:
      let lists = nodes.contains { $0.hasLists }
      return (hasObjects ? [entry("", "deep")] : []) + (lists ? [entry(".**", "union")] : [])
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

  fileprivate func hasEqualContent(_ other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let two)): one == two
    case (.number(let one), .number(let two)), (.text(let one), .text(let two)): one == two
    case (.sequence(let one), .sequence(let two)):
      one.elementsEqual(two) { $0.hasEqualContent($1) }
    case (.mapping(let one), .mapping(let two)):
      one.elementsEqual(two) { $0.name == $1.name && $0.value.hasEqualContent($1.value) }
    default: false
    }
  }
}
