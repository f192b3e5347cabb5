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

  /// The parameters that reclass adds.
  private static let kindsOfReclass: [Path: Merged.Kind] = [
    [fullName[0]]: .dict, Array(fullName[..<2]): .dict, fullName: .scalar, shortName: .scalar,
    [fullName[0], Array("environment".utf8)]: .scalar,
  ]

  /// The name of a parameter for the exports, of which only errors count.
  static let exports = "\0exports"

  struct Merged {
    enum Kind { case missing, null, scalar, unusualScalar, list, dict, unknown }
    var kind = Kind.missing
    /// The statements whose values the result contains.
    var parts: [ReclassStatement] = []
    var difference: Difference?
    /// With a difference: the statements of which reclass evaluates all references.
    var evaluated: [ReclassStatement] = []
    /// Whether the names of members keep '~' and '='.
    var keepsSigns = false
  }

  let levels: [ReclassStatement]
  let rules: Rules
  /// nil for a class.
  let name: [UInt8]?
  private var memo: [Path: Merged] = [:]
  private var membersByPath: [Path: [[UInt8]: [ReclassStatement]]] = [:]
  private var active: Set<Path> = []
  private var activeTargets: Set<Path> = []
  /// The paths of values that need themselves.
  private var selfReferring: Set<Path> = []
  /// What is left out, by key.
  var differences: [Path: Difference] = [:]
  /// The values that reclass changes, with the reference that leads to each.
  private var changed: [Path: ReclassStatement] = [:]
  private var mergedTargets: Set<Path> = []
  private(set) var brokenConstants: [ReclassStatement] = []
  /// A query of the inventory; reclass then reads all nodes.
  var query: ReclassStatement?
  /// The texts around the one that is computed.
  var textDepth = 0
  /// Keys that are left out at a level.
  var lost: Set<Path> = []
  /// References: the path that is left out with one, its place with the numbers of elements, and its target.
  var users: [(path: Path, place: Path, target: Path, statement: ReclassStatement)] = []

  /// The parameters of a node's classes and of itself, lowest precedence first.
  init(_ levels: [ReclassStatement], _ rules: Rules, name: [UInt8]? = nil) {
    (self.levels, self.rules, self.name) = (levels, rules, name)
    compare(levels, at: [])
    findQueries(levels, at: [])
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
  mutating func members(
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

  mutating func merged(_ statements: [ReclassStatement], at path: Path) -> Merged {
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
      if case .unwritten(let pieces) = statement.content, let why = problem(in: pieces) {
        return unknown(why, statement, isRefused: true)
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
    let evaluated = result.parts.filter { $0 === result.parts.last || !$0.elements.isEmpty }
    if result.kind == .unknown {
      if result.parts.count > 1 || ours.count > 1 {
        result.difference = Difference(Self.mergedWithLost, last)
        result.evaluated = evaluated
      }
      return result
    }
    if result.parts.contains(where: \.isTwin) {
      result.difference = Difference(Self.twin, last)
      result.evaluated = evaluated
      return result
    }
    let isComplex = statements.contains { $0.isOverride || $0.isConstant || !$0.isLiteralDict }
    if isComplex, result.parts.count == 1, result.parts[0].hasSigns {
      result.difference = Difference(
        "a key with '~' or '=' in a value that replaces another one", last)
      result.evaluated = evaluated
      result.keepsSigns = true
      return result
    }
    if !ours.elementsEqual(result.parts, by: ===) {
      for statement in statements.dropLast() { noteChange(by: statement) }
      var other = unknown("a reference that is merged with other values", last)
      other.evaluated = evaluated
      return other
    }
    return result
  }

  /// reclass copies the object to which a reference leads before it merges, but not members that several levels set and
  /// that it cannot merge at once: it merges into those.
  private mutating func noteChange(by statement: ReclassStatement) {
    guard let path = reference(of: statement), mergedTargets.insert(path).inserted else { return }
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

  mutating func kind(of statement: ReclassStatement) -> Merged.Kind {
    switch statement.content {
    case .null: .null
    case .scalar, .text: .scalar
    case .unusualScalar, .leftOut(isScalar: true): .unusualScalar
    case .list: .list
    case .dict: .dict
    case .leftOut: .unknown
    case .reference(let path): target(path).kind
    case .query(let query): query.isList ? .list : .dict
    case .unwritten(let pieces):
      if let path = reference(of: statement) {
        target(path).kind
      } else {
        targets(of: pieces).contains { target($0).kind == .missing } ? .missing : .scalar
      }
    }
  }

  /// The value at a path, through references.
  mutating func target(_ path: Path) -> Merged {
    // A value may refer to a part of itself.
    guard activeTargets.count < 512, activeTargets.insert(path).inserted else {
      return Merged(kind: .unknown)
    }
    defer { activeTargets.remove(path) }
    if path[0] == Self.fullName[0] {
      let isName = path == Self.fullName || path == Self.shortName
      let isKnown = isName ? rules.names.contains(path) : !rules.names.isEmpty
      return Merged(kind: isKnown ? Self.kindsOfReclass[path] ?? .missing : .unknown)
    }
    var value = Merged(kind: .dict, parts: levels)
    var place: Path = []
    var depth = 0
    for (index, name) in path.enumerated() {
      while value.parts.count == 1, let next = reference(of: value.parts[0]) {
        depth += 1
        if depth > 256 { return Merged(kind: .unknown) }
        value = target(next)
        place = next
      }
      place.append(name)
      switch value.kind {
      case .dict:
        if value.keepsSigns, case .dict(let children) = value.parts[0].content {
          let found = children.first { key, all in all.contains { $0.spelling(key) == name } }
          guard let statement = found?.value.last(where: { $0.spelling(found!.key) == name }) else {
            return Merged()
          }
          value = Merged(
            kind: kind(of: statement), parts: [statement], keepsSigns: statement.isLiteralDict)
          continue
        }
        guard let found = members(of: value.parts, at: Array(place.dropLast()))[name] else {
          return Merged()
        }
        value = merged(found, at: place)
      case .list:
        let elements = value.parts.flatMap(\.elements)
        guard !name.isEmpty, name.allSatisfy(\.isDigit),
          let number = Int(String(decoding: name, as: UTF8.self))
        else {
          // Other spellings that Python may read as a number.
          let mayBeNumber = name.allSatisfy { $0.isDigit || "+-_ ".utf8.contains($0) || $0 > 0x7F }
          return mayBeNumber ? Merged(kind: .unknown) : Merged()
        }
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
}

extension ReclassStatement {
  var isLiteralDict: Bool { if case .dict = content { true } else { false } }

  var elements: [ReclassStatement] {
    if case .list(let elements) = content { elements } else { [] }
  }

  /// Whether reclass merges the value only when it computes it.
  var isUnmerged: Bool {
    switch content {
    case .reference, .text, .unwritten, .query, .leftOut: true
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
