import Cascade
import JSONSource

/// The values of some keys in every scope of a walk.
/// A scope is evaluated only if it, or a dependency, sets such a key: otherwise it shares the parent's value.
package final class Distribution: ScopeVisitor {
  package private(set) var scopeIndex = ScopeIndex()
  package let mask: ReportMask
  /// Problems that kept scopes from being read, each with the first scope affected.
  package private(set) var problems: [(number: Int, scope: Scope, problem: Diagnostic)] = []
  /// Scopes whose values are unknown, each with the problem.
  package private(set) var unread: [(number: Int, scope: Scope, problem: Diagnostic)] = []
  /// Whether the walk skipped abstract scopes (T12).
  package private(set) var passesByAbstract = false
  package let names: NameTable
  /// The requested value; nil for all.
  private let wanted: EffectiveValue?
  private let attribute: AttributeScopes?
  private let patterns: [KeyPattern]
  private let asked = KeyTree<[Int]>()
  private let wide: [Int]
  private let treeReader: any ResolverContext
  private let reveals: Bool
  private var open: [WalkedScope] = []
  /// Also keys that no pattern names in a file, because replaced arrays have them.
  private var found: [KeyDistribution] = []
  private let known = KeyTree<KeyDistribution>()
  private var namedCount = 0
  /// The keys to look at in the current scope; the number of such steps.
  private var queue: [KeyDistribution] = []
  private var step = 0
  private var isLate = false
  /// Whether an unread inclusion or another tree may set keys that no file mentions.
  private var hasUnreadKeys = false
  private var hasShared = false
  /// Whether a scope was entered later than in the order of directories.
  private var isOutOfOrder = false
  private var reported: [Diagnostic.FindingID: Int] = [:]
  /// The scopes with unknown values, because a file of their lineage cannot be read.
  private var uncertain = ScopeSet()
  private let computed = ComputedKeys()
  private let spread = InheritedState<[ScopedItem]>()
  /// Keys whose values depend on the requested scope and are computed in each descendant.
  private let uncomputed = InheritedState<Bool>()
  /// The requested scopes in order of the walk, as indexes in directory order.
  private var numbers: [Int] = []
  /// The computed values whose parts are keys of the current scope (V7).
  private var listed = ValueSize.nothing
  /// The computed values of the current scope whose parts are too many to list.
  private var tooLarge: Set<Key> = []
  /// The computed values of the report: short references can have long results.
  private var computedSize = ValueSize.nothing
  // A shared writer saves an allocation for each text.
  private var writer = JSONWriter(.compact)

  package init(
    _ patterns: [KeyPattern], _ names: NameTable, _ treeReader: any ResolverContext, reveals: Bool,
    only wanted: EffectiveValue? = nil, where attribute: OwnAttribute? = nil
  ) {
    self.attribute = attribute.map { AttributeScopes($0) }
    (self.patterns, self.treeReader, self.reveals) = (patterns, treeReader, reveals)
    (self.names, self.wanted) = (names, wanted)
    wide = patterns.indices.filter { patterns[$0].key == nil }
    for (index, pattern) in patterns.enumerated() {
      guard let place = pattern.key.map(asked.place) else { continue }
      place.content = (place.content ?? []) + [index]
    }
    mask = ReportMask(names, reveals: reveals)
  }

  /// All keys met, for a second walk, if earlier scopes may have a key or its attribute without mentioning it.
  package var patternsToAskAgain: [KeyPattern]? {
    let isIncomplete = isLate && (attribute != nil || hasUnreadKeys)
    return isIncomplete || keys.contains(where: \.isFoundLate)
      ? keys.map { KeyPattern($0.key) } : nil
  }

  package var keys: [KeyDistribution] { found }

  package var isFiltered: Bool { wanted != nil }

  /// Keeps the keys and scopes that the attribute selects; returns a message if none is left.
  package func keepChosen() -> String? {
    guard let attribute else { return nil }
    found = found.filter { !attribute.scopes(of: $0.key).isEmpty }
    for key in keys { key.keep(attribute.scopes(of: key.key)) }
    return keys.isEmpty ? attribute.absence : nil
  }

  package func values(of key: KeyDistribution) -> [KeyDistribution.Share] {
    guard let wanted else { return key.values }
    return [key.share(of: wanted, names)].compactMap { $0 }
  }

  /// The keys without objects whose members are all listed as keys.
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

  package var isEmpty: Bool {
    keys.allSatisfy { key in
      wanted == nil ? key.hasNoValue : values(of: key).allSatisfy(\.scopes.isEmpty)
    }
  }

  package var scopes: ScopeSet { ScopeSet(joining: keys.flatMap { values(of: $0).map(\.scopes) }) }

  /// The scopes at and below `top` whose files set any of the keys, in byte order of paths.
  package func setters(from top: Scope) -> [Scope] {
    let all = Set(keys.flatMap { $0.definitions.map(\.place.file.scope) })
    return all.filter { $0.isIn(top) }.sorted { $0.isBefore($1) }
  }

  /// The failures of all keys, each once.
  package var failures: [KeyDistribution.Failure] {
    var known: Set<ObjectIdentifier> = []
    return keys.flatMap(\.failures).filter {
      known.insert(ObjectIdentifier($0.repeated ?? $0)).inserted
    }
  }

  package func enter(_ visited: VisitedScope) {
    let above = open.last
    let scope = WalkedScope(visited, treeReader, reveals: reveals, below: above)
    open.append(scope)
    mask.note(visited)
    if visited.isPostponed { isOutOfOrder = true }
    computed.begin(0)
    spread.begin(scopeIndex.count)
    uncomputed.begin(0)
    attribute?.spread.begin(scopeIndex.count)
    // Many scopes may be open at once, each with large values.
    defer { scope.release() }
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
    look(at: scope)
    attribute?.look(at: found.map(\.key), in: scope, below: above)
  }

  private func note(_ problem: Diagnostic, in visited: VisitedScope) {
    problems.append((visited.number, visited.scope, problem))
  }

  /// Records a problem once, with the first scope that has it.
  private func note(inherited problem: Diagnostic, in visited: VisitedScope) {
    if let place = reported[problem.id] {
      if visited.number >= problems[place].number { return }
      (problems[place].number, problems[place].scope) = (visited.number, visited.scope)
    } else {
      reported[problem.id] = problems.count
      note(problem, in: visited)
    }
  }

  private func look(at scope: WalkedScope) {
    if scope.delta.isNew {
      spread.clear()
      uncomputed.clear()
    }
    step += 1
    queue = []
    listed = .nothing
    tooLarge = []
    enqueueKeys(of: scope)
    var next = 0
    while next < queue.count {
      look(at: queue[next], in: scope)
      next += 1
    }
  }

  private func enqueue(_ key: Key, isNamed: Bool = false) {
    let distribution = known.known(key)?.content ?? add(key)
    if distribution.isNew(in: step) { queue.append(distribution) }
    if isNamed { distribution.isNamed = true }
  }

  private func add(_ key: Key) -> KeyDistribution {
    let distribution = KeyDistribution(key)
    distribution.isFoundLate = key.around.contains { known.known($0)?.content?.hasParts == true }
    known.place(of: key).content = distribution
    found.append(distribution)
    return distribution
  }

  private func look(at distribution: KeyDistribution, in scope: WalkedScope) {
    let key = distribution.key
    let isAsked = scope.visited.isAsked
    if !tooLarge.isEmpty, key.around.contains(where: tooLarge.contains) {
      return leave(distribution, in: scope)
    }
    var (explanation, failure, reads) = scope.explained(key)
    if !isAsked, failure != nil || reads.isOfScope {
      // Each descendant computes the value anew.
      spread[key] = nil
      uncomputed[key] = true
      enqueueKnown(inside: key)
      return
    }
    uncomputed[key] = nil
    computed.note(key, reads)
    let cursor = explanation.answer.value
    let isComputed =
      (cursor?.value != nil || failure != nil) && scope.view.isComputed(explanation.place)
    if isComputed, let cursor {
      listed = listed + cursor.drawn
      if listed.isTooMuch {
        failure = cursor.tooMuch
      } else if computedSize.exceeds(.mostReported), cursor.drawn.hasParts {
        // Its parts are not even listed.
        failure = cursor.tooMuchReported
      }
      if failure != nil && cursor.drawn.hasParts { tooLarge.insert(key) }
    }
    record(distribution, explanation, failure, isComputed: isComputed, in: scope)
    if !isComputed { return }
    if tooLarge.contains(key) {
      spread.visit(below: key) { key, _ in
        if let inner = known.known(key)?.content { leave(inner, in: scope) }
      }
      return
    }
    if failure == nil, let value = cursor?.value, value.kind == .object || value.kind == .array {
      distribution.hasParts = true
      look(inside: explanation, value, in: scope)
    }
    enqueueKnown(inside: key)
  }

  /// Records the keys inside a computed value that files mention elsewhere.
  private func look(inside whole: Explanation, _ value: EffectiveValue, in scope: WalkedScope) {
    known.known(whole.key)?.visit { path, inner in
      guard !path.isEmpty,
        let value = path.reduce(value, { $0?.member($1, names) }), inner.isNew(in: step)
      else { return }
      uncomputed[inner.key] = nil
      record(
        inner, whole.inside(inner.key, value, scope.asked), nil, isComputed: false, in: scope)
    }
  }

  private func record(
    _ distribution: KeyDistribution, _ explanation: Explanation, _ failure: EvaluationError?,
    isComputed: Bool, in scope: WalkedScope
  ) {
    if distribution.isNamed { note(named: distribution, in: scope) }
    distribution.begin(scope.visited.firstNumber)
    spread[distribution.key] = distribution.record(
      explanation, failure, isComputed: isComputed, in: scope.asked, &computedSize, mask, &writer)
  }

  /// Leaves out a key that the failure around it covers. Earlier scopes may have listed thousands of such keys.
  private func leave(_ distribution: KeyDistribution, in scope: WalkedScope) {
    _ = distribution.isNew(in: step)
    if distribution.isNamed { note(named: distribution, in: scope) }
    spread[distribution.key] = nil
  }

  /// Keys of the computed value in scopes around, which this one may lack.
  private func enqueueKnown(inside key: Key) {
    spread.visit(below: key) { key, _ in enqueue(key) }
    uncomputed.visit(below: key) { key, _ in enqueue(key) }
  }

  private func note(named distribution: KeyDistribution, in scope: WalkedScope) {
    let key = distribution.key
    if scope.visited.isAsked {
      if distribution.isOfSharedElement, scope.view.node(key) != nil || scope.view.hasElement(key) {
        distribution.isOfSharedElement = false
      }
    } else if distribution.number == nil, asked.known(key) == nil, scope.view.node(key) == nil,
      scope.view.hasElement(key)
    {
      distribution.isOfSharedElement = true
    }
    distribution.noteFirst(scope.visited.firstNumber)
    if distribution.number != nil { return }
    distribution.number = namedCount
    namedCount += 1
    let isFirst = scopeIndex.count <= (scope.visited.isAsked ? 1 : 0)
    if !isFirst, key.names.count > 1 || attribute != nil { isLate = true }
  }

  private func enqueueKeys(of scope: WalkedScope) {
    let delta = scope.delta
    let added = delta.isNew ? scope.view.levels : scope.visited.added
    var reached = wide
    asked.visit(in: delta) { _, places in reached += places }
    for pattern in reached.sorted().lazy.map({ self.patterns[$0] }) {
      if let key = pattern.key {
        enqueue(key, isNamed: true)
      } else if delta.isWhole {
        scope.view.root.forEachMention(
          PatternState(pattern), Key(), names, enqueue(_:isNamed:))
      } else {
        delta.forEach(PatternState(pattern), Key(), names, enqueue(_:isNamed:))
      }
    }
    // The delta of a replaced object has no members.
    spread.visit(in: delta) { key, _ in enqueue(key) }
    // With overlays, an object that a higher-precedence level replaced may return.
    if scope.view.lineage.treeCount > 1 {
      for key in found.map(\.key) where delta.reaches(key.names[...]) { enqueue(key) }
    }
    for key in computed.dependents(on: delta) { enqueue(key) }
    if scope.visited.isAsked { uncomputed.visit { key, _ in enqueue(key) } }
    if scope.hidesSomething { for key in found.map(\.key) { enqueue(key) } }
    // A level with a failed inclusion may touch any key.
    if scope.visited.added.contains(where: \.hasInclusions) {
      for key in patterns.compactMap(\.key) + found.map(\.key)
      where scope.asked.problems(along: key) != nil { enqueue(key) }
    }
    for marker in added.lazy.filter(\.hasMarkers).flatMap(\.markers) where marker.directive.takes {
      guard let key = marker.pattern.key else { continue }
      if asked.known(key)?.content != nil || wide.contains(where: { patterns[$0].fits(key) }) {
        enqueue(key)
      }
    }
    if wide.isEmpty { return }
    if scope.view.lineage.treeCount > 1 || added.contains(where: \.hasInclusions) {
      hasUnreadKeys = true
    }
  }

  package func miss(_ problem: Diagnostic) {
    if let visited = open.last?.visited { note(problem, in: visited) }
  }

  package func leave() {
    guard let scope = open.popLast() else { return }
    computed.end(before: 0)
    if scope.visited.isAsked { scopeIndex.leave() }
    spread.end(before: scopeIndex.count)
    uncomputed.end(before: 0)
    attribute?.spread.end(before: scopeIndex.count)
    if open.isEmpty { finish() }
  }

  private func finish() {
    found = found.filter { key in
      key.number != nil
        && (!hasShared || !key.isOfNoScope && (!key.isOfSharedElement || !key.hasNoValue))
    }.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    for key in keys {
      let around = key.key.around.dropFirst().compactMap { known.known($0)?.content }
      // A pattern also finds keys that earlier scopes do not mention.
      key.finish(scopeIndex.count, without: uncertain, inside: around)
    }
    if !isOutOfOrder { return }
    let numbers = ScopeNumbers(numbers)
    for key in keys { key.renumber(by: numbers) }
    found.sort { ($0.first, $0.number ?? 0) < ($1.first, $1.number ?? 0) }
    attribute?.renumber(by: numbers)
    (uncertain, unread) = (numbers.set(uncertain), unread.sorted { $0.number < $1.number })
    problems.sort { $0.number < $1.number }
    scopeIndex = ScopeIndex(numbers.sorted(scopeIndex.scopes))
  }
}
