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
  }

  private let rules: [CheckRule]
  private let judges: Bool
  private let keepsScopes: Bool
  private let names: NameTable
  private let world: any ResolverWorld
  private let today: CalendarDate
  private var open: [(scope: CheckedScope, turn: Int)] = []
  private var found: FoundProblems
  private var computed = ComputedKeys()
  private let failures = StandingFailures()
  private let advice = KeyAdvice()
  private var scopes: [Scope] = []
  private var missing = MissingKeys()
  private var standing: StandingProblems
  private let mentioned = MentionedKeys()
  /// How many scopes have been checked.
  package private(set) var scopeCount = 0
  /// How many of them hold or inherit something that could not be read.
  package private(set) var uncertainCount = 0

  /// `keepsScopes` tells that the findings are compared with those of another time.
  package init(
    _ rules: [CheckRule], _ names: NameTable, _ world: any ResolverWorld, today: CalendarDate,
    keepsScopes: Bool = false
  ) {
    self.keepsScopes = keepsScopes
    found = FoundProblems(keepsScopes: keepsScopes)
    standing = StandingProblems(keepsScopes: keepsScopes)
    self.rules = rules
    judges = rules.contains { $0.name == .type }
    self.names = names
    self.world = world
    self.today = today
  }

  package var readsFiles: Bool { true }

  package func enter(_ visited: VisitedScope) {
    let above = open.last?.scope
    let view = View(visited.lineage, names, above: above?.view)
    // What is worked out here is let go when the scope has been looked at.
    let resolver = Resolver(names, world, reveals: false, advice)
    let scope = CheckedScope(
      visited, view, resolver.scope(view, hasCommandLine: false),
      below: above, mentioned, turn: scopeCount, today: today)
    open.append((scope, scopeCount))
    failures.begin(
      visited.isAsked && scope.isCertain ? scopeCount : nil, isLast: visited.isLast)
    if visited.isAsked {
      if !scope.isCertain { failures.clear(at: scopeCount) }
      scopes.append(visited.scope)
      scopeCount += 1
      if !scope.isCertain { uncertainCount += 1 }
    }
    computed.begin()
    missing.begin()
    standing.begin()
    if scope.isTooMuch { return }
    // The first scope that is asked is looked at as a whole.
    let isFirst = visited.isAsked && above?.visited.isAsked != true
    look(at: scope, isFirst: isFirst || scope.mayRestore)
    credit(scope)
    if open.dropLast().contains(where: { $0.scope.seekingCount > 0 }) {
      mentioned.note(visited.lineage.own.lazy.map(\.level), turn: scopeCount)
    }
    guard visited.isAsked else { return }
    for rule in rules where !rule.looksBelow { note(rule.findings(in: scope), scope) }
    if judges && scope.isCertain { standing.note(scope.judged, in: scope) }
    withExtendedLifetime(resolver) {}
  }

  private func look(at scope: CheckedScope, isFirst: Bool) {
    let view = scope.view
    let lineage = view.lineage
    let concerns: Concerns = [.attribute, .final, .merge]
    let all = lineage.levels(concerning: concerns)
    var walk = DeclarationWalk()
    walk.seeksMissing = scope.declaresRequired
    if isFirst {
      walk.visit(Key(), view.root, PatternCursor(all, concerns))
    } else if !all.isEmpty {
      let own = Set(lineage.own.map(\.position))
      let before = all.filter { !own.contains($0.position) }
      let new = all.filter { own.contains($0.position) }
      walk.visit(Key(), view.root, PatternCursor(new, concerns))
      walk.visit(
        Key(), view.root, PatternCursor(before, concerns), touched: scope.touched,
        old: open.dropLast().last?.scope.view.root)
    }
    scope.excess = walk.excess
    if walk.excess != nil {
      // What else is declared here may meet something: nobody has looked.
      scope.noteBrokenBelow(nil)
      return
    }
    scope.declared = walk.found
    missing.note(walk.found, in: scope)
    if scope.visited.isLast { scope.missing = missing.all }
    guard scope.isCertain, scope.visited.isAsked else { return }
    let values = computed.changed(in: scope.asked, scope.touched, isFirst: isFirst)
    var attributes: PatternCursor?
    scope.computing = values
    var worked: [(value: ValueCursor, failure: Unresolved?)] = []
    for value in values {
      worked.append((value, computed.workOut(value, in: scope.asked, isShared: true).failure))
      // A value that is worked out anew is judged anew.
      let cursor = attributes ?? PatternCursor(all, concerns)
      attributes = cursor
      let key = value.key
      scope.declared += cursor.descending(key.names).declarations(of: key, value.node).filter {
        $0.marker.directive == .type
      }
    }
    failures.note(worked, in: scope)
    if scope.visited.isLast { failures.excuse(workedIn: scope, computed.isWorked) }
  }

  /// Credits markers where they find something; their scopes are on the way here.
  private func credit(_ scope: CheckedScope) {
    func credit(_ marker: Marker) { self.scope(of: marker)?.credit(marker) }
    for passage in scope.view.passages() {
      passage.forEachTouched { $0.takingMarkers.forEach(credit) }
    }
    if scope.view.lineage.treeCount > 1 {
      scope.actingInLineage.forEach(credit)
      noteNeeded(in: scope)
    }
    // A final that withstands something is at work, also where it has no value.
    for (_, refusal) in scope.refusals { credit(refusal.by) }
    for marker in scope.meetingStrategies { credit(marker) }
    for declared in scope.declared {
      let marker = declared.marker
      guard marker.directive.seeksBelow, !marker.directive.takes else { continue }
      // Where nobody has what is required, another rule tells.
      if marker.directive == .required { credit(marker) }
      if declared.isMissing { continue }
      // A strategy has to meet something besides.
      if marker.directive != .merge && declared.isInForce { credit(marker) }
      self.scope(of: marker)?.note(named: marker)
    }
  }

  private func scope(of marker: Marker) -> CheckedScope? {
    let depth = marker.file.scope.depth
    return depth < open.count ? open[depth].scope : nil
  }

  /// Notes what overlays say above that does something here, though in its own scope it does not.
  private func noteNeeded(in scope: CheckedScope) {
    let lineage = scope.view.lineage
    let declaresFinal = lineage.own.contains {
      $0.level.statements.concerns.contains(.final)
    }
    for (above, _) in open.dropLast() where above.visited.isAsked {
      let all = above.unchangingInOverlays
      if all.isEmpty { continue }
      // What the scope does not touch is what it is in the scope above, unless a final comes between.
      let names = declaresFinal ? Array(all.keys) : scope.touched.names
      for own in names.flatMap({ all[$0] ?? [] }) {
        let tree = above.view.lineage.tree(at: own.step.position)
        guard let part = own.lastWritten, !above.isNeeded(part) else { continue }
        let position = lineage.position(tree: tree, depth: above.view.scope.depth)
        if scope.view.node(own.key, at: position)?.changesNothing != true {
          above.note(needed: part)
        }
      }
    }
  }

  package func miss(_ problem: Diagnostic) { open.last?.scope.noteBrokenBelow(problem) }

  package func leave() {
    guard let (scope, _) = open.last else { return }
    failures.end(before: scopeCount, isWholeBelow: scope.isWholeBelow)
    if scope.visited.isAsked {
      for rule in rules where rule.looksBelow { note(rule.findings(in: scope), scope) }
    }
    open.removeLast()
    computed.end()
    missing.end()
    standing.end()
    if !scope.isWhole || !scope.isWholeBelow { open.last?.scope.noteBrokenBelow(nil) }
  }

  private func note(_ diagnostics: [Diagnostic], _ scope: CheckedScope) {
    guard let turn = open.last?.turn else { return }
    for diagnostic in diagnostics { found.note(diagnostic, in: scope.view.scope, turn: turn) }
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
    return found.inOrder.map { one in
      let id = one.diagnostic.id
      let finding = Finding(
        scope: one.scope, diagnostic: one.diagnostic,
        scopeCount: standing.scopeCount(of: id)
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
        numbers.formUnion(standing.turns(of: id))
      }
      return Shown(finding: finding, scopes: numbers.sorted().map { scopes[$0] }, others: others)
    }
  }

  /// The scopes that were asked.
  var asked: Set<Scope> { Set(scopes) }
}
