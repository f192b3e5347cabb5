import Answers
import Cascade
import Change
import FileTree
import JSONSource
import Legible
import Reports
import Sessions
import SystemCalls
import Verdicts

/// One edit of one key in a scope's files, from the lock to the account of whom it hits.
struct EditRun {
  /// Who waits longer for an account wants no account; in milliseconds.
  private static let patience = 900
  /// How often others may make a scope, and take it back, before this one does.
  private static let mostAttempts = 10

  let asked: EditRequest
  private var show: Presentation { asked.show }

  /// `command` is the name of the command.
  init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, _ key: [UInt8],
    _ edits: EditOptions, _ options: CommonOptions, _ command: String
  ) throws(Failure) {
    asked = try EditRequest(session, show, scope, key, edits, options, command)
  }

  // MARK: The run

  /// Runs what is proposed for what holds in the scope.
  func run(_ edit: EditPlan.Proposal) throws(Failure) -> ExitStatus {
    for _ in 0..<Self.mostAttempts {
      let desk = try desk()
      if !desk.missing.isEmpty, !asked.options.creates {
        throw .message(
          "only an overlay has the scope '\(asked.scope.text)'; nothing is written",
          notes: ["'heir set' and 'heir stop' make it in the root's tree with '--create'"])
      }
      if let status = try run(edit, at: desk) { return status }
    }
    throw .file(FileError(.inTree(asked.scope.names), .changedMeanwhile), .tree(0))
  }

  private func desk() throws(Failure) -> ScopeDesk {
    try ScopeDesk(
      asked.query.snapshot, asked.scope, asked.record, asked.patience,
      isTrial: asked.options.isDryRun)
  }

  /// Nil where somebody else made the scope meanwhile.
  private func run(
    _ edit: EditPlan.Proposal, at desk: ScopeDesk
  ) throws(Failure) -> ExitStatus? {
    let plan = try EditPlan(asked, at: desk, edit)
    if asked.options.isDryRun { return try preview(plan) }
    warnOfDeprecated(plan)
    guard case .files = plan.result else { return report(unchanged: plan) }
    let known = try lookBeforeWriting(plan)
    guard try write(plan, at: desk) else { return nil }
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

  /// False where somebody else made the scope meanwhile.
  private func write(_ plan: EditPlan, at desk: ScopeDesk) throws(Failure) -> Bool {
    if desk.missing.isEmpty {
      try writeFiles(plan, at: desk)
      return true
    }
    // What is made here changes what was read.
    if let record = asked.record, !record.isCurrent { return false }
    // Directories without what they were made for would be scopes that nobody wanted.
    return try SignalPause.during { () throws(Failure) in
      guard let made = try desk.makeFolders() else { return false }
      do throws(Failure) { try writeFiles(plan, at: desk) } catch {
        made.takeBack()
        throw error
      }
      return true
    }
  }

  private func writeFiles(_ plan: EditPlan, at desk: ScopeDesk) throws(Failure) {
    var changes: [FileChange] = []
    for file in plan.files {
      guard let snapshot = try desk.snapshot(of: file.name),
        snapshot.bytes == file.former.map(\.bytes)
      else {
        let place = FilePlace.inTree(asked.scope.names + [file.name])
        throw .file(FileError(place, .changedMeanwhile), .tree(0))
      }
      changes.append(FileChange(snapshot, bytes: file.bytes))
    }
    for (write, file) in zip(try desk.write(changes), plan.files) {
      show.warn(of: write, show.places.path(file.file.file.path, .tree(0)))
    }
  }

  private func warnOfDeprecated(_ plan: EditPlan) {
    for warning in plan.deprecations(asked.key, show.places) { show.warn(warning) }
  }

  private func preview(_ plan: EditPlan) throws(Failure) -> ExitStatus {
    warnOfDeprecated(plan)
    guard case .files(let files) = plan.result else { return report(unchanged: plan) }
    let needsSecrets = !show.isRevealing
    var look = try lookBeforeWriting(plan)
    if look == nil, needsSecrets || !show.isQuiet {
      // Who is quiet wants to know no more than whether there is a secret.
      look = try self.look(
        plan, limit: show.isQuiet ? 0 : Self.patience, evenIfLate: needsSecrets)
    }
    // Whom it hits is told though the patch be refused.
    if !show.isQuiet, let look { tell(plan, look) }
    var output: [UInt8] = []
    for (file, path) in zip(files, plan.paths) {
      var patch = FilePatch(
        at: path.joinedPath, from: file.former, to: file.file)
      if needsSecrets, let look { try patch.leaveOutSecrets(plan.scopes, look.secrets) }
      output += patch.bytes
    }
    show.output.append(output)
    return .answered
  }

  // MARK: Whom it hits

  /// What a walk over both times has found.
  private struct Look {
    let account: EditAccount
    /// What is secret in the edited scope, or in one below it.
    let secrets: ReportMask
  }

  /// Compares both times in all scopes, the edited one and those below first; as far as patience lasts,
  /// where there is a limit. `evenIfLate` looks at those at any rate.
  private func look(
    _ plan: EditPlan, limit: Int?, evenIfLate: Bool = false
  ) throws(Failure) -> Look {
    let (query, times) = (asked.query, plan.times)
    let impact = Impact(
      query.names, BeforeAfter(from: times.from, to: times.to),
      reveals: show.isRevealing, judgesTypes: true, secretsBelow: asked.scope)
    let deadline = Deadline(query.session, limit: limit)
    try query.walk(before: times.from, after: times.to, editOf: asked.scope, impact) { hasSeen in
      (hasSeen || !evenIfLate) && deadline.isPast()
    }
    let report = ImpactReport(impact, query.names)
    let account = EditAccount(
      report, asked.key, asked.scope, show.places, isWhole: !deadline.isOver)
    return Look(account: account, secrets: impact.maskBelow)
  }

  /// The same without a limit, where something may be found that speaks against the edit; throws it.
  private func lookBeforeWriting(_ plan: EditPlan) throws(Failure) -> Look? {
    var computes = false
    if case .set(let value, _) = plan.edit { computes = value.hasDirectives }
    guard asked.options.isOnly || computes else { return nil }
    let look = try look(plan, limit: nil)
    if computes, let refusal = look.account.refusalOfLoss { throw refusal }
    if asked.options.isOnly, let refusal = look.account.refusalOfOthers { throw refusal }
    return look
  }

  // MARK: What is told

  private func tell(_ plan: EditPlan, _ look: Look) {
    let words = asked.words
    let account = look.account
    if case .unset = plan.edit {
      show.note(words.now(asked.key, plan.scopes.to, account.mask, isNew: true))
    }
    if case .stop = plan.edit, let unknown = unknown(plan) { show.note(unknown) }
    if case .resume = plan.edit, let still = words.stillStopped(asked.key, plan.scopes.to) {
      show.note(still)
    }
    for file in plan.files {
      if let step = EditJudgement(asked.key, plan.scopes).hindrance(of: file) {
        show.note(words.hindrance(asked.key, step))
      }
    }
    for line in account.lines { show.note(line) }
    for warning in account.warnings { show.warn(warning) }
  }

  private func report(unchanged plan: EditPlan) -> ExitStatus {
    let words = asked.words
    guard case .nothing(let nothing) = plan.result else {
      show.note(words.same(plan.edit, asked.key))
      return .answered
    }
    if show.isQuiet { return .nothing }
    var mask = Mask.none
    if !show.isRevealing {
      // Nothing is shown of what a scope below calls secret.
      let secrets = (try? look(plan, limit: 0, evenIfLate: true))?.secrets
      mask = secrets?.mask(asked.key) ?? Mask.none.whole
    }
    let notes = words.notes(
      nothing, plan.edit, asked.key, plan.scopes.from, mask, unknown: unknown(plan))
    for note in notes { show.note(note) }
    return .nothing
  }

  /// What to say of a key that nobody mentions, before the edit.
  private func unknown(_ plan: EditPlan) -> String? {
    let scope = plan.scopes.from
    if scope.view.mentions(asked.key) { return nil }
    return asked.words.unknown(asked.key, asked.query.hints(for: asked.key, in: [scope]))
  }
}
