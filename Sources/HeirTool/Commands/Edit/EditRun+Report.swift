import Answers
import Cascade
import JSONSource
import SafeText
import Trees

extension EditRun {
  func tell(_ plan: EditPlan, _ look: ImpactResult) {
    let account = look.account
    switch plan.request.edit {
    case .set:
      reportHindrances(plan)
      reportLostComments(plan)
    case .declare(let declaration):
      for note in secretNotes(declaration, plan) { console.note(note) }
    case .unset:
      reportLostComments(plan)
      console.note(
        words.now(plan.request.key, plan.scopes.to, account.mask, account.keys, isNew: true))
    case .stop:
      if let unknown = unknown(plan) { console.note(unknown) }
      reportHindrances(plan)
    case .resume:
      reportLostComments(plan)
      if let still = words.stillStopped(key, plan.scopes.to) { console.note(still) }
    }
    for line in account.lines { console.note(line) }
    console.noteMasks(account.unread)
    for warning in account.warnings { console.warn(warning) }
    if case .declare = plan.request.edit { reportNewFindings(plan) }
    noteTypo(plan)
  }

  private func reportLostComments(_ plan: EditPlan) {
    let lost = plan.files.flatMap(\.lostComments)
    if !lost.isEmpty { console.note(words.lostComments(lost)) }
  }

  private func reportHindrances(_ plan: EditPlan) {
    for step in plan.ineffectiveSteps { console.note(words.ineffectiveStep(key, step)) }
  }

  /// A key that is new in the whole tree may be a typo.
  private func noteTypo(_ plan: EditPlan) {
    switch plan.request.edit {
    case .set, .stop, .declare: break
    case .unset, .resume: return
    }
    guard let given, pattern.key != nil else { return }
    context.noteTypo(
      plan.request.key, as: given, in: plan.scopes.from.view, of: plan.times.from,
      looksEverywhere: true)
  }

  private func secretNotes(_ declaration: KeyDeclaration, _ plan: EditPlan) -> [String] {
    let pattern = declaration.pattern
    let count = MatchingScopeCounter(pattern)
    guard declaration.added.contains(.secret),
      (try? plan.times.to.walk(from: scope, count)) != nil
    else { return [] }
    if count.count == 0 {
      return ["\(context.names.text(pattern)) is masked in reports; no scope has it yet"]
    }
    return [
      "\(context.names.text(pattern)) is masked in reports; "
        + "\(Printable.count(count.count, "scope")) \(count.count == 1 ? "has" : "have") it"
    ]
  }

  private func reportNewFindings(_ plan: EditPlan) {
    let rules = CheckRule.all.filter { Self.judged.contains($0.name) }
    let checkers = BeforeAfter { side in
      try? Checker.check(from: scope) { others, earlier in
        Checker(
          others ?? rules, plan.times[side], today: context.session.today(),
          reveals: console.isRevealing, after: earlier)
      } walk: { (scope, visitor) throws(Failure) in
        try plan.times[side].walk(from: scope, visitor, byLineage: true)
      }
    }
    guard let from = checkers.from, let to = checkers.to else { return }
    let findings = to.findings(notIn: from)
    for finding in findings.prefix(Self.maxFindings) {
      let place = finding.diagnostic.place.map { " (\(console.places.text($0)))" } ?? ""
      console.warn(finding.diagnostic.message + place)
    }
    let more = findings.count - Self.maxFindings
    if more > 0 {
      console.warn("\(Printable.count(more, "more finding")); run 'heir check' for all")
    }
  }

  private static let judged: Set<Diagnostic.Rule> = [
    .final, .type, .required, .deprecated,
  ]
  private static let maxFindings = 8

  func report(unchanged plan: EditPlan) -> ExitStatus {
    warnOfDeprecated(plan)
    guard case .nothing(let nothing) = plan.result else {
      var cover: SourceRange?
      if case .same(_, let by) = plan.result { cover = by }
      console.note(words.same(plan.request.edit, key, by: cover))
      return .answered
    }
    if console.isQuiet { return .nothing }
    var (mask, keys) = (Mask.none, SecretKeys.none)
    var unread: Diagnostic?
    if !console.isRevealing {
      // Secrets of inheriting scopes stay masked.
      let secrets = (try? look(plan, limit: 0, evenIfLate: true))?.secrets
      mask = secrets?.mask(key) ?? Mask.none.whole
      keys = secrets?.keys ?? .none
      unread = secrets?.unread
    }
    let notes = words.notes(
      nothing, plan.request.edit, key, plan.scopes.from, mask, keys, unknown: unknown(plan))
    for note in notes { console.note(note) }
    console.noteMasks(unread)
    return .nothing
  }

  private func unknown(_ plan: EditPlan) -> String? {
    let scope = plan.scopes.from
    if scope.view.mentions(key) { return nil }
    return words.unknown(key, context.hints(for: key, in: [scope]))
  }
}

/// Counts the scopes of a walk in which a pattern matches.
private final class MatchingScopeCounter: ScopeVisitor {
  private(set) var count = 0
  private let pattern: KeyPattern

  init(_ pattern: KeyPattern) { self.pattern = pattern }

  func enter(_ visited: VisitedScope) {
    if visited.isAsked, visited.view.has(pattern) { count += 1 }
  }

  func miss(_ problem: Diagnostic) {}
  func leave() {}
}

extension View {
  fileprivate func has(_ pattern: KeyPattern) -> Bool {
    pattern.key.map { node($0)?.isLive == true } ?? mentions(pattern, withElements: true)
  }
}
