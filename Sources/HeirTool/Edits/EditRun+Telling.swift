import Answers
import Cascade
import Change
import Check
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

extension EditRun {
  func tell(_ plan: EditPlan, _ look: Look) {
    let account = look.account
    switch plan.request.edit {
    case .set:
      tellHindrances(plan)
      tellLostComments(plan)
    case .declare(let declaration):
      for note in noteworthy(declaration, plan) { show.note(note) }
    case .unset:
      tellLostComments(plan)
      show.note(
        words.now(plan.request.key, plan.scopes.to, account.mask, account.keys, isNew: true))
    case .stop:
      if let unknown = unknown(plan) { show.note(unknown) }
      tellHindrances(plan)
    case .resume:
      tellLostComments(plan)
      if let still = words.stillStopped(key, plan.scopes.to) { show.note(still) }
    }
    for line in account.lines { show.note(line) }
    show.noteMasks(account.unread)
    for warning in account.warnings { show.warn(warning) }
    if case .declare = plan.request.edit { tellNewFindings(plan) }
    noteSlip(plan)
  }

  private func tellLostComments(_ plan: EditPlan) {
    let lost = plan.files.flatMap(\.lostComments)
    if !lost.isEmpty { show.note(words.lostComments(lost)) }
  }

  private func tellHindrances(_ plan: EditPlan) {
    for step in plan.hindrances { show.note(words.hindrance(key, step)) }
  }

  /// A key that is new in the whole tree may be a typo.
  private func noteSlip(_ plan: EditPlan) {
    switch plan.request.edit {
    case .set, .stop, .declare: break
    case .unset, .resume: return
    }
    guard let given, pattern.key != nil else { return }
    query.noteSlip(
      plan.request.key, as: given, in: plan.scopes.from.view, of: plan.times.from,
      looksEverywhere: true)
  }

  private func noteworthy(_ declaration: KeyDeclaration, _ plan: EditPlan) -> [String] {
    let pattern = declaration.pattern
    let count = ScopesWithKey(pattern)
    guard declaration.added.contains(.secret),
      (try? plan.times.to.walk(from: scope, count)) != nil
    else { return [] }
    if count.count == 0 {
      return ["\(query.names.text(pattern)) is masked in reports; no scope has it yet"]
    }
    return [
      "\(query.names.text(pattern)) is masked in reports; "
        + "\(Printable.count(count.count, "scope")) \(count.count == 1 ? "has" : "have") it"
    ]
  }

  private func tellNewFindings(_ plan: EditPlan) {
    let rules = CheckRule.all.filter { Self.judged.contains($0.name) }
    let checkers = BeforeAfter { side in
      try? Checker.check(from: scope) { others, earlier in
        Checker(
          others ?? rules, plan.times[side], today: query.session.today(),
          reveals: show.isRevealing, after: earlier)
      } walk: { (scope, visitor) throws(Failure) in
        try plan.times[side].walk(from: scope, visitor, byLineage: true)
      }
    }
    guard let from = checkers.from, let to = checkers.to else { return }
    let findings = to.findings(notIn: from)
    for finding in findings.prefix(Self.mostFindings) {
      let place = finding.diagnostic.place.map { " (\(show.places.text($0)))" } ?? ""
      show.warn(finding.diagnostic.message + place)
    }
    let more = findings.count - Self.mostFindings
    if more > 0 { show.warn("\(Printable.count(more, "more finding")); run 'heir check' for all") }
  }

  private static let judged: Set<Diagnostic.Rule> = [
    .final, .type, .required, .deprecated,
  ]
  private static let mostFindings = 8

  func report(unchanged plan: EditPlan) -> ExitStatus {
    warnOfDeprecated(plan)
    guard case .nothing(let nothing) = plan.result else {
      var cover: SourceRange?
      if case .same(_, let by) = plan.result { cover = by }
      show.note(words.same(plan.request.edit, key, by: cover))
      return .answered
    }
    if show.isQuiet { return .nothing }
    var (mask, keys) = (Mask.none, SecretKeys.none)
    var unread: Diagnostic?
    if !show.isRevealing {
      // Secrets of inheriting scopes stay masked.
      let secrets = (try? look(plan, limit: 0, evenIfLate: true))?.secrets
      mask = secrets?.mask(key) ?? Mask.none.whole
      keys = secrets?.keys ?? .none
      unread = secrets?.unread
    }
    let notes = words.notes(
      nothing, plan.request.edit, key, plan.scopes.from, mask, keys, unknown: unknown(plan))
    for note in notes { show.note(note) }
    show.noteMasks(unread)
    return .nothing
  }

  private func unknown(_ plan: EditPlan) -> String? {
    let scope = plan.scopes.from
    if scope.view.mentions(key) { return nil }
    return words.unknown(key, query.hints(for: key, in: [scope]))
  }
}

/// Counts the scopes of a walk in which a pattern matches.
private final class ScopesWithKey: ScopeVisitor {
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
