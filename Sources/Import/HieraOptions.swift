import Cascade
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// The top values of a hierarchy, and its `lookup_options` as `$merge` and `$secret`.
struct HieraOptions {
  typealias Strategy = HieraMerge.Strategy
  static let name = Array("lookup_options".utf8)

  /// A value of a top key.
  private struct Value {
    let node: YAMLNode
    let file: ImportSource.File
    let isInRoot: Bool
  }

  /// The options of a key, or of the keys that match a pattern.
  private struct Declaration {
    let name: [UInt8]
    let merge: HieraMerge
    let isSecret: Bool
    let member: YAMLMember
    var strategy: Strategy { merge.strategy }
    var isExact: Bool { !name.isPattern }
    let file: ImportSource.File
    let level: Int
    let scope: [FileName]
  }

  private var values: [[UInt8]: [Value]] = [:]
  /// The keys with a text that is not plain.
  private var interpolated: Set<[UInt8]> = []
  /// The options as written.
  private var written: [(YAMLMember, ImportSource.File, level: Int, scope: [FileName])] = []
  private var declarations: [Declaration] = []
  private var exactNames: [[UInt8]: [Declaration]] = [:]
  /// In the order in which Hiera tries them.
  private var patterns: [Declaration] = []
  /// The expressions that match each key, in that order.
  private var matching: [[UInt8]: [Declaration]] = [:]
  /// The keys that each expression matches, in byte order.
  private var matched: [[UInt8]: [[UInt8]]] = [:]
  /// Expressions as `*` spells them.
  private var stars: [[UInt8]: [UInt8]] = [:]
  private let names = NameTable()
  private var secrets: [[UInt8]: Bool] = [:]

  // MARK: Values

  mutating func note(
    _ file: ImportSource.File, level: Int, scope: [FileName], optionScope: [FileName]
  ) {
    for member in file.root.members ?? [] {
      if !member.isOptions {
        if !member.value.interpolations.isEmpty { interpolated.insert(member.name) }
        values[member.name, default: []].append(
          Value(
            node: member.value, file: file,
            isInRoot: scope.isEmpty && !member.value.hasLeftOut))
        continue
      }
      if member.value.members == nil, !member.value.isNull {
        file.leaveOut("'lookup_options'", member.start)
      }
      written += (member.value.members ?? []).map { ($0, file, level, optionScope) }
    }
  }

  /// The top keys of all files.
  var keys: [[UInt8]] { values.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  /// The interpolations in the texts of a key.
  func interpolations(in key: [UInt8]) -> [HieraText.Piece] {
    (values[key] ?? []).flatMap { $0.node.interpolations }
  }

  /// The keys that texts of a key look up.
  func lookups(in key: [UInt8]) -> [[UInt8]] {
    interpolations(in: key).lookups.map { HieraText.names($0)[0] }
  }

  /// The keys and variables on which a value may depend.
  struct Needs {
    var keys: [[UInt8]]
    var variables: Set<[UInt8]> = []
  }

  func needs(of key: [UInt8]) -> Needs {
    var (needs, seen, open) = (Needs(keys: []), Set([key]), [key])
    while let key = open.popLast() {
      needs.keys.append(key)
      for piece in interpolations(in: key) {
        switch piece {
        case .text, .unknown: break
        case .variable(let name): needs.variables.insert(name)
        case .lookup(let name), .alias(let name):
          let other = HieraText.names(name)[0]
          if seen.insert(other).inserted { open.append(other) }
        }
      }
    }
    return needs
  }

  /// The names of options with an interpolation, with '*' for each.
  var interpolatedNames: [(name: [UInt8], file: ImportSource.File, start: Int)] {
    written.compactMap { member, file, _, _ in
      guard member.name.contains("%{".utf8) else { return nil }
      let name = HieraText(member.name).pieces.flatMap { piece in
        if case .text(let text) = piece { text } else { [UInt8(ascii: "*")] }
      }
      return (member.name.isPattern ? [UInt8(ascii: "*")] : name, file, member.start)
    }
  }

  /// Whether lists that are merged without repeated elements have elements that depend on a variable.
  func mayRepeatElements(_ key: [UInt8]) -> Bool {
    let strategy = strategy(of: key)
    guard strategy == .unique || strategy == .deep else { return false }
    return needs(of: key).keys.contains { other in
      values[other]?.contains { value in
        value.node.hasVariableElement
          || strategy == .unique && other == key && value.node.interpolations.hasVariable
      } == true
    }
  }

  /// The place of a value of the key.
  func place(of key: [UInt8]) -> (file: ImportSource.File, start: Int)? {
    values[key]?.first.map { ($0.file, $0.node.start) }
  }

  /// Whether the key always has a value.
  func isInRoot(_ key: [UInt8]) -> Bool {
    let path = HieraText.names(key)
    return path.count == 1 && values[path[0]]?.contains(where: \.isInRoot) == true
  }

  /// Whether each file that sets the key gives null at its path.
  func isNull(_ key: [UInt8]) -> Bool {
    let path = HieraText.names(key)
    return values[path[0]]?.allSatisfy { $0.node.following(path.dropFirst())?.isNull == true }
      == true
  }

  /// Whether each file that sets the key has an encrypted text at its path, also one that it looks up.
  mutating func isSecret(_ key: [UInt8], depth: Int = 0) -> Bool {
    if let known = secrets[key] { return known }
    let path = HieraText.names(key)
    guard let all = values[path[0]], depth < 256 else { return false }
    secrets[key] = false
    let found = all.allSatisfy { value in
      guard let text = value.node.following(path.dropFirst())?.text else { return false }
      return text.isCiphertext
        || HieraText(text).pieces.lookups.contains { isSecret($0, depth: depth + 1) }
    }
    secrets[key] = found
    return found
  }

  private func deciding(_ key: [UInt8]) -> Declaration? {
    exactNames[key]?.first ?? matching[key]?.first
  }

  func strategy(of key: [UInt8]) -> Strategy { deciding(key)?.strategy ?? .first }

  /// Whether no host merges values of the key.
  func isNeverMerged(_ key: [UInt8]) -> Bool {
    interpolatedNames.isEmpty
      && ((exactNames[key] ?? []) + (matching[key] ?? [])).allSatisfy { $0.strategy == .first }
  }

  func knockout(of key: [UInt8]) -> [UInt8]? { deciding(key)?.merge.knockout }

  func hasKnockouts(_ key: [UInt8]) -> Bool {
    guard let prefix = knockout(of: key) else { return false }
    return values[key]?.contains { $0.node.hasKnockouts(prefix) } == true
  }

  /// Whether a text of the key is not plain.
  func hasInterpolation(_ key: [UInt8]) -> Bool { interpolated.contains(key) }

  /// The member with a list of the value, without repeated elements, if its strategy is `unique`.
  func fitted(_ member: YAMLMember) -> YAMLMember {
    guard strategy(of: member.name) == .unique else { return member }
    var member = member
    member.value.content = .sequence(member.value.flattened.withoutRepeated)
    return member
  }

  // MARK: Declarations

  mutating func declare(_ expressions: HieraPatterns) {
    var known: Set<[[UInt8]]> = []
    for (member, file, level, scope) in written {
      // Of several files for one scope the first counts.
      guard known.insert(scope + [member.name]).inserted,
        let merge = try? HieraMerge(member.value["merge"])
      else { continue }
      let isSecret = member.value["convert_to"]?.isSensitive == true
      let declaration = Declaration(
        name: member.name, merge: merge, isSecret: isSecret, member: member, file: file,
        level: level, scope: scope)
      declarations.append(declaration)
      if declaration.isExact {
        exactNames[member.name, default: []].append(declaration)
      } else {
        patterns.append(declaration)
      }
    }
    // Hiera merges the options, the last level first: an expression keeps its place there.
    var ranked: Set<[UInt8]> = []
    let levels = Dictionary(grouping: patterns, by: \.level).sorted { $0.key > $1.key }
    let named = Dictionary(grouping: patterns, by: \.name)
    patterns = levels.flatMap { $0.value.map(\.name) }.filter { ranked.insert($0).inserted }
      .flatMap { named[$0] ?? [] }
    let table = HieraTable(patterns.map(\.member), expressions)
    let keys = keys
    // Of a key with a line break, an expression may match a later line, which no '*' says.
    if !keys.contains(where: { $0.contains(0x0A) }) {
      for pattern in patterns { stars[pattern.name] = expressions[pattern.name]?.stars }
    }
    for key in keys {
      for (index, isKnown) in table.matching(key) where isKnown {
        matching[key, default: []].append(patterns[index])
        if matched[patterns[index].name]?.last != key {
          matched[patterns[index].name, default: []].append(key)
        }
      }
    }
  }

  // MARK: Directives

  /// The options of the keys that are written. `isRead` tells whether a host has both the options of a file and a key,
  /// and `scopes` are those that have a key.
  func write(
    to plan: inout ImportPlan, except dropped: some Collection<[UInt8]>,
    isRead: (ImportSource.File, [UInt8]) -> Bool, scopes: ([UInt8]) -> Set<[FileName]>
  ) {
    let dropped = Set(dropped)
    var merges: [[FileName]: MemberList] = [:]
    var secrets: [[FileName]: [[UInt8]]] = [:]
    // Without options the nearest value counts as a whole.
    if values.values.joined().contains(where: { $0.node.members != nil }) {
      merges[[], default: MemberList()].set(YAMLMember("*", .text("replace".utf8)))
    }
    for declaration in declarations {
      let (member, scope) = (declaration.member, declaration.scope)
      let all = keys(of: declaration)
      let matching = all.filter { !dropped.contains($0) }
      let decided = decided(by: declaration, matching)
      let keys = decided.certain
      let hasValues = keys.contains { values[$0] != nil }
      var entries = keys.flatMap { members(declaration, $0, spelling($0)) }
      // What may be a secret is one.
      let secretKeys = (keys + decided.unclear).filter { values[$0] != nil }
      var secret = secretKeys.map(spelling)
      if keys.count == all.count, !keys.isEmpty, let pattern = spelling(declaration),
        Set(keys.map { YAMLNode(.mapping(members(declaration, $0))).identity }).count == 1
      {
        entries = members(declaration, keys[0], pattern)
        secret = hasValues ? [pattern] : []
      }
      let comments = member.value.allComments
      if entries.isEmpty {
        plan.add([], at: scope + [ImportPlan.fileName], end: comments)
      } else {
        entries[0].value.comments.above = comments
        for entry in entries { merges[scope, default: MemberList()].set(entry) }
      }
      guard declaration.isSecret else { continue }
      // A host may read both later, but now no scope below has the key. Every scope is below the root.
      let others = secretKeys.filter {
        scope.isEmpty ? scopes($0).isEmpty : !isRead(declaration.file, $0)
      }
      if !others.isEmpty { secret = secretKeys.filter { !others.contains($0) }.map(spelling) }
      secrets[scope, default: []] += secret
      for key in others {
        for scope in scopes(key) { secrets[scope, default: []].append(spelling(key)) }
      }
    }
    for (scope, members) in merges {
      plan.add(.merge, YAMLNode(.mapping(members.all)), at: scope + [ImportPlan.fileName])
    }
    for (scope, keys) in secrets where !keys.isEmpty {
      let all = keys.map { YAMLNode.text($0) }.withoutRepeated
      plan.add(.secret, YAMLNode(.sequence(all)), at: scope + [ImportPlan.fileName])
    }
  }

  /// The keys that a declaration names, in a fixed order.
  private func keys(of declaration: Declaration) -> [[UInt8]] {
    declaration.isExact ? [declaration.name] : matched[declaration.name] ?? []
  }

  /// The keys for which a declaration counts wherever it is inherited, and those for which that depends on the levels
  /// of a host. Exact names count before expressions, and of two expressions the one that is tried first. Here the
  /// nearest level counts.
  private func decided(
    by declaration: Declaration, _ keys: [[UInt8]]
  ) -> (certain: [[UInt8]], unclear: [[UInt8]]) {
    if declaration.isExact { return (keys, []) }
    var (certain, unclear): ([[UInt8]], [[UInt8]]) = ([], [])
    for key in keys {
      let before = (matching[key] ?? []).prefix { $0.name != declaration.name }
      let others = (exactNames[key] ?? []) + before
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
    guard let text = stars[declaration.name] else { return nil }
    let pattern = try? KeySyntax.pattern(text, names)
    return pattern?.parts.count == 1 ? text : nil
  }

  /// The entries of `$merge` for one key of a declaration.
  private func members(
    _ declaration: Declaration, _ key: [UInt8], _ spelling: [UInt8] = []
  ) -> [YAMLMember] {
    if declaration.strategy != .first {
      return members(declaration.strategy, spelling, (values[key] ?? []).map(\.node))
    }
    let overridesOther = ((exactNames[key] ?? []) + (matching[key] ?? []))
      .contains { $0.strategy != .first }
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
  var isOptions: Bool { name == HieraOptions.name }
}

extension YAMLNode {
  /// Whether a part of the value is not written.
  fileprivate var hasLeftOut: Bool {
    switch content {
    case .text(let text): text.isCiphertext
    case .leftOut: true
    default: inner.contains(where: \.hasLeftOut)
    }
  }

  fileprivate var interpolations: [HieraText.Piece] {
    guard let text else {
      return inner.flatMap(\.interpolations)
    }
    return HieraText(text).pieces.filter { if case .text = $0 { false } else { true } }
  }

  fileprivate var hasVariableElement: Bool {
    elements?.contains { $0.interpolations.hasVariable } == true
      || inner.contains(where: \.hasVariableElement)
  }

  fileprivate var hasLists: Bool {
    elements != nil || members?.contains { $0.value.hasLists } == true
  }
}

extension [HieraText.Piece] {
  /// The keys of lookups.
  var lookups: [[UInt8]] {
    compactMap {
      switch $0 {
      case .lookup(let key), .alias(let key): key
      case .text, .variable, .unknown: nil
      }
    }
  }

  fileprivate var hasVariable: Bool {
    contains { if case .variable = $0 { true } else { false } }
  }
}

/// Members of which the last of a name counts.
private struct MemberList {
  private var members: [YAMLMember] = []
  private var places: [[UInt8]: Int] = [:]

  var all: [YAMLMember] { places.values.sorted().map { members[$0] } }

  mutating func set(_ member: YAMLMember) {
    places[member.name] = members.count
    members.append(member)
  }
}
