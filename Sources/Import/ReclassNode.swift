import SafeText
import YAMLSource

/// Which values of a node differ from those of reclass, because its levels merge in another way.
struct ReclassNode {
  typealias Path = [[UInt8]]

  struct Reason: Hashable {
    let words: String
    /// Whether reclass refuses the node.
    var isRefused = false
  }

  struct Difference {
    let reason: Reason
    let statement: ReclassStatement

    init(_ words: String, _ statement: ReclassStatement, isRefused: Bool = false) {
      (reason, self.statement) = (Reason(words: words, isRefused: isRefused), statement)
    }
  }

  /// Whether kinds of values may replace one another.
  struct Rules {
    var scalarOverDict = false
    var scalarOverList = false
    var dictOverScalar = false
    var listOverScalar = false
    var nullOverride = false
    var refusesConstants = true
    /// The paths of parameters that reclass adds, and that are the name of the scope.
    var names: Set<Path> = []
  }

  static let fullName: Path = ["_reclass_", "name", "full"].map { Array($0.utf8) }
  static let shortName: Path = ["_reclass_", "name", "short"].map { Array($0.utf8) }

  /// The name of a parameter for the exports, of which only errors count.
  static let exports = "\0exports"

  private struct Merged {
    enum Kind { case missing, null, scalar, unusualScalar, list, dict, unknown }
    var kind = Kind.missing
    /// The statements whose values the result contains.
    var parts: [ReclassStatement] = []
    var difference: Difference?
  }

  private let levels: [ReclassStatement]
  private let rules: Rules
  private var memo: [Path: Merged] = [:]
  private var membersByPath: [Path: [[UInt8]: [ReclassStatement]]] = [:]
  private var active: Set<Path> = []
  private var activeTargets: Set<Path> = []
  /// The paths of values that need themselves.
  private var selfReferring: Set<Path> = []
  /// What is left out, by key.
  private(set) var differences: [Path: Difference] = [:]
  /// The values that reclass changes, with the reference that leads to each.
  private var changed: [Path: ReclassStatement] = [:]
  private var mergedTargets: Set<Path> = []
  private(set) var brokenConstants: [ReclassStatement] = []
  /// References: the path that is left out with one, its place with the numbers of elements, and its target.
  private var users: [(path: Path, place: Path, target: Path, statement: ReclassStatement)] = []

  /// The parameters of a node's classes and of itself, lowest precedence first.
  init(_ levels: [ReclassStatement], _ rules: Rules) {
    (self.levels, self.rules) = (levels, rules)
    compare(levels, at: [])
    for (path, statement) in changed where differences[path] == nil {
      differences[path] = Difference(
        "a value that reclass changes when it merges a reference to it", statement)
    }
    spread()
    differences = differences.filter { path, difference in
      path.first?.elementsEqual(Self.exports.utf8) != true || difference.reason.isRefused
    }
    if differences.isEmpty { return }
    let left = differences.keys
    for level in levels {
      collectConstants(in: level) { key in
        left.contains { $0.starts(with: key) || key.starts(with: $0) }
      }
    }
  }

  /// Notes constants of keys that are left out or replaced, because a stop of a final key is an error.
  private mutating func collectConstants(
    in statement: ReclassStatement, at path: Path = [], where isMeant: (Path) -> Bool
  ) {
    guard statement.hasSigns, case .dict(let children) = statement.content else { return }
    for (name, children) in children {
      for child in children {
        let key = path + [name]
        if child.isConstant, isMeant(key) { brokenConstants.append(child) }
        collectConstants(in: child, at: key, where: isMeant)
      }
    }
  }

  // MARK: Merging

  /// The statements of each member of the value at a path.
  private mutating func members(
    of parts: [ReclassStatement], at path: Path
  ) -> [[UInt8]: [ReclassStatement]] {
    if let known = membersByPath[path] { return known }
    var members: [[UInt8]: [ReclassStatement]] = [:]
    for part in parts {
      guard case .dict(let children) = part.content else { continue }
      for (name, statements) in children { members[name, default: []] += statements }
    }
    membersByPath[path] = members
    return members
  }

  private mutating func merged(_ statements: [ReclassStatement], at path: Path) -> Merged {
    if let known = memo[path] { return known }
    guard active.count < 512, active.insert(path).inserted else {
      selfReferring.insert(path)
      return Merged(
        kind: .unknown,
        difference: statements.last.map { Difference("a reference to itself", $0, isRefused: true) }
      )
    }
    var merged = merge(statements)
    active.remove(path)
    if selfReferring.contains(path), merged.kind == .unknown, statements.count > 1,
      merged.difference?.reason.isRefused != true
    {
      merged.difference = statements.last.map {
        Difference("a merge with a reference to itself", $0, isRefused: true)
      }
    }
    memo[path] = merged
    return merged
  }

  /// The result of reclass, with a difference if heir merges other statements.
  private mutating func merge(_ statements: [ReclassStatement]) -> Merged {
    var result = Merged()
    var ours: [ReclassStatement] = []
    var wasMissing = false
    func unknown(
      _ why: String, _ statement: ReclassStatement, isRefused: Bool = false
    ) -> Merged {
      Merged(
        kind: .unknown,
        difference: Difference(why, statement, isRefused: isRefused))
    }
    for (index, statement) in statements.enumerated() {
      if index > 0, statements[index - 1].isConstant {
        return unknown(
          "a constant that is set again", statement, isRefused: rules.refusesConstants)
      }
      var kind = kind(of: statement)
      if kind == .missing {
        wasMissing = true
        if index < statements.count - 1, result.kind != .dict, result.kind != .list {
          kind = .null
        } else {
          return unknown(Self.missing, statement, isRefused: true)
        }
      }
      if statement.isOverride {
        for other in statements[..<index] { collectConstants(in: other) { _ in true } }
      }
      if statement.isOverride || !statement.mergesLiterally(onto: ours.last) {
        ours = [statement]
      } else {
        ours.append(statement)
      }
      let isReplaced = statement.isOverride || result.kind == .missing || result.kind == .null
      switch (result.kind, kind) {
      case _ where isReplaced, (.unknown, .unknown): result = Merged(kind: kind, parts: [statement])
      case (.unknown, _), (_, .unknown):
        result.kind = .unknown
        result.parts.append(statement)
      case (.dict, .dict), (.list, .list): result.parts.append(statement)
      case (.dict, .null) where rules.nullOverride, (.list, .null) where rules.nullOverride,
        (.dict, .scalar) where rules.scalarOverDict,
        (.dict, .unusualScalar) where rules.scalarOverDict,
        (.list, .scalar) where rules.scalarOverList,
        (.list, .unusualScalar) where rules.scalarOverList,
        (.scalar, .dict) where rules.dictOverScalar,
        (.unusualScalar, .dict) where rules.dictOverScalar:
        result = Merged(kind: kind, parts: [statement])
      case (.scalar, .list) where rules.listOverScalar,
        (.unusualScalar, .list) where rules.listOverScalar:
        return unknown("a list that is merged with a scalar", statement)
      case (.scalar, .scalar), (.scalar, .unusualScalar), (.unusualScalar, .scalar),
        (.unusualScalar, .unusualScalar), (.scalar, .null), (.unusualScalar, .null):
        result = Merged(kind: kind, parts: [statement])
      default:
        return unknown(
          "a value that reclass does not merge with one of another kind", statement, isRefused: true
        )
      }
    }
    guard let last = statements.last else { return result }
    if wasMissing, result.kind == .dict || result.kind == .list {
      return unknown(Self.missing, last, isRefused: true)
    }
    if result.kind == .unknown {
      if result.parts.count > 1 || ours.count > 1 {
        result.difference = Difference(Self.mergedWithLost, last)
      }
      return result
    }
    let isComplex = statements.contains { $0.isOverride || $0.isConstant || !$0.isLiteralDict }
    if isComplex, result.parts.count == 1, result.parts[0].hasSigns {
      return unknown("a key with '~' or '=' in a value that replaces another one", last)
    }
    if !ours.elementsEqual(result.parts, by: ===) {
      for statement in statements.dropLast() { noteChange(by: statement) }
      return unknown("a reference that is merged with other values", last)
    }
    return result
  }

  /// reclass copies the object to which a reference leads before it merges, but not members that several levels set and
  /// that it cannot merge at once: it merges into those.
  private mutating func noteChange(by statement: ReclassStatement) {
    guard case .reference(let path) = statement.content, mergedTargets.insert(path).inserted else {
      return
    }
    let parts = target(path).parts
    if hasSharedMember(parts, at: path) { changed[path] = statement }
    for part in parts { noteChange(by: part) }
  }

  private mutating func hasSharedMember(_ parts: [ReclassStatement], at path: Path) -> Bool {
    members(of: parts, at: path).contains { name, statements in
      let isShared =
        statements.count > 1
        && statements.contains { $0.isUnmerged || !$0.isOfKind(of: statements[0]) }
      return isShared
        || statements.allSatisfy(\.isLiteralDict)
          && hasSharedMember(statements, at: path + [name])
    }
  }

  private mutating func kind(of statement: ReclassStatement) -> Merged.Kind {
    switch statement.content {
    case .null: .null
    case .scalar, .text: .scalar
    case .unusualScalar, .leftOut(isScalar: true): .unusualScalar
    case .list: .list
    case .dict: .dict
    case .leftOut: .unknown
    case .reference(let path): target(path).kind
    }
  }

  /// The value at a path, through references.
  private mutating func target(_ path: Path) -> Merged {
    // A value may refer to a part of itself.
    guard activeTargets.count < 512, activeTargets.insert(path).inserted else {
      return Merged(kind: .unknown)
    }
    defer { activeTargets.remove(path) }
    if path[0] == Self.fullName[0] {
      return Merged(kind: rules.names.contains(path) ? .scalar : .unknown)
    }
    var value = Merged(kind: .dict, parts: levels)
    var place: Path = []
    var depth = 0
    for (index, name) in path.enumerated() {
      while value.parts.count == 1, case .reference(let next) = value.parts[0].content {
        depth += 1
        if depth > 256 { return Merged(kind: .unknown) }
        value = target(next)
        place = next
      }
      place.append(name)
      switch value.kind {
      case .dict:
        guard let found = members(of: value.parts, at: Array(place.dropLast()))[name] else {
          return Merged()
        }
        value = merged(found, at: place)
      case .list:
        let elements = value.parts.flatMap(\.elements)
        guard !name.isEmpty, name.allSatisfy(\.isDigit),
          let number = Int(String(decoding: name, as: UTF8.self))
        else { return name.contains(where: \.isDigit) ? Merged(kind: .unknown) : Merged() }
        // reclass takes an index only before another name.
        if index == path.count - 1 { return Merged() }
        guard elements.indices.contains(number) else { return Merged() }
        value = merged([elements[number]], at: place)
      case .unknown: return Merged(kind: .unknown)
      case .missing, .null, .scalar, .unusualScalar: return Merged()
      }
    }
    return value
  }

  // MARK: Comparing

  private mutating func compare(_ statements: [ReclassStatement], at path: Path) {
    if statements.count == 1, statements[0].isPlain { return }
    let value = path.isEmpty ? Merged(kind: .dict, parts: levels) : merged(statements, at: path)
    if let difference = value.difference {
      differences[path] = difference
      return
    }
    guard let first = value.parts.first, let last = value.parts.last else { return }
    switch first.content {
    case .dict:
      for (name, statements) in members(of: value.parts, at: path) {
        compare(statements, at: path + [name])
      }
    case .list:
      if value.parts.dropLast().contains(where: \.containsLeftOut) {
        differences[path] = Difference(Self.mergedWithLost, last)
        return
      }
      for (index, element) in value.parts.flatMap(\.elements).enumerated() where !element.isPlain {
        use(element, at: path, place: path + [Array(String(index).utf8)])
      }
    case .text, .reference: use(last, at: path, place: path)
    case .leftOut: lost.insert(path)
    case .null, .scalar, .unusualScalar: break
    }
  }

  private static let missing = "a reference to a key without a value"
  private static let mergedWithLost = "a value that is merged with one that is not imported"

  /// Keys that are left out at a level.
  private var lost: Set<Path> = []

  /// Notes the references in a value that merges with nothing.
  private mutating func use(_ statement: ReclassStatement, at path: Path, place: Path) {
    func differ(_ why: String) {
      if differences[path] == nil {
        differences[path] = Difference(why, statement, isRefused: why == Self.missing)
      }
    }
    func differ(unknown target: Path) {
      differ(
        target == Self.shortName
          ? "the first part of the node's name" : "a reference to a value that is not imported")
    }
    switch statement.content {
    case .null, .scalar, .unusualScalar: break
    case .leftOut: lost.insert(path)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        use(element, at: path, place: place + [Array(String(index).utf8)])
      }
    case .dict(let children):
      // The first place is reported.
      let all = children.flatMap { name, children in children.map { (name: name, child: $0) } }
      for (name, child) in all.sorted(by: { $0.child.start < $1.child.start }) {
        use(child, at: path, place: place + [name])
      }
    case .reference(let target):
      users.append((path, place, target, statement))
      switch self.target(target).kind {
      case .missing: differ(Self.missing)
      case .unknown: differ(unknown: target)
      case .null, .scalar, .unusualScalar, .list, .dict: break
      }
    case .text(let targets):
      for target in targets {
        users.append((path, place, target, statement))
        switch self.target(target).kind {
        case .scalar: break
        case .missing: differ(Self.missing)
        case .unknown: differ(unknown: target)
        case .null, .unusualScalar, .list, .dict:
          differ("a reference in a text to a boolean, null or no scalar")
        }
      }
    }
  }

  /// Leaves out what depends on what is left out, or on itself.
  private mutating func spread() {
    let all = lost.union(differences.keys)
    let lostBelow = Set(all.flatMap { path in path.indices.map { Array(path[..<$0]) } })
    var isLost = users.map { user in
      lostBelow.contains(user.target)
        || user.target.indices.contains { all.contains(Array(user.target[...$0])) }
    }
    // Python's stack is as deep as the chain, with the arrays around each reference.
    let steps = users.map { max(1, $0.place.count - $0.path.count) }
    var depths = steps
    let isDone = ends(users.map(\.path)) { index, other in
      isLost[other] = isLost[other] || isLost[index]
      depths[other] = max(depths[other], depths[index] + steps[other])
    }
    // reclass evaluates the elements of an array one by one, heir the array.
    let isAnswered = isDone.contains(false) ? ends(users.map(\.place)) { _, _ in } : isDone
    for (index, user) in users.enumerated() {
      if differences[user.path]?.reason.isRefused == true { continue }
      if !isDone[index] {
        differences[user.path] = Difference(
          "a reference to itself, or to one that does not end", user.statement,
          isRefused: !isAnswered[index])
      } else if depths[index] > 450 {
        differences[user.path] = Difference(
          "a chain of references that is too long", user.statement, isRefused: true)
      } else if isLost[index], differences[user.path] == nil {
        differences[user.path] = Difference(
          "a reference to a value that is not imported", user.statement)
      }
    }
  }

  /// Whether the evaluation of each reference at a path ends; `note` gets each reference with those that need it.
  private func ends(_ paths: [Path], _ note: (Int, Int) -> Void) -> [Bool] {
    // A reference needs all references in its target, and those on the way to it.
    var below: [Path: [Int]] = [:]
    var exact: [Path: [Int]] = [:]
    for (index, path) in paths.enumerated() {
      exact[path, default: []].append(index)
      for count in path.indices { below[Array(path[..<count]), default: []].append(index) }
    }
    var waiting = [Int](repeating: 0, count: users.count)
    var dependents: [[Int]] = users.map { _ in [] }
    var ready: [Int] = []
    for (index, user) in users.enumerated() {
      let onTheWay = user.target.indices.flatMap { exact[Array(user.target[...$0])] ?? [] }
      let needed = (below[user.target] ?? []) + onTheWay
      waiting[index] = needed.count
      for other in needed { dependents[other].append(index) }
      if needed.isEmpty { ready.append(index) }
    }
    var isDone = users.map { _ in false }
    while let index = ready.popLast() {
      isDone[index] = true
      for other in dependents[index] {
        note(index, other)
        waiting[other] -= 1
        if waiting[other] == 0 { ready.append(other) }
      }
    }
    return isDone
  }
}

extension ReclassStatement {
  fileprivate var isLiteralDict: Bool { if case .dict = content { true } else { false } }

  fileprivate var elements: [ReclassStatement] {
    if case .list(let elements) = content { elements } else { [] }
  }

  /// Whether reclass merges the value only when it computes it.
  fileprivate var isUnmerged: Bool {
    switch content {
    case .reference, .text, .leftOut: true
    case .null, .scalar, .unusualScalar, .list, .dict: isOverride || isConstant
    }
  }

  func isOfKind(of other: ReclassStatement) -> Bool {
    switch (content, other.content) {
    case (.list, .list), (.dict, .dict): true
    case (.list, _), (_, .list), (.dict, _), (_, .dict): false
    default: true
    }
  }

  /// Whether heir merges the value with one before it.
  fileprivate func mergesLiterally(onto other: ReclassStatement?) -> Bool {
    switch (content, other?.content) {
    case (.dict, .dict), (.list, .list): true
    default: false
    }
  }
}
