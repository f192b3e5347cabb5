import Answers
import Cascade
import JSONSource

/// Applies rules to the scopes of one walk.
///
/// What holds in a scope differs from the scope above only where the scope says something: so only the
/// keys that it touches are looked at, and what draws on them.
package final class Checker: ScopeVisitor {
  /// A finding with the first scope that shows it.
  package struct Finding {
    package let scope: Scope
    package let diagnostic: Diagnostic
    /// How many of the scopes that were asked show it; 1 for what is about a file and not about what holds.
    package let scopeCount: Int
    /// What attributes of one's own say of its key in that scope, where somebody asked for them.
    package internal(set) var attributes: [OwnAttribute] = []
  }

  private let rules: [CheckRule]
  private let rulesOfScopes: [CheckRule]
  private let rulesBelow: [CheckRule]
  private let judges: Bool
  private let tellsOrders: Bool
  private let keepsScopes: Bool
  private let keepsLevels: Bool
  private let reveals: Bool
  /// What those scopes say in the root's tree of which something was found, where that is kept, and all of it was
  /// read without a look at what is included.
  package private(set) var levels: [Scope: Level] = [:]
  let world: any ResolverWorld
  private let today: CalendarDate
  /// The scopes on the way.
  private(set) var open: [CheckedScope] = []
  /// What holds in the last one with further parents: others mostly have the same of them.
  private var looked: View?
  private var found: FoundProblems
  private var computed = ComputedKeys()
  private let failures = StandingFailures()
  /// The scopes that have been checked, by their turns.
  private var scopes: [Scope] = []
  private let standing = StandingProblems()
  private let mentioned = MentionedKeys()
  /// What any of the scopes calls secret; nil before the first is known.
  private var secrets: ReportMask?
  private let slips = SlipIndex()
  /// What this walk and those before it find out of scopes that inherit from others.
  let elsewhere: Elsewhere
  private var orders = ParentOrders()
  /// The scopes of which something is told that those may know better that inherit from it.
  private var doubtful: Set<Scope> = []
  /// The keys of which is told that no other scope has them, and whether that is so.
  private var nearKeys: [Key] = []
  private var isAlone: (Key) -> Bool = { _ in true }
  /// How many of them hold or inherit something that could not be read.
  package private(set) var uncertainCount = 0
  /// The directives of the levels that have a say in any of them.
  private(set) var directives: Set<Directive> = []
  /// Whether any of them includes something, or inherits from others than the one above.
  private(set) var hasOthersToo = false

  /// `keepsScopes` tells that the findings are compared with those of another time; `keepsLevels`, that somebody
  /// edits what they are about.
  package init(
    _ rules: [CheckRule], _ world: any ResolverWorld, today: CalendarDate,
    reveals: Bool = false, keepsScopes: Bool = false, keepsLevels: Bool = false,
    after earlier: Checker? = nil
  ) {
    self.reveals = reveals
    elsewhere = earlier?.elsewhere ?? Elsewhere()
    (self.keepsScopes, self.keepsLevels) = (keepsScopes, keepsLevels)
    found = FoundProblems(keepsScopes: keepsScopes)
    self.rules = rules
    rulesOfScopes = rules.filter { !$0.looksBelow }
    rulesBelow = rules.filter(\.looksBelow)
    judges = rules.contains { $0.name == .type }
    tellsOrders = rules.contains { $0.name == .parentOrder }
    self.world = world
    self.today = today
  }

  /// Checks a scope and all below it by a walk; where something told depends on who inherits from it without standing
  /// below, that is found out, and the walk repeated.
  package static func check<Wrong: Error>(
    from scope: Scope, _ make: (_ rules: [CheckRule]?, _ earlier: Checker?) -> Checker,
    walk: (Scope, any ScopeVisitor) throws(Wrong) -> Void
  ) throws(Wrong) -> Checker {
    let checker = try checked(from: scope, make, walk: walk)
    if !checker.nearKeys.isEmpty {
      let count = KeyCount(checker.nearKeys)
      try walk(.root, count)
      checker.isAlone = count.isAlone
    }
    return checker
  }

  private static func checked<Wrong: Error>(
    from scope: Scope, _ make: (_ rules: [CheckRule]?, _ earlier: Checker?) -> Checker,
    walk: (Scope, any ScopeVisitor) throws(Wrong) -> Void
  ) throws(Wrong) -> Checker {
    let first = make(nil, nil)
    try walk(scope, first)
    if first.doubtful.isEmpty { return first }
    if scope != .root { try walk(.root, make([], first)) }
    if first.doubtful.isDisjoint(with: first.elsewhere.inherited) { return first }
    let second = make(nil, first)
    try walk(scope, second)
    return second
  }

  /// How many scopes have been checked.
  package var scopeCount: Int { scopes.count }

  package func enter(_ visited: VisitedScope) {
    let above = open.last
    let scope = CheckedScope(
      WalkedScope(visited, world, reveals: false, opensAll: true, below: above?.walked),
      below: above, mentioned, elsewhere, slips, turn: scopes.count, today: today, after: looked)
    open.append(scope)
    let secrets = secrets ?? ReportMask(visited.place.names, reveals: reveals)
    self.secrets = secrets
    secrets.note(visited)
    computed.begin()
    standing.begin(scope.turn)
    failures.begin(
      scope.turn, isCompared: visited.isAsked && scope.isCertain, isLast: visited.isLast)
    elsewhere.note(scope)
    directives.formUnion(scope.directives)
    hasOthersToo =
      hasOthersToo || visited.lineage.hasFurtherParents
      || visited.levels.contains(where: \.hasInclusions)
    if tellsOrders && visited.isAsked && scope.isCertain { orders.note(visited.lineage) }
    // The first scope that is asked is looked at as a whole, whatever stands above it.
    guard visited.isAsked else { return }
    scopes.append(visited.scope)
    if !scope.isCertain {
      uncertainCount += 1
      if let doubt = scope.walked.doubt, doubt.isOfParents {
        found.noteBelow(doubt, in: visited.scope, turn: scope.turn)
      }
      failures.clear()
      standing.clear()
    }
    let isNew = scope.isCertain && scope.walked.delta.isNew
    if isNew { standing.clear() }
    scope.missing = isNew ? [] : above?.missing ?? []
    if scope.isTooMuch {
      if isNew { failures.clear() }
      return
    }
    // Many scopes may be open at once, and much may be worked out in each.
    defer { scope.walked.letGo() }
    look(at: scope)
    credit(scope)
    if visited.lineage.hasFurtherParents && scope.isCertain { looked = scope.view }
    if open.dropLast().contains(where: { $0.seekingCount > 0 }) {
      mentioned.note(visited.levels, turn: scope.turn)
    }
    for rule in rulesOfScopes { note(rule, scope) }
    if judges && scope.isCertain {
      standing.note(scope.judged, in: scope)
      for (declared, problem) in scope.judged where problem != nil {
        if let value = try? scope.asked.value(declared.key) { secrets.note(value) }
      }
    }
  }

  private func look(at scope: CheckedScope) {
    let (view, delta) = (scope.view, scope.walked.delta)
    let lineage = view.lineage
    let concerns = Concerns.declaration
    let all = lineage.levels(concerning: concerns)
    var walk = DeclarationWalk()
    walk.seeksMissing = scope.declaresRequired
    if delta.isWhole {
      walk.visit(Key(), view.root, PatternCursor(all, concerns))
    } else if !all.isEmpty {
      let before = all.filter { !delta.isAdded($0.position) }
      let new = all.filter { delta.isAdded($0.position) }
      walk.visit(Key(), view.root, PatternCursor(new, concerns))
      walk.visit(Key(), PatternCursor(before, concerns), in: delta)
    }
    scope.excess = walk.excess
    if walk.excess != nil {
      if delta.isNew { failures.clear() }
      // What else is declared here may meet something: nobody has looked.
      scope.noteBrokenBelow(nil)
      return
    }
    scope.declared = walk.found
    let missingAbove = scope.missing
    scope.missing = scope.missing(after: missingAbove)
    guard scope.isCertain else { return }
    let values = computed.changed(in: scope.asked, delta)
    var attributes: PatternCursor?
    scope.computing = values
    var worked: [(value: ValueCursor, failure: Unresolved?)] = []
    var computing: [DeclarationWalk.Computed] = []
    for value in values {
      worked.append((value, computed.workOut(value, in: scope.asked, isShared: true).failure))
      // A value that is worked out anew is judged anew.
      let cursor = attributes ?? PatternCursor(all, concerns)
      attributes = cursor
      let key = value.key
      let inner = cursor.descending(key.names)
      scope.declared += inner.declarations(of: key, value.node).filter {
        $0.marker.directive == .type
      }
      if value.node.isComputedValue { computing.append((key, value.node, inner)) }
    }
    let known = Set(computing.map(\.key))
    computing += walk.computed.filter { !known.contains($0.key) }
    noteInside(computing, scope, missingAbove)
    failures.note(worked, in: scope)
    if scope.visited.isLast { failures.excuse(workedIn: scope) { computed.isWorked($0) } }
  }

  /// Takes note of what is declared of what computed values come to.
  private func noteInside(
    _ computing: [DeclarationWalk.Computed], _ scope: CheckedScope, _ missing: [Declaration]
  ) {
    var declared: [Declaration] = []
    for computed in computing {
      standing.clear(below: computed.key)
      declared += scope.asked.declarations(inside: computed)
    }
    scope.declared += declared
    // What was missing in one that is computed anew is found again, if it still is.
    let keys = Set(computing.map(\.key))
    let left = missing.filter { one in
      !one.isInside
        || !one.key.names.indices.contains { keys.contains(Key(Array(one.key.names[..<$0]))) }
    }
    if declared.isEmpty && left.count == missing.count { return }
    scope.missing = scope.missing(after: left)
    if scope.missing.count > DeclarationWalk.mostMissing {
      scope.excess = scope.missing.last?.marker
    }
  }

  package func miss(_ problem: Diagnostic) {
    secrets?.note(unread: problem)
    open.last?.noteBrokenBelow(problem)
  }

  package func leave() {
    guard let scope = open.last else { return }
    if scope.lacksFacts { scope.noteBrokenBelow(nil) }
    if scope.lacksFacts || scope.visited.isAbstract { failures.excuseWant() }
    failures.end(before: scopes.count, isWholeBelow: scope.isWholeBelow)
    if scope.visited.isAsked {
      noteDrawn(in: scope)
      if elsewhere.uncertain.contains(scope.view.scope) { scope.noteBrokenBelow(nil) }
      for rule in rulesBelow { note(rule, scope) }
    }
    open.removeLast()
    computed.end()
    standing.end(before: scopes.count)
    if open.isEmpty {
      for (scope, diagnostic) in orders.findings {
        found.note(diagnostic, in: scope, turn: scopes.firstIndex(of: scope) ?? 0)
      }
    }
    if !scope.walked.isWhole || !scope.isWholeBelow { open.last?.noteBrokenBelow(nil) }
  }

  private func note(_ rule: CheckRule, _ scope: CheckedScope) {
    let findings = rule.findings(scope)
    if findings.isEmpty { return }
    if rule.heirsKnowBetter { doubtful.insert(scope.view.scope) }
    if rule.name == .redundant { elsewhere.note(vain: scope.view.scope) }
    let level = scope.own[0].level
    if keepsLevels, scope.visited.reading.isWhole, !level.hasInclusions {
      levels[scope.view.scope] = level
    }
    for diagnostic in findings where !isElsewhere(diagnostic, below: scopes[0]) {
      found.note(diagnostic, in: scope.view.scope, turn: scope.turn)
      if rule.name == .nearKey, let key = diagnostic.named { nearKeys.append(key) }
    }
  }

  /// All findings in the order of the walk, within a scope by tree, file and offset; what a rule tells
  /// once a file is one.
  package var findings: [Finding] { everyFinding.map(\.finding).foldedByFile }

  /// A finding with the scopes that show it, in the order of the walk, where they were kept.
  struct Shown {
    let finding: Finding
    let scopes: [Scope]
    /// What is told in scopes in which it is not told as in the first.
    fileprivate let others: [Scope: Diagnostic]

    /// What is told if one of the scopes is the first.
    func diagnostic(in scope: Scope) -> Diagnostic {
      (others[scope] ?? finding.diagnostic).asked(in: scope)
    }
  }

  /// Each of them. What several scopes or inclusions have in common is told of the first.
  var everyFinding: [Shown] {
    var found = found
    var failing: [Diagnostic.FindingID: [(scopes: ScopeSet, diagnostic: Diagnostic)]] = [:]
    for told in failures.told(Set(rules.filter(\.isOfWorking).map(\.name))) {
      let scope = scopes[told.first]
      found.note(told.diagnostic.asked(in: scope), in: scope, turn: told.first)
      failing[told.diagnostic.id] = told.all
    }
    return found.inOrder.filter { one in
      one.diagnostic.rule != .nearKey || one.diagnostic.named.map(isAlone) != false
    }.map { one in
      let id = one.diagnostic.id
      let finding = Finding(
        scope: one.scope, diagnostic: secrets?.shown(one.diagnostic) ?? one.diagnostic,
        scopeCount: standing.scopes(of: id)?.count
          ?? failing[id].map { ScopeSet(joining: $0.map(\.scopes)).count } ?? one.scopeCount)
      var numbers: Set = [one.turn]
      var others: [Scope: Diagnostic] = [:]
      if keepsScopes {
        for (set, diagnostic) in failing[id] ?? [] {
          for number in set.numbers {
            numbers.insert(number)
            others[scopes[number]] = diagnostic
          }
        }
        numbers.formUnion(found.turns[id] ?? [])
        numbers.formUnion(standing.scopes(of: id)?.numbers ?? [])
      }
      return Shown(finding: finding, scopes: numbers.sorted().map { scopes[$0] }, others: others)
    }
  }

  /// Masks in the findings of both what either calls secret.
  func shareSecrets(with other: Checker) {
    guard let secrets, let others = other.secrets else { return }
    secrets.note(others)
    others.note(secrets)
  }

  /// The scopes that were asked.
  var asked: Set<Scope> { Set(scopes) }
}
