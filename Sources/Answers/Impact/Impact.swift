import Cascade
import JSONSource

/// The effective values that differ between two snapshots of a tree, with the edits that cause it.
/// A scope is compared only if its own statements or dependencies matter: inherited values differ as in the parent.
package final class Impact: ScopePairVisitor {
  package private(set) var scopeIndex = ScopeIndex()
  package let mask: ReportMask
  /// The secrets of `edited` and of its heirs, even if secrets are shown: its values are read in the heirs, too.
  package let maskOfInheritors: ReportMask
  let edited: Scope?
  private let top: Scope
  package private(set) var added: [Scope] = []
  package private(set) var removed: [Scope] = []
  /// The bytes of the files of added and removed scopes.
  private(set) var contents = BeforeAfter<[Scope: [[UInt8]]]>(from: [:], to: [:])
  /// Scopes that have another path now, set by `findMoves()`.
  package internal(set) var moves: [ScopeMove] = []
  /// Added or removed scopes that cannot be read.
  private(set) var doubtful: Set<Scope> = []
  package private(set) var problems: [(scope: Scope, side: Side, problem: Diagnostic)] = []
  /// Scopes whose values are unknown in a snapshot, each with the problem.
  package private(set) var unread: [(scope: Scope, side: Side, problem: Diagnostic)] = []
  private var typeProblems: [(scope: Scope, problem: Diagnostic)] = []
  /// Keys that closed objects newly refuse (A7).
  package private(set) var unknownKeys: [(scope: Scope, problem: Diagnostic)] = []
  private var noted = ImpactFailures()
  /// The positions of problems that descendants may inherit.
  private var problemPlaces = BeforeAfter<[Diagnostic.FindingID: Int]>(from: [:], to: [:])
  private let found: ImpactChanges
  package private(set) var passesByAbstract = false
  package let names: NameTable
  let contexts: BeforeAfter<any ResolverContext>
  let reveals: Bool
  private let advises: Bool
  /// The path of open scopes; nil for scopes of a single snapshot.
  private var open: [WalkedPair?] = []
  private let computed = BeforeAfter { _ in ComputedKeys() }
  private let spread = InheritedState<ImpactChange>()
  /// Whether a scope was entered later than in the order of directories.
  private var isOutOfOrder = false
  private let held: BlockedEdits?
  private lazy var states: [any WalkState] =
    [computed.from, computed.to, spread, noted.spread] + (held?.states ?? [])
  let causes: ImpactCauses

  /// `findsBlocked` finds edits without effect; with an `edited` scope the types of changed values are checked.
  package init(
    _ names: NameTable, _ contexts: BeforeAfter<any ResolverContext>, reveals: Bool,
    from top: Scope = .root, findsBlocked: Bool = true, advises: Bool = true, edited: Scope? = nil
  ) {
    (self.names, self.contexts, self.reveals) = (names, contexts, reveals)
    (self.top, self.advises, self.edited) = (top, advises, edited)
    mask = ReportMask(names, reveals: reveals)
    found = ImpactChanges(mask)
    maskOfInheritors = ReportMask(names, reveals: false)
    held = findsBlocked ? BlockedEdits() : nil
    causes = ImpactCauses(names, contexts, mask)
  }

  private var isLate = false

  package func endComparing() { isLate = true }

  // Results, available after the walk.

  package private(set) lazy var changes = found.all.filter { !$0.scopes.isEmpty }

  /// The evaluation errors, except for those of templates: scopes whose descendants supply the missing keys.
  /// A scope that had a value before is no template.
  package private(set) lazy var failures = noted.withoutTemplates(scopeIndex)

  package private(set) lazy var everyFailure = noted.every(scopeIndex)

  // MARK: The walk

  package func enter(_ visited: BeforeAfter<VisitedScope?>) {
    for state in states { state.begin(scopeIndex.count) }
    if isLate {
      for case let visited? in [visited.from, visited.to] { noteSecrets(in: visited) }
      open.append(nil)
      return
    }
    // A scope of a single snapshot has only such descendants.
    let above = open.last ?? nil
    isOutOfOrder = isOutOfOrder || visited.to?.isPostponed == true
    let scopes = BeforeAfter { walked(visited[$0], $0, above) }
    guard let from = scopes.from, let to = scopes.to else {
      if let new = visited.to, new.isAsked { added.append(new.scope) }
      if let gone = visited.from, gone.isAsked { removed.append(gone.scope) }
      for side in [Side.from, .to] {
        guard let only = visited[side], only.isAsked else { continue }
        let files = only.reading.levels.flatMap(\.files).map(\.file.source.bytes)
        if !files.isEmpty { contents[side][only.scope] = files }
      }
      for case let scope? in [scopes.from, scopes.to] where !scope.isCertain {
        doubtful.insert(scope.visited.scope)
      }
      open.append(nil)
      return
    }
    // A scope that is abstract in a single snapshot is a configuration in the other.
    let isAsked = from.visited.isAsked || to.visited.isAsked
    let isShared = from.visited.role == .shared && to.visited.role == .shared
    if !isAsked, !isShared, scopeIndex.count > 0 { passesByAbstract = true }
    let number = isAsked ? scopeIndex.enter(to.visited.scope) : nil
    if to.visited.scope == .root { causes.noteRules() }
    let pair = causes.pair(BeforeAfter(from: from, to: to), below: above, number)
    open.append(pair)
    // Many scopes may be open at once, each with large values.
    defer { for side in [Side.from, .to] { pair.scopes[side].release() } }
    for one in open { one?.noteTranslations(in: pair) }
    held?.note(pair.edits)
    if !isAsked && !isShared { return }
    guard pair.isCertain else {
      for side in [Side.from, .to] where isAsked {
        if let doubt = pair.scopes[side].doubt { unread.append((pair.scope, side, doubt)) }
      }
      spread.clear()
      noted.spread.clear()
      held?.clear()
      return
    }
    compare(pair, number ?? scopeIndex.count)
    if !isAsked { return }
    validateDeclared(in: pair)
    if !pair.isSame { noteUnknownKeys(in: pair) }
  }

  private func noteUnknownKeys(in pair: WalkedPair) {
    let found = BeforeAfter { pair.scopes[$0].view.unknownKeys(at: pair.newPositions[$0]) }
    let known = Set(found.from.map(\.key))
    unknownKeys += found.to.lazy.filter { !known.contains($0.key) }.map { (pair.scope, $0) }
  }

  private func walked(
    _ visited: VisitedScope?, _ side: Side, _ above: WalkedPair?
  ) -> WalkedScope? {
    guard let visited else { return nil }
    noteSecrets(in: visited)
    // All values are compared, so that all inclusions have to be opened.
    let scope = WalkedScope(
      visited, contexts[side], reveals: reveals, opensAll: true, advises: advises,
      below: above?.scopes[side])
    var reported = visited.reading.problems + scope.inclusions
    if visited.isAsked { reported += visited.reading.childProblems }
    for problem in reported { note(problem, visited.scope, side) }
    return scope
  }

  private func noteSecrets(in visited: VisitedScope) {
    mask.note(visited)
    maskOfInheritors.note(brokenFilesOf: visited.reading)
    let lineage = visited.lineage
    guard let scope = edited, lineage.ancestors.contains(where: { $0.scope == scope })
    else { return }
    // By lineage, levels before those of `edited` may have been added in another scope.
    let isBelow = visited.scope.isIn(scope) && !visited.isPostponed && visited.role != .shared
    maskOfInheritors.note(isBelow ? visited.added : lineage.levels)
  }

  /// Notes a problem that several scopes may have, for the first of them.
  func note(_ problem: Diagnostic, _ scope: Scope, _ side: Side) {
    if let place = problemPlaces[side][problem.id] {
      if isOutOfOrder, comes(scope, before: problems[place].scope) {
        problems[place].scope = scope
      }
      return
    }
    problemPlaces[side][problem.id] = problems.count
    problems.append((scope, side, problem))
  }

  package func miss(_ problem: Diagnostic, _ side: Side) {
    if let scope = (open.last ?? nil)?.scope { problems.append((scope, side, problem)) }
  }

  package func leave() {
    let pair = open.removeLast()
    if pair?.number != nil { scopeIndex.leave() }
    for state in states { state.end(before: scopeIndex.count) }
    if open.isEmpty { finish() }
  }

  /// Numbers the scopes in the order of directories, and marks the edits that have an effect in some scope.
  private func finish() {
    if isOutOfOrder {
      let scopes = scopeIndex.scopes
      let order = scopes.indices.sorted { comes(scopes[$0], before: scopes[$1]) }
      var numbers = order
      for (number, place) in order.enumerated() { numbers[place] = number }
      renumber(by: ScopeNumbers(numbers))
    }
    let failures = noted.failures.filter { !$0.scopes.isEmpty }
    for cause in changes.flatMap(\.causes) + failures.flatMap(\.causes) {
      for edit in cause.edits { edit.isCause = true }
    }
  }

  private func renumber(by numbers: ScopeNumbers) {
    scopeIndex = ScopeIndex(numbers.sorted(scopeIndex.scopes))
    let all = found.all as [ScopedItem] + noted.failures + causes.edits.flatMap(\.holds)
    for spread in all { spread.scopes = numbers.set(spread.scopes) }
    found.sort()
    problems.sort { comes($0.scope, before: $1.scope) }
    unread.sort { comes($0.scope, before: $1.scope) }
    unknownKeys.sort { comes($0.scope, before: $1.scope) }
    typeProblems.sort { comes($0.scope, before: $1.scope) }
  }

  /// The order of directories, in which those on the path to the edited scope come before their siblings.
  private func comes(_ scope: Scope, before other: Scope) -> Bool {
    let common = zip(scope.names, other.names).prefix { $0 == $1 }.count
    if let edited, common < min(scope.depth, other.depth, edited.depth),
      edited.names[..<common] == scope.names[..<common],
      let next = [scope, other].first(where: { $0.names[common] == edited.names[common] })
    {
      return next == scope
    }
    return scope.isBefore(other)
  }

  // MARK: Comparing

  private func compare(_ pair: WalkedPair, _ number: Int) {
    var done = Catalog<Key, Void>()
    var comparison = comparison(of: pair, number)
    let computing = computing(in: pair)
    if pair.isNew { noted.spread.clear() } else { noted.clearCeased(in: pair.scopes) }
    if !pair.isSame {
      pair.forEachTouched { key, from, to in
        _ = done.insert(key)
        self.compare(key, from, to, &comparison)
      }
      held?.look(at: pair)
    }
    for (key, isOutside) in zip(computing.ids, computing.items) {
      // Values with equal dependencies are equal.
      if pair.isSame && !isOutside {
        noted.spread.clear(atAndBelow: key)
        continue
      }
      compareAround(key, pair, &comparison, &done)
    }
  }

  /// Compares a key, or the nearest value around it that is no object in both snapshots.
  private func compareAround(
    _ key: Key, _ pair: WalkedPair, _ comparison: inout LeafComparison,
    _ done: inout Catalog<Key, Void>
  ) {
    var cursors: BeforeAfter<ValueCursor?> = BeforeAfter { pair.scopes[$0].asked.cursor }
    var around = Key()
    for name in key.names {
      if done.contains(around) { return }
      guard let from = cursors.from, let to = cursors.to, from.node.isObject, to.node.isObject
      else { break }
      cursors = BeforeAfter(from: from.liveMember(name), to: to.liveMember(name))
      around = around.appending(name)
    }
    if done.insert(around) { compare(around, cursors.from, cursors.to, &comparison) }
  }

  /// Evaluates the values that may differ from the parent's; returns whether each depends on other scopes.
  private func computing(in pair: WalkedPair) -> Catalog<Key, Bool> {
    var found = Catalog<Key, Bool>()
    for side in pair.isSame ? [Side.from] : [.from, .to] {
      let scope = pair.scopes[side]
      let values = computed[side].changed(
        in: scope.asked, scope.delta, isNew: pair.isNew || scope.hidesSomething)
      for value in values {
        let outcome = computed[side].workOut(value, in: scope.asked)
        found[value.key, orNew: false] = outcome.isOutside || found[value.key] == true
        if !pair.isSame { continue }
        // With an unchanged lineage, only a value that depends on other scopes may differ.
        if outcome.isOutside, let value = pair.scopes.to.asked.cursor(at: value.key) {
          _ = computed.to.workOut(value, in: pair.scopes.to.asked)
        } else {
          computed.to.note(value.key, outcome)
        }
      }
    }
    return found
  }

  private func comparison(of pair: WalkedPair, _ number: Int) -> LeafComparison {
    LeafComparison { change in
      pair.isSame = false
      self.spread[change.key] = self.change(change, pair, number)
    } onFailure: { key, sides, isInBoth in
      self.fail(key, sides, isInBoth: isInBoth, pair)
    }
  }

  private func compare(
    _ key: Key, _ from: ValueCursor?, _ to: ValueCursor?, _ comparison: inout LeafComparison
  ) {
    spread.clear(atAndBelow: key)
    comparison.compare(from, to)
    noted.flush(key)
  }

  private func fail(
    _ key: Key, _ sides: BeforeAfter<EvaluationError?>, isInBoth: Bool, _ pair: WalkedPair
  ) {
    guard let (failure, isKnown) = noted.note(key, sides, isInBoth: isInBoth) else { return }
    // Edits break the value in a single snapshot; a scope without own edits has the causes of its parent.
    if !failure.isInNeither && (!pair.edits.isEmpty || !isKnown) {
      failure.causes = causes.causes(of: key, pair.asked)
    }
  }

  private func change(_ change: ValueChange, _ pair: WalkedPair, _ number: Int) -> ImpactChange? {
    let values = change.wholes { side, error in
      var sides = BeforeAfter<EvaluationError?>(from: nil, to: nil)
      sides[side] = error
      fail(change.key, sides, isInBoth: change.from != nil && change.to != nil, pair)
    }
    guard let values else { return nil }
    validate(change.key, change.to, pair)
    let asked = pair.asked
    let causes = causes.causes(of: change.key, asked)
    let kept = found.take(
      change, values, in: asked, causes, OwnAttribute.all(of: change.key, asked))
    if kept == nil, let value = change.to ?? change.from {
      noted.note(change.key, tooMuch: value.tooMuchReported, number, causes)
    }
    return kept
  }
}

// The types of changed values, checked if an edited scope is given.
extension Impact {
  /// Changed values that are not of their declared type.
  package var brokenTypes: [(scope: Scope, problem: Diagnostic)] {
    typeProblems.map { ($0.scope, mask.shown($0.problem)) }
  }

  /// Checks the types that a scope or its further parents declare: values set by ancestors may not match them.
  private func validateDeclared(in pair: WalkedPair) {
    if edited == nil { return }
    for level in pair.scopes.to.visited.added where level.hasMarkers {
      for marker in level.markers where marker.directive == .type {
        guard let key = marker.pattern.key else { continue }
        if pair.asked.from.brokenType(at: key) == nil {
          validate(key, (try? pair.asked.to.value(key)) ?? nil, pair)
        }
      }
    }
  }

  private func validate(_ key: Key, _ value: ValueCursor?, _ pair: WalkedPair) {
    guard edited != nil, let value, let problem = pair.asked.to.brokenType(at: key) else { return }
    mask.note(value)
    let isKnown = typeProblems.last.map { $0.scope == pair.scope && $0.problem.key == problem.key }
    if isKnown != true { typeProblems.append((pair.scope, problem)) }
  }
}

// The outcome of edits, available after the walk.
extension Impact {
  package var edits: [StatementChange] { causes.edits }

  /// The edited statements at and below the requested scope without effect there.
  package var idle: [StatementChange] {
    // An edit that holds off another edit has an effect without changing a value.
    let holding = Set(
      edits.flatMap(\.holds).filter { !$0.scopes.isEmpty }.map(\.place.id))
    return edits.filter { edit in
      !edit.isCause && !edit.isCauseOfAbstract && !edit.isPart && isAsked(edit.scope)
        && !(edit.place.map { holding.contains($0.id) } ?? false)
    }
  }

  /// The edits that affect only skipped abstract scopes.
  package var ofAbstract: [StatementChange] {
    edits.filter { !$0.isCause && $0.isCauseOfAbstract && isAsked($0.scope) }
  }

  /// Takes the causes in abstract scopes from a walk that visited all scopes.
  package func noteAbstract(_ whole: Impact) {
    let causes = Set(whole.edits.lazy.filter(\.isCause).compactMap(\.place).map(\.id))
    for edit in edits where !edit.isCause {
      edit.isCauseOfAbstract = edit.place.map { causes.contains($0.id) } ?? false
    }
  }

  /// The edits in ancestors of the requested scope that do not reach it.
  package var blockedAbove: [StatementChange] {
    edits.filter { edit in
      !edit.isCause && !isAsked(edit.scope) && edit.holds.contains { !$0.scopes.isEmpty }
    }
  }

  private func isAsked(_ scope: Scope) -> Bool { scope.isIn(top) }
}
