import Cascade
import JSONSource

/// What every scope of a walk has under some keys.
///
/// A scope is asked only where it, or what it takes a computed value from, says something of a key: what it
/// takes over as it is, it shares with the scope above.
package final class Distribution: ScopeVisitor {
  package private(set) var scopeIndex = ScopeIndex()
  /// What is secret in any of the scopes.
  package let mask: ReportMask
  /// What kept scopes from being read, each with the first scope that it concerns.
  package private(set) var problems: [(number: Int, scope: Scope, problem: Diagnostic)] = []
  /// Every scope of which nothing is known, with what keeps that from being known.
  package private(set) var unread: [(number: Int, scope: Scope, problem: Diagnostic)] = []
  /// Whether some were passed by that are only there to be inherited from (T12).
  package private(set) var passesByAbstract = false
  package let names: NameTable
  /// The one value that is of interest; nil for all.
  private let wanted: EffectiveValue?
  /// Where an attribute says what is of interest; nil for everywhere.
  private let attribute: AttributeScopes?
  private let patterns: [KeyPattern]
  /// The keys that are asked for, if they are few and no pattern stands for more than one.
  private let fewKeys: [Key]?
  private static var few: Int { 16 }
  /// The places in the list of the patterns that stand for one key each.
  private let asked = KeyTree<[Int]>()
  /// Those of the others.
  private let wide: [Int]
  private let world: any ResolverWorld
  private let reveals: Bool
  private var open: [WalkedScope] = []
  private var found = Catalog<Key, KeyDistribution>()
  private var isLate = false
  /// Whether several scopes share levels in an order of their own.
  private var hasShared = false
  /// Keys of elements of arrays, and whether an asked scope has them.
  private var elements: [Key: Bool] = [:]
  /// What was wrong in scopes so far: others may inherit it.
  private var told: [Diagnostic.FindingID: Int] = [:]
  /// The scopes of which nothing is known, since something before them could not be read.
  private var uncertain = ScopeSet()
  private var computed = ComputedKeys()
  private let spread = ScopeRuns<Standing>()
  /// Keys with values that have to be computed anew in each scope below.
  private let uncomputed = ScopeRuns<Bool>()
  /// The asked scopes in the order of the walk, by their numbers in the order of directories.
  private var numbers: [Int] = []
  // What may be kept of values that were worked out: a reference can make much out of little.
  private var budget = 4 * Amount.most.bytes
  // One for all texts, so that each need not ask for room.
  private var writer = JSONWriter(.compact)

  package init(
    _ patterns: [KeyPattern], _ names: NameTable, _ world: any ResolverWorld, reveals: Bool,
    only wanted: EffectiveValue? = nil, where attribute: OwnAttribute? = nil
  ) {
    self.attribute = attribute.map { AttributeScopes($0) }
    (self.patterns, self.world, self.reveals) = (patterns, world, reveals)
    (self.names, self.wanted) = (names, wanted)
    wide = patterns.indices.filter { patterns[$0].key == nil }
    for (index, pattern) in patterns.enumerated() {
      guard let place = pattern.key.map(asked.place) else { continue }
      place.content = (place.content ?? []) + [index]
    }
    fewKeys = wide.isEmpty && patterns.count <= Self.few ? patterns.compactMap(\.key) : nil
    mask = ReportMask(names, reveals: reveals)
  }

  /// Patterns for all keys that were met, if one was met after scopes that were not asked for it: it may lead into an
  /// array or a computed value there, or an attribute may speak of it.
  package var patternsToAskAgain: [KeyPattern]? { isLate ? found.ids.map(KeyPattern.init) : nil }

  /// What was found of each key, those that were asked for by name in any case.
  package var keys: [KeyDistribution] { found.items }

  package var isFiltered: Bool { wanted != nil }

  /// Keeps the keys and the scopes in which the attribute says what was asked for; tells what may have been meant
  /// where there are none.
  package func keepChosen() -> String? {
    guard let attribute else { return nil }
    found = found.filter { !attribute.scopes(of: $0.key).isEmpty }
    for key in keys { key.keep(attribute.scopes(of: key.key)) }
    return keys.isEmpty ? attribute.absence : nil
  }

  /// The values of a key that are of interest.
  package func values(of key: KeyDistribution) -> [KeyDistribution.Share] {
    guard let wanted else { return key.values }
    return [key.share(of: wanted, names)].compactMap { $0 }
  }

  /// The keys that tell more than others do: none of objects of which all that is in them has keys of its own here.
  package var leafKeys: [KeyDistribution] {
    let all = Set(keys.map(\.key))
    return keys.filter { key in
      key.values.isEmpty || !key.values.allSatisfy { isContainer($0.value, among: all) }
    }
  }

  private func isContainer(_ value: KeptValue, among all: Set<Key>) -> Bool {
    guard value.kind == .object, !mask.hides(value), let document = value.document(names)
    else { return false }
    func isCovered(_ node: Int, _ key: Key) -> Bool {
      var isEmpty = true
      for member in document.members(node) {
        let key = key.appending(member.name)
        isEmpty = false
        if all.contains(key) { continue }
        guard document.kind(member.value) == .object, isCovered(member.value, key)
        else { return false }
      }
      return !isEmpty
    }
    return isCovered(0, value.key)
  }

  /// Whether no scope has a value of interest.
  package var isEmpty: Bool {
    keys.allSatisfy { key in
      wanted == nil ? key.hasNoValue : values(of: key).allSatisfy(\.scopes.isEmpty)
    }
  }

  /// The scopes that have a value of interest under any key.
  package var scopes: ScopeSet { ScopeSet(joining: keys.flatMap { values(of: $0).map(\.scopes) }) }

  /// The scopes at and below one of which files set any of the keys, in byte order of paths.
  package func setters(from top: Scope) -> [Scope] {
    let all = Set(keys.flatMap { $0.definitions.map(\.place.file.scope) })
    return all.filter { $0.isIn(top) }.sorted { $0.isBefore($1) }
  }

  package var isUnresolved: Bool { !problems.isEmpty || keys.contains { !$0.failures.isEmpty } }

  package func enter(_ visited: VisitedScope) {
    let above = open.last
    let scope = WalkedScope(visited, world, reveals: reveals, below: above)
    open.append(scope)
    mask.note(visited)
    computed.begin()
    spread.begin(scopeIndex.count)
    uncomputed.begin(0)
    attribute?.spread.begin(scopeIndex.count)
    for problem in visited.reading.problems { note(inherited: problem, in: visited) }
    guard visited.role != .hidden else {
      passesByAbstract = passesByAbstract || scopeIndex.count > 0
      return
    }
    guard visited.isAsked else {
      hasShared = true
      return look(at: scope)
    }
    for problem in visited.reading.childProblems { note(problem, in: visited) }
    let number = scopeIndex.enter(visited.scope)
    numbers.append(visited.number)
    guard scope.isCertain else {
      uncertain.append(number..<(number + 1))
      if let doubt = scope.doubt { unread.append((visited.number, visited.scope, doubt)) }
      spread.clear()
      attribute?.spread.clear()
      return
    }
    if attribute == nil, computed.isEmpty, uncomputed.isUnchanged {
      if let fewKeys, !fewKeys.contains(where: visited.mayReach) { return }
      if patterns.count <= Self.few, let says = visited.plainSays(patterns) {
        for say in says { look(at: say, in: scope) }
        return
      }
    }
    look(at: scope)
    attribute?.look(at: found.ids, in: scope, below: above)
  }

  private func note(_ problem: Diagnostic, in visited: VisitedScope) {
    problems.append((visited.number, visited.scope, problem))
  }

  /// Notes a problem that other scopes may have, too, of the first of them.
  private func note(inherited problem: Diagnostic, in visited: VisitedScope) {
    if let place = told[problem.id] {
      if visited.number >= problems[place].number { return }
      (problems[place].number, problems[place].scope) = (visited.number, visited.scope)
    } else {
      told[problem.id] = problems.count
      note(problem, in: visited)
    }
  }

  /// Looks at the keys whose values may differ from those of the levels before.
  private func look(at scope: WalkedScope) {
    if scope.delta.isNew {
      spread.clear()
      uncomputed.clear()
    }
    for key in keys(in: scope) { look(at: key, in: scope) }
  }

  /// Looks at a key of which a scope says a plain value and nothing else.
  private func look(at say: PlainSay, in scope: WalkedScope) {
    let before = spread[say.key]
    let isPlain =
      say.isFirst == (before == nil) && mask.isPlain(say.key)
      && before?.markedCount ?? 0 == scope.visited.lineage.markedCount(about: say.key)
    let distribution = before?.distribution ?? distribution(of: say.key, in: scope)
    distribution.begin(scope.visited.firstNumber)
    guard isPlain, let laid = distribution.laying(say.written, over: before, &writer)
    else { return look(at: say.key, in: scope) }
    spread[say.key] = laid
  }

  private func distribution(of key: Key, in scope: WalkedScope) -> KeyDistribution {
    if let known = found[key] { return known }
    let isFirst = scopeIndex.count <= (scope.visited.isAsked ? 1 : 0)
    if !isFirst, key.names.count > 1 || attribute != nil { isLate = true }
    return found[key, orNew: KeyDistribution(key)]
  }

  private func look(at key: Key, in scope: WalkedScope) {
    let isAsked = scope.visited.isAsked
    let (explanation, failure, reads) = scope.explained(key)
    if !isAsked, failure != nil || reads.isOfScope {
      // Each scope that inherits it computes it anew.
      spread[key] = nil
      uncomputed[key] = true
      return
    }
    uncomputed[key] = nil
    computed.note(key, reads)
    if isAsked {
      if elements[key] == false, scope.view.node(key) != nil || scope.view.hasElement(key) {
        elements[key] = true
      }
    } else if found[key] == nil, asked.known(key) == nil, scope.view.node(key) == nil,
      scope.view.hasElement(key)
    {
      elements[key] = false
    }
    let distribution = distribution(of: key, in: scope)
    distribution.begin(scope.visited.firstNumber)
    spread[key] = distribution.standing(
      explanation, failure, in: scope.asked, &budget, mask, &writer)
  }

  /// The keys of which something else may hold than in the scope above.
  private func keys(in scope: WalkedScope) -> [Key] {
    var keys: [Key] = []
    var seen: Set<Key> = []
    func add(_ key: Key) { if seen.insert(key).inserted { keys.append(key) } }
    let delta = scope.delta
    var reached = wide
    asked.forEach(in: delta) { _, places in reached += places }
    for pattern in reached.sorted().lazy.map({ self.patterns[$0] }) {
      if let key = pattern.key {
        add(key)
      } else if delta.isWhole {
        scope.view.root.forEachMention(PatternWay(pattern), Key(), names, add)
      } else {
        delta.forEach(PatternWay(pattern), Key(), names, add)
      }
    }
    // What is no object any more touches nothing in it.
    spread.visit(in: delta) { key, _ in add(key) }
    // An object of a farther tree may stand again that something nearer had replaced.
    if scope.view.lineage.treeCount > 1 {
      for key in found.ids where delta.reaches(key.names[...]) { add(key) }
    }
    for key in computed.dependents(on: delta) { add(key) }
    if scope.visited.isAsked { uncomputed.visit { key, _ in add(key) } }
    if scope.hidesSomething { for key in found.ids { add(key) } }
    // Where something cannot be included, nobody knows what its level touches.
    if scope.visited.added.contains(where: \.hasInclusions) {
      for key in patterns.compactMap(\.key) + found.ids where !seen.contains(key) {
        if scope.asked.problems(along: key) != nil { add(key) }
      }
    }
    return keys
  }

  package func miss(_ problem: Diagnostic) {
    mask.note(unread: problem)
    if let visited = open.last?.visited { note(problem, in: visited) }
  }

  package func leave() {
    guard let scope = open.popLast() else { return }
    computed.end()
    if scope.visited.isAsked { scopeIndex.leave() }
    spread.end(before: scopeIndex.count)
    uncomputed.end(before: 0)
    attribute?.spread.end(before: scopeIndex.count)
    if open.isEmpty { finish() }
  }

  private func finish() {
    if hasShared {
      found = found.filter { !$0.isOfNoScope && (elements[$0.key] != false || !$0.hasNoValue) }
    }
    // A pattern meets keys that other scopes never heard of.
    for key in keys { key.finish(scopeIndex.count, without: uncertain) }
    if !hasShared, !zip(numbers, numbers.dropFirst()).contains(where: >) { return }
    let numbers = ScopeNumbers(numbers)
    for key in keys { key.renumber(by: numbers) }
    found = found.sorted(by: \.first)
    attribute?.renumber(by: numbers)
    (uncertain, unread) = (numbers.set(uncertain), unread.sorted { $0.number < $1.number })
    problems.sort { $0.number < $1.number }
    scopeIndex = ScopeIndex(numbers.sorted(scopeIndex.scopes))
  }
}

extension ViewNode {
  /// Calls `body` for every key of which some level speaks and that a pattern names, elements of arrays among
  /// them.
  fileprivate func forEachMention(
    _ way: PatternWay, _ key: Key, _ names: NameTable, _ body: (Key) -> Void
  ) {
    if way.isAtEnd, !isTop, isLive || isMentioned { body(key) }
    for (name, way) in way.next(among: mentionedNames()) {
      member(name)?.forEachMention(way, key.appending(name), names, body)
    }
    forEachElement(way, key, names, body)
  }

  /// The same of the elements of an array.
  fileprivate func forEachElement(
    _ way: PatternWay, _ key: Key, _ names: NameTable, _ body: (Key) -> Void
  ) {
    guard !isTop, way.goesOn, let elements else { return }
    for (index, element) in elements.enumerated() {
      element.forEach(way, key, at: index, names, body)
    }
  }
}

extension Element {
  /// Calls `body` for every key that a pattern names at and in the element of an array.
  fileprivate func forEach(
    _ way: PatternWay, _ key: Key, at index: Int, _ names: NameTable, _ body: (Key) -> Void
  ) {
    let name = names.intern(Array(String(index).utf8))
    forEach(way.descending(element: name), key.appending(name), names, body)
  }

  private func forEach(
    _ way: PatternWay, _ key: Key, _ names: NameTable, _ body: (Key) -> Void
  ) {
    if way.isAtEnd { body(key) }
    if !way.goesOn { return }
    for (name, value) in members {
      value.forEach(way.descending(name), key.appending(name), names, body)
    }
    for (index, element) in elements.enumerated() {
      element.forEach(way, key, at: index, names, body)
    }
  }
}

extension Delta {
  /// Calls `body` for every touched key that a pattern names.
  fileprivate func forEach(
    _ way: PatternWay, _ key: Key, _ names: NameTable, _ body: (Key) -> Void
  ) {
    if way.isAtEnd, !key.names.isEmpty { body(key) }
    for (name, way) in way.next(among: self.names) {
      member(name)?.forEach(way, key.appending(name), names, body)
    }
    // What an array had before may have no value now.
    for node in [node, old] { node?.forEachElement(way, key, names, body) }
  }
}
