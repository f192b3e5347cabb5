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
  var given: [UInt8]?

  var show: Presentation { query.show }
  var words: EditWords { EditWords(show.places, query.names, scope) }

  init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, _ key: [UInt8],
    _ edits: EditOptions, _ options: CommonOptions
  ) throws(Failure) {
    try self.init(session, show, scope, edits, options) { (query) throws(Failure) in
      KeyPattern(try query.key(key))
    }
    self.given = key
  }

  /// The same for what a pattern names; without one, for the top object.
  init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, pattern: [UInt8]?,
    _ edits: EditOptions, _ options: CommonOptions
  ) throws(Failure) {
    try self.init(session, show, scope, edits, options) { (query) throws(Failure) in
      try pattern.map(query.pattern) ?? KeyPattern(parts: [])
    }
    self.given = pattern
  }

  private init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, _ edits: EditOptions,
    _ options: CommonOptions,
    _ pattern: (Query) throws(Failure) -> KeyPattern
  ) throws(Failure) {
    record = edits.isOnly ? ReadingRecord() : nil
    query = try Query(session, options, show, record: record, writes: true)
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
    let isPattern = (try? argument.scope(in: query.present).isLikePattern) == true
    if edits.creates, !isPattern { return try argument.scope(in: query.present) }
    do throws(Failure) { return try query.place(argument) } catch {
      // A key where the scope belongs is no new scope, nor is what could not be made.
      guard case .unknownScope(let text, let words, let notes) = error, edits.takesCreate,
        !isPattern,
        !isLikeKey(text, query), let scope = try? argument.scope(in: query.present),
        (try? query.present.way(to: scope, isVirtual: true)) != nil
      else { throw error }
      throw .unknownScope(
        text, words, notes: notes + ["use '--create' to create the directories of a new scope"])
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
        "scope '\(scope.text)' exists only in an overlay; nothing is written",
        notes: ["use '--create' with 'heir set' or 'heir stop' to create it in the root's tree"])
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
      show.warn("the affected values cannot be evaluated; run 'heir check'")
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

  func warnOfDeprecated(_ plan: EditPlan) {
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
  struct Look {
    let account: EditAccount
    /// What is secret in the edited scope, or in one that inherits from it.
    let secrets: ReportMask
  }

  /// Compares both times in all scopes, as far as patience lasts, where there is a limit; `evenIfLate` looks
  /// at the edited one and those below at any rate, and in all for what is secret.
  func look(
    _ plan: EditPlan, limit: Int?, evenIfLate: Bool = false
  ) throws(Failure) -> Look {
    let deadline = Deadline(query.session, limit: limit)
    let impact = try plan.impact(reveals: show.isRevealing, forSecrets: evenIfLate) { hasSeen in
      (hasSeen || !evenIfLate) && deadline.isPast()
    }
    let isWhole = !deadline.isOver
    let account = EditAccount(
      impact, plan.request.key, scope, show.places, isWhole: isWhole,
      tellsValues: isWhole || evenIfLate || show.isRevealing)
    // A level of an ancestor may call secret what its descendants set, and be unreadable.
    if let problem = impact.mask.unread { impact.maskOfHeirs.note(unread: problem) }
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
}
