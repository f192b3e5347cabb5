import Answers
import Cascade
import Change
import Check
import FileTree
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots
import SystemCalls

/// A command that edits one key in a scope's files, from what it asks for to the account of whom it hits.
struct EditRun {
  /// Who waits longer for an account wants no account; in milliseconds.
  private static let patience = 900
  /// How often others may make a scope, and take it back, before this one does.
  private static let mostAttempts = 10

  let query: Query
  let scope: Scope
  /// The key, or the one that leads to all that a pattern names.
  let key: Key
  /// What is declared of.
  let pattern: KeyPattern
  private let options: EditOptions
  /// What a verdict on other scopes is drawn from; nil where none is asked for.
  private let record: ReadingRecord?
  /// For all that the command does.
  private let patience: LockPatience
  /// The key as it was given.
  private var given: [UInt8]?

  private var show: Presentation { query.show }
  private var words: EditWords { EditWords(show.places, query.names, scope) }

  /// `command` is the name of the command.
  init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, _ key: [UInt8],
    _ edits: EditOptions, _ options: CommonOptions, _ command: String
  ) throws(Failure) {
    try self.init(session, show, scope, edits, options, command) { (query) throws(Failure) in
      KeyPattern(try query.key(key))
    }
    self.given = key
  }

  /// The same for what a pattern names; without one, for the top object.
  init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, pattern: [UInt8]?,
    _ edits: EditOptions, _ options: CommonOptions, _ command: String
  ) throws(Failure) {
    try self.init(session, show, scope, edits, options, command) { (query) throws(Failure) in
      try pattern.map(query.pattern) ?? KeyPattern(parts: [])
    }
    self.given = pattern
  }

  private init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, _ edits: EditOptions,
    _ options: CommonOptions, _ command: String,
    _ pattern: (Query) throws(Failure) -> KeyPattern
  ) throws(Failure) {
    try options.refuse("--set", by: "'heir \(command)'", why: "writes what files say")
    if options.isVirtual {
      throw .message(
        "'heir \(command)' writes into a directory: '--virtual' means nothing to it",
        notes: edits.takesCreate ? ["'--create' makes the directories of a new scope"] : [])
    }
    record = edits.isOnly ? ReadingRecord() : nil
    query = try Query(session, options, show, record: record)
    self.options = edits
    patience = query.patience(edits.wait)
    self.scope = try Self.scope(scope, edits, query)
    self.pattern = try pattern(query)
    key = KeyDeclaration(self.pattern, []).beginning
    // What was there before is shown by the same path.
    show.places.formerRoot = show.places.root(.tree(0))
    do throws(EditRefusal) { try edits.file.map(query.snapshot.trees[0].rules.refuse) } catch {
      throw words.failure(error, self.key)
    }
  }

  /// The scope, which has to be there unless it is to be made.
  private static func scope(
    _ argument: ScopeArgument, _ edits: EditOptions, _ query: Query
  ) throws(Failure) -> Scope {
    if edits.creates { return try argument.scope(in: query.present) }
    do throws(Failure) { return try query.place(argument) } catch {
      // A key where the scope belongs is no new scope, nor is what could not be made.
      guard case .unknownScope(let text, let words, let notes) = error, edits.takesCreate,
        !isLikeKey(text, query), let scope = try? argument.scope(in: query.present),
        (try? query.present.way(to: scope, isVirtual: true)) != nil
      else { throw error }
      throw .unknownScope(
        text, words, notes: notes + ["'--create' makes the directories of a new scope"])
    }
  }

  /// Whether a name that no scope has may be a key.
  private static func isLikeKey(_ text: [UInt8], _ query: Query) -> Bool {
    if text.contains(UInt8(ascii: "/")) { return false }
    guard let key = try? query.key(text), key.names.count == 1,
      let root = try? query.present.view(of: .root, isVirtual: false)
    else { return true }
    return root.mentions(key)
  }

  // MARK: The run

  /// Runs an edit; `typed` is what the kind of a value was guessed from.
  func run(_ edit: KeyEdit, typed: [UInt8]? = nil) throws(Failure) -> ExitStatus {
    let request = EditRequest(
      edit, of: key, in: scope, typed: typed, file: options.file, makesScope: options.creates)
    for _ in 1..<Self.mostAttempts {
      do throws(Failure) { return try attempt(request) } catch {
        // What was there is read again by whoever asks again; a scope that somebody else made meanwhile is as
        // good as one made here.
        guard options.creates, error.isOfOthersWriting else { throw error }
      }
    }
    return try attempt(request)
  }

  private func attempt(_ request: EditRequest) throws(Failure) -> ExitStatus {
    let desk = try WritingDesk(
      query.snapshot, record, patience, isTrial: options.isDryRun, makesScopes: options.creates)
    if try !desk.lock(scope), !options.creates {
      throw .message(
        "only an overlay has the scope '\(scope.text)'; nothing is written",
        notes: ["'heir set' and 'heir stop' make it in the root's tree with '--create'"])
    }
    let plan = try plan(request, at: desk)
    if options.isDryRun { return try preview(plan) }
    guard case .files = plan.result else { return report(unchanged: plan) }
    let known = try lookBeforeWriting(plan)
    let writes = try desk.commit(plan.proposal)
    warnOfDeprecated(plan)
    for (write, file) in zip(writes, plan.proposal.files) {
      show.warn(of: write, show.places.path(file.present.file.path, .tree(0)))
    }
    // Others may write while this one still looks.
    desk.release()
    if show.isQuiet { return .answered }
    do throws(Failure) {
      if let known { tell(plan, known) } else { tell(plan, try look(plan, limit: Self.patience)) }
    } catch {
      // It is written by now, so that this is no reason to say that it was not.
      show.warn("whom it hits cannot be worked out; 'heir check' tells what is wrong")
    }
    return .answered
  }

  private func plan(_ request: EditRequest, at desk: WritingDesk) throws(Failure) -> EditPlan {
    let plan: EditPlan
    do throws(EditRefusal) {
      plan = try EditPlan(request, at: desk, query.present, today: query.session.today())
    } catch { throw words.failure(error, key) }
    if query.options.isStrict { try query.judge(plan.scopes.to, [key], at: plan.times.to) }
    return plan
  }

  private func warnOfDeprecated(_ plan: EditPlan) {
    for (key, declared) in plan.deprecations { show.warn(words.deprecated(key, declared)) }
  }

  private func preview(_ plan: EditPlan) throws(Failure) -> ExitStatus {
    guard case .files = plan.result else { return report(unchanged: plan) }
    warnOfDeprecated(plan)
    let needsSecrets = !show.isRevealing
    var look = try lookBeforeWriting(plan)
    if look == nil, needsSecrets || !show.isQuiet {
      // Who is quiet wants to know no more than whether there is a secret.
      look = try self.look(
        plan, limit: show.isQuiet ? 0 : Self.patience, evenIfLate: needsSecrets)
    }
    // Whom it hits is told though the patch be refused.
    if !show.isQuiet, let look { tell(plan, look) }
    show.output.append(
      try plan.proposal.shown(hiding: needsSecrets ? look?.secrets : nil) { _ in plan.scopes })
    return .answered
  }

  // MARK: Whom it hits

  /// What a walk over both times has found.
  private struct Look {
    let account: EditAccount
    /// What is secret in the edited scope, or in one that inherits from it.
    let secrets: ReportMask
  }

  /// Compares both times in all scopes, as far as patience lasts, where there is a limit; `evenIfLate` looks
  /// at the edited one and those below at any rate, and in all for what is secret.
  private func look(
    _ plan: EditPlan, limit: Int?, evenIfLate: Bool = false
  ) throws(Failure) -> Look {
    let deadline = Deadline(query.session, limit: limit)
    let impact = try plan.impact(reveals: show.isRevealing, forSecrets: evenIfLate) { hasSeen in
      (hasSeen || !evenIfLate) && deadline.isPast()
    }
    let isWhole = !deadline.isOver
    let account = EditAccount(
      impact, key, scope, show.places, isWhole: isWhole,
      tellsValues: isWhole || evenIfLate || show.isRevealing)
    return Look(account: account, secrets: impact.maskOfHeirs)
  }

  /// The same without a limit, where something may be found that speaks against the edit; throws it.
  private func lookBeforeWriting(_ plan: EditPlan) throws(Failure) -> Look? {
    var computes = false
    if case .set(let value, _) = plan.request.edit { computes = value.hasDirectives }
    guard options.isOnly || computes else { return nil }
    let look = try look(plan, limit: nil)
    if computes, let refusal = look.account.refusalOfLoss { throw refusal }
    if options.isOnly, let refusal = look.account.refusalOfOthers { throw refusal }
    return look
  }

  // MARK: What is told

  private func tell(_ plan: EditPlan, _ look: Look) {
    let account = look.account
    switch plan.request.edit {
    case .set: tellHindrances(plan)
    case .declare(let declaration):
      for note in noteworthy(declaration, plan) { show.note(note) }
    case .unset: show.note(words.now(key, plan.scopes.to, account.mask, isNew: true))
    case .stop:
      if let unknown = unknown(plan) { show.note(unknown) }
      tellHindrances(plan)
    case .resume:
      if let still = words.stillStopped(key, plan.scopes.to) { show.note(still) }
    }
    for line in account.lines { show.note(line) }
    for warning in account.warnings { show.warn(warning) }
    if case .declare = plan.request.edit { tellNewFindings(plan) }
    noteSlip(plan)
  }

  private func tellHindrances(_ plan: EditPlan) {
    for step in plan.hindrances { show.note(words.hindrance(key, step)) }
  }

  /// A key that is new in the whole tree may be a slip.
  private func noteSlip(_ plan: EditPlan) {
    switch plan.request.edit {
    case .set, .stop, .declare: break
    case .unset, .resume: return
    }
    guard let given, pattern.key != nil else { return }
    query.noteSlip(
      key, as: given, in: plan.scopes.from.view, of: plan.times.from, looksEverywhere: true)
  }

  /// In how many scopes a secret is masked.
  private func noteworthy(_ declaration: KeyDeclaration, _ plan: EditPlan) -> [String] {
    let pattern = declaration.pattern
    let count = ScopesWithKey(pattern)
    guard declaration.added.contains(.secret),
      (try? plan.times.to.walk(from: scope, count)) != nil
    else { return [] }
    return [
      "\(query.names.text(pattern)) is masked in reports of "
        + "\(Printable.count(count.count, "scope")) that \(count.count == 1 ? "has" : "have") it"
    ]
  }

  /// What 'heir check' finds in the scope and below that it did not find before.
  private func tellNewFindings(_ plan: EditPlan) {
    let rules = CheckRule.all.filter { Self.judged.contains($0.name) }
    let checkers = BeforeAfter { side in
      try? Checker.check(from: scope) { others, earlier in
        Checker(
          others ?? rules, plan.times[side], today: query.session.today(), keepsScopes: true,
          after: earlier)
      } walk: { (scope, visitor) throws(Failure) in
        try plan.times[side].walk(from: scope, visitor)
      }
    }
    guard let from = checkers.from, let to = checkers.to else { return }
    let findings = to.findings(notIn: from)
    for finding in findings.prefix(Self.mostFindings) {
      let place = finding.diagnostic.place.map { " (\(show.places.text($0)))" } ?? ""
      show.warn(finding.diagnostic.message + place)
    }
    let more = findings.count - Self.mostFindings
    if more > 0 { show.warn("\(Printable.count(more, "more finding")); 'heir check' tells all") }
  }

  private static let judged: Set<Diagnostic.Rule> = [
    .final, .type, .required, .deprecated,
  ]
  private static let mostFindings = 8

  private func report(unchanged plan: EditPlan) -> ExitStatus {
    warnOfDeprecated(plan)
    guard case .nothing(let nothing) = plan.result else {
      var cover: SourceRange?
      if case .same(_, let by) = plan.result { cover = by }
      show.note(words.same(plan.request.edit, key, by: cover))
      return .answered
    }
    if show.isQuiet { return .nothing }
    var mask = Mask.none
    if !show.isRevealing {
      // Nothing is shown of what a scope that inherits from it calls secret.
      let secrets = (try? look(plan, limit: 0, evenIfLate: true))?.secrets
      mask = secrets?.mask(key) ?? Mask.none.whole
    }
    let notes = words.notes(
      nothing, plan.request.edit, key, plan.scopes.from, mask, unknown: unknown(plan))
    for note in notes { show.note(note) }
    return .nothing
  }

  /// What to say of a key that nobody mentions, before the edit.
  private func unknown(_ plan: EditPlan) -> String? {
    let scope = plan.scopes.from
    if scope.view.mentions(key) { return nil }
    return words.unknown(key, query.hints(for: key, in: [scope]))
  }
}

/// Counts the scopes of a walk that have something which a pattern names.
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
    pattern.key.map { node($0)?.isLive == true } ?? mentions(pattern)
  }
}
