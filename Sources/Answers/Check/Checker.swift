import Cascade

/// Applies rules to the scopes of a walk.
/// It judges only the keys that a scope touches and the values that depend on them: all others equal the parent's.
package final class Checker: ScopeVisitor {
  package struct Finding {
    package let scope: Scope
    package let diagnostic: Diagnostic
    /// The numbers of the checked scopes that show it; one for a finding about a file.
    let scopes: ScopeSet
    package internal(set) var attributes: [OwnAttribute] = []

    package var scopeCount: Int { scopes.count }
  }

  private let top: Scope
  private let rules: [CheckRule]
  private let rulesBefore: [CheckRule]
  /// The rules applied after the scopes below.
  private let rulesAfter: [CheckRule]
  private let names: Set<Diagnostic.Rule>
  private let computesValues: Bool
  private let reveals: Bool
  let treeReader: any ResolverContext
  private let today: CalendarDate
  private(set) var open: [CheckedScope] = []
  private(set) var entries: [CheckedScopes.Entry] = []
  /// The numbers of scopes with unreadable descendants.
  private var brokenBelow: Set<Int> = []
  private var claims: [(claim: Claim, rule: CheckRule, number: Int)] = []
  private let computed = ComputedKeys()
  private let outcomes = ComputedOutcomes()
  private let values = ValueProblems()
  private let mentioned = MentionedKeys()
  /// The open markers that have not matched a key yet.
  private var seeking: Set<SourceRange.ID> = []
  /// The union of the secrets of all scopes; nil before the first.
  private(set) var secrets: ReportMask?
  private(set) lazy var matches = InheritedState<[Declaration]> { [effects] declared, _ in
    declared.forEach(effects.note(matching:))
  }
  private lazy var states: [any WalkState] = [computed, values.runs, matches, outcomes.runs]
  private let slips = SlipIndex()
  let effects: StatementEffects
  /// The further parents of postponed scopes, by number.
  private var parents: [Int: [Scope]] = [:]
  private var orders = ParentOrders()
  private var doubts: [(problem: Diagnostic, number: Int)] = []
  package private(set) var uncertainCount = 0
  /// The scopes with values that only scopes below complete, once the findings are known.
  package private(set) var completedBelow: [Scope] = []
  private(set) var directives: Set<Directive> = []

  init(
    from top: Scope = .root, _ rules: [CheckRule], _ treeReader: any ResolverContext,
    today: CalendarDate, reveals: Bool = false,
    computesValues: Bool? = nil, _ effects: StatementEffects = StatementEffects()
  ) {
    (self.top, self.reveals, self.effects) = (top, reveals, effects)
    self.rules = rules
    rulesBefore = rules.filter { !$0.looksBelow }
    rulesAfter = rules.filter(\.looksBelow)
    names = Set(rules.map(\.name))
    self.computesValues = computesValues ?? !rules.allSatisfy(\.judgesInheritanceAlone)
    self.treeReader = treeReader
    self.today = today
  }

  /// Checks a scope and its descendants.
  /// If findings depend on heirs elsewhere, a second walk visits the whole tree.
  package static func check<Wrong: Error>(
    from scope: Scope, _ rules: [CheckRule], _ treeReader: any ResolverContext,
    today: CalendarDate, reveals: Bool = false, computesValues: Bool? = nil,
    walk: (Scope, any ScopeVisitor) throws(Wrong) -> Void
  ) throws(Wrong) -> Checker {
    let checker = Checker(
      from: scope, rules, treeReader, today: today, reveals: reveals,
      computesValues: computesValues)
    try walk(scope, checker)
    if scope != .root,
      checker.claims.contains(where: { $0.rule.dependsOnHeirs || $0.rule.name == .required })
    {
      let others = Checker(
        [], treeReader, today: today, reveals: reveals, computesValues: checker.computesValues,
        checker.effects)
      try walk(.root, others)
    }
    let near = checker.claims.filter { $0.rule.name == .nearKey }
      .compactMap(\.claim.diagnostic.named)
    if !near.isEmpty {
      // A name that several scopes write is no typo.
      var counts: [Key: Int] = [:]
      let counter = EachScope { visited in
        for key in near
        where visited.levels.contains(where: { $0.statements.place(of: key)?.isMention == true }) {
          counts[key, default: 0] += 1
        }
      }
      try walk(.root, counter)
      checker.claims.removeAll { claim, rule, _ in
        rule.name == .nearKey && claim.diagnostic.named.map { counts[$0, default: 0] > 1 } == true
      }
    }
    return checker
  }

  package var scopeCount: Int { entries.count }

  package func postpone(_ visited: VisitedScope) {
    if !visited.isAsked { return }
    // The walk may leave its ancestors before it is entered.
    mentioned.note(visited)
    parents[visited.number] = visited.furtherParents
    if names.contains(.parentOrder) && visited.isKnown { orders.note(visited.lineage) }
  }

  package func enter(_ visited: VisitedScope) {
    let above = open.last
    let scope = CheckedScope(
      WalkedScope(
        visited, treeReader, reveals: false, opensAll: true, advises: names.contains(.reference),
        below: above?.walked),
      below: above, mentioned, effects, slips, today: today)
    open.append(scope)
    let secrets = secrets ?? ReportMask(visited.place.source.names, reveals: reveals)
    self.secrets = secrets
    secrets.note(visited)
    for state in states { state.begin(entries.count) }
    directives.formUnion(scope.directives)
    if visited.role == .hidden { return }
    if visited.isAsked { enter(asked: scope) }
    if !scope.isCertain {
      outcomes.runs.clear()
      values.runs.clear()
    }
    let isNew = scope.isCertain && scope.walked.delta.isNew
    if isNew { values.runs.clear() }
    scope.missing = isNew ? [] : above?.missing ?? []
    if above?.visited.role == .shared { scope.excess = above?.excess }
    if scope.isTooMuch {
      if isNew { outcomes.runs.clear() }
      return
    }
    // Many scopes may be open at once, each with a large evaluation.
    defer { scope.walked.release() }
    if scope.isCertain { effects.note(valuesInheritedBy: scope) }
    look(at: scope)
    noteEffects(in: scope)
    if visited.isAsked {
      if !seeking.isEmpty && !visited.isPostponed { mentioned.note(visited) }
      for marker in scope.seeking where !effects.hasMatch(marker) {
        seeking.insert(marker.place.id)
      }
    }
    for rule in rulesBefore where visited.isAsked || rule.checksLevels { note(rule, scope) }
    if scope.isCertain { validate(scope) }
  }

  private func enter(asked scope: CheckedScope) {
    let visited = scope.visited
    entries.append(
      CheckedScopes.Entry(
        scope: visited.scope, number: visited.number, isLast: visited.isLast,
        mayBeCompleted: scope.lacksFacts || visited.isAbstract, isBroken: !scope.walked.isWhole))
    let parents = self.parents.removeValue(forKey: visited.number) ?? visited.furtherParents
    if !parents.isEmpty { effects.note(parents, parentsOf: scope) }
    if scope.lacksFacts { brokenBelow.insert(visited.number) }
    if scope.isCertain {
      if names.contains(.parentOrder) && !visited.isPostponed { orders.note(visited.lineage) }
      return
    }
    uncertainCount += 1
    if let doubt = scope.walked.doubt, doubt.breaksParentOrder {
      doubts.append((doubt, visited.number))
    }
  }

  private func look(at scope: CheckedScope) {
    let (view, delta) = (scope.view, scope.walked.delta)
    let concerns = StatementKinds.declaration
    let all = view.lineage.levels(concerning: concerns)
    var walk = DeclarationWalk()
    walk.seeksMissing = scope.declaresRequired
    if delta.isWhole {
      walk.visit(Key(), view.root, PatternCursor(all, concerns))
    } else if !all.isEmpty {
      let before = all.filter { !delta.isAdded($0.position) }
      let new = all.filter { delta.isAdded($0.position) }
      walk.visit(Key(), view.root, PatternCursor(new, concerns))
      walk.visit(Key(), view.root, PatternCursor(before, concerns), in: delta)
    }
    if walk.excess != nil {
      scope.excess = walk.excess
      if delta.isNew { outcomes.runs.clear() }
      // Attributes after the limit may match keys.
      noteBrokenBelow(scope)
      return
    }
    scope.declared = walk.found
    let missingAbove = scope.missing
    scope.missing = scope.missing(after: missingAbove)
    guard scope.isCertain, computesValues else { return }
    scope.computing = computed.changed(in: scope.asked, delta)
    let evaluated = scope.computing.map { value in
      (value: value, failure: computed.workOut(value, in: scope.asked).failure)
    }
    // A value that is evaluated or declared again is judged again, by the declarations of all levels.
    let attributes = PatternCursor(all, concerns)
    var again = Catalog<Key, DeclarationWalk.ComputedValue>()
    func judgeAgain(_ key: Key, _ node: ViewNode) {
      let cursor = attributes.descending(key.names)
      if !cursor.isEmpty { _ = again[key, orNew: (key, node, cursor)] }
    }
    if !attributes.isEmpty {
      for value in scope.computing { judgeAgain(value.key, value.node) }
      for value in walk.computed { judgeAgain(value.key, value.node) }
    }
    scope.declared += again.items.flatMap { key, node, cursor in
      cursor.declarations(of: key, node).filter { $0.marker.directive == .type }
    }
    noteInside(again.items.filter(\.node.isComputedValue), scope, missingAbove)
    outcomes.note(evaluated, in: scope)
  }

  private func noteInside(
    _ computing: [DeclarationWalk.ComputedValue], _ scope: CheckedScope, _ missing: [Declaration]
  ) {
    var declared: [Declaration] = []
    for computed in computing {
      values.runs.clear(atAndBelow: computed.key)
      declared += scope.asked.declarations(inside: computed)
    }
    scope.declared += declared
    // Keys missing inside a value that is evaluated again are found again.
    let keys = Set(computing.map(\.key))
    let left = missing.filter { !$0.isInside || !$0.key.around.contains(where: keys.contains) }
    if declared.isEmpty && left.count == missing.count { return }
    scope.missing = scope.missing(after: left)
    if scope.missing.count > DeclarationWalk.maxMissing {
      scope.excess = scope.missing.last?.marker
    }
  }

  private func validate(_ scope: CheckedScope) {
    values.runs.clear(in: scope.walked.delta) { scope.view.node($0)?.isLive != true }
    if names.contains(.finalDraws), !scope.view.isOpen {
      for value in scope.drawing {
        values.set(scope.openDependencies(of: value), ofType: nil, at: value.key)
      }
    }
    if !names.contains(.type) { return }
    for declared in scope.declared.activeDeclarations(.type) {
      // Other rules report evaluation errors.
      let problem = try? scope.asked.typeProblem(declared)
      values.set(
        problem.map { [$0] } ?? [], ofType: ObjectIdentifier(declared.marker), at: declared.key)
      guard problem != nil, let value = try? scope.asked.value(declared.key) else { continue }
      secrets?.note(value)
    }
  }

  package func miss(_ problem: Diagnostic) {
    guard let scope = open.last else { return }
    scope.problems.append(problem)
    noteBrokenBelow(scope)
  }

  private func noteBrokenBelow(_ scope: CheckedScope) {
    if scope.visited.isAsked { brokenBelow.insert(scope.visited.number) }
  }

  package func leave() {
    guard let scope = open.last else { return }
    if scope.visited.isAsked {
      noteDrawn(in: scope)
      for rule in rulesAfter { note(rule, scope) }
      for marker in scope.seeking { seeking.remove(marker.place.id) }
    }
    open.removeLast()
    for state in states { state.end(before: entries.count) }
  }

  private func note(_ rule: CheckRule, _ scope: CheckedScope) {
    let number = scope.visited.isAsked ? scope.visited.number : scope.visited.firstNumber
    for claim in rule.claims(scope) where !isElsewhere(claim.diagnostic) {
      claims.append((claim, rule, number))
    }
  }

  /// Whether a final is broken outside the checked scopes (C8), independent of them.
  private func isElsewhere(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.rule == .final, let place = diagnostic.place, !place.file.scope.isIn(top),
      let final = diagnostic.notes.lazy.compactMap(\.place).first,
      let view = (try? treeReader.view(of: place.file.scope)) ?? nil
    else { return false }
    return view.lineage.ancestors.contains { $0.scope == final.file.scope }
  }

  /// The findings in order of scope, tree, file and offset. A mistake in many places is one finding.
  package var findings: [Finding] { problems.map(\.finding).folded }

  /// All findings. A problem of several scopes is a single finding.
  var problems: [RuleProblems.Problem] {
    let uncertain = entries.lazy.filter { [effects] in effects.uncertainParents.contains($0.scope) }
    let scopes = CheckedScopes(entries, brokenBelow: brokenBelow.union(uncertain.map(\.number)))
    var found = RuleProblems(scopes)
    for (claim, rule, number) in claims {
      let isOfOthers = rule.dependsOnHeirs || rule.needsAllBelow
      if isOfOthers && effects.parentsOfUnknown.contains(scopes.scope(number))
        || rule.needsAllBelow && !scopes.isWholeBelow(number)
      {
        continue
      }
      // Scopes that others inherit from may be incomplete.
      if case .key(_, .missing) = claim.diagnostic.problem,
        effects.parents.contains(scopes.scope(number))
      {
        continue
      }
      for diagnostic in claim.findings(effects) { found.note(diagnostic, number) }
    }
    lazy var numbers = Dictionary(uniqueKeysWithValues: entries.map { ($0.scope, $0.number) })
    for (scope, diagnostic) in orders.findings {
      if let number = numbers[scope] { found.note(diagnostic, number) }
    }
    for (problem, number) in doubts { found.note(shared: problem, number) }
    let judging = Set(rules.filter(\.checksValues).map(\.name))
    for problem in outcomes.failures(judging, in: scopes) + values.all(in: scopes) {
      found.note(problem)
    }
    completedBelow = outcomes.completedBelow.sorted().map(scopes.scope)
    return found.inOrder(under: secrets)
  }
}
