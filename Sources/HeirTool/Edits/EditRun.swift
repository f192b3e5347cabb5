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

/// Runs a command that edits a key, and reports the affected values.
struct EditRun {
  /// The time for the report after writing, in milliseconds; a longer wait is not worth it.
  private static let patience = 900
  /// Number of attempts if other processes create the scope and remove it again.
  private static let mostAttempts = 10

  let query: Query
  let scope: Scope
  /// The key, or the key with which all keys of the pattern begin.
  let key: Key
  let pattern: KeyPattern
  private let options: EditOptions
  /// The files read for the verdict of `--only-here`; nil without it.
  private let record: ReadingRecord?
  private let patience: LockPatience
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

  /// `pattern` is nil for the top object.
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
    // Former places have the paths of present places.
    show.places.formerRoot = show.places.root(.tree(0))
    do throws(EditRefusal) { try edits.file.map(query.snapshot.trees[0].rules.refuse) } catch {
      throw words.failure(error, self.key)
    }
  }

  private static func scope(
    _ argument: ScopeArgument, _ edits: EditOptions, _ query: Query
  ) throws(Failure) -> Scope {
    let isPattern = (try? argument.scope(in: query.present).isLikePattern) == true
    if edits.creates, !isPattern { return try argument.scope(in: query.present) }
    do throws(Failure) { return try query.place(argument) } catch {
      // Suggests `--create` only if the name is no key and the scope can be created.
      guard case .unknownScope(let text, let words, let notes) = error, edits.takesCreate,
        !isPattern,
        !isLikeKey(text, query), let scope = try? argument.scope(in: query.present),
        (try? query.present.way(to: scope, isVirtual: true)) != nil
      else { throw error }
      throw .unknownScope(
        text, words, notes: notes + ["use '--create' to create the directories of a new scope"])
    }
  }

  private static func isLikeKey(_ text: [UInt8], _ query: Query) -> Bool {
    if text.contains(UInt8(ascii: "/")) { return false }
    guard let key = try? query.key(text), key.names.count == 1,
      let root = try? query.present.view(of: .root, isVirtual: false)
    else { return true }
    return root.mentions(key)
  }

  // MARK: The run

  /// `typed` is the text from which the type of a value was guessed.
  func run(_ edit: KeyEdit, typed: [UInt8]? = nil) throws(Failure) -> ExitStatus {
    let request = EditRequest(
      edit, of: key, in: scope, typed: typed, file: options.file, makesScope: options.creates)
    for _ in 1..<Self.mostAttempts {
      do throws(Failure) { return try attempt(request) } catch {
        // The next attempt reads the files again; a scope that another process created meanwhile will do.
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
    // Other processes may write during the comparison.
    desk.release()
    if show.isQuiet { return .answered }
    do throws(Failure) {
      if let known { tell(plan, known) } else { tell(plan, try look(plan, limit: Self.patience)) }
    } catch {
      // The files are written, so this is no failure of the edit.
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
      // Under `--quiet` the comparison only has to find secrets.
      look = try self.look(
        plan, limit: show.isQuiet ? 0 : Self.patience, evenIfLate: needsSecrets)
    }
    // The affected values are reported even if the patch is refused.
    if !show.isQuiet, let look { tell(plan, look) }
    show.output.append(
      try plan.proposal.shown(hiding: needsSecrets ? look?.secrets : nil) { _ in plan.scopes })
    return .answered
  }

  // MARK: Affected values

  struct Look {
    let account: EditAccount
    /// Secrets of the edited scope, and of scopes that inherit from it.
    let secrets: ReportMask
  }

  /// Compares all scopes, for `limit` milliseconds at most. `evenIfLate` always compares the edited scope and its
  /// descendants, and looks for secrets in all scopes.
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
    // A level of an ancestor may declare secrets for its descendants and be unreadable.
    if let problem = impact.mask.unread { impact.maskOfHeirs.note(unread: problem) }
    return Look(account: account, secrets: impact.maskOfHeirs)
  }

  /// Compares without a limit if the result may refuse the edit; throws the refusal.
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
