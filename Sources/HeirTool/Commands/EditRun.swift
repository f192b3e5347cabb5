import Cascade
import FileTree
import JSONSource
import Legible

/// One edit of one key in a scope's files, from the lock to the account of whom it hits.
struct EditRun {
  /// Who waits longer for an account wants no account.
  private static let patience = 900

  private let request: Request
  private let scope: Scope
  private let scopeText: String
  let key: Key
  private let options: EditOptions
  private var show: Presentation { request.show }

  init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, _ key: [UInt8],
    _ edits: EditOptions, _ options: CommonOptions, _ name: String
  ) throws(Failure) {
    try options.refuse("--set", by: "'heir \(name)'", why: "writes what files say")
    if options.isVirtual {
      throw .message(
        "'heir \(name)' writes into a directory: '--virtual' means nothing to it",
        notes: ["'--create' makes the directories of a scope that does not exist"])
    }
    request = try Request(session, options, show)
    self.options = edits
    self.scope = try Self.scope(scope, edits, request)
    scopeText = Printable.string(self.scope.path)
    self.key = try request.key(key)
    if let name = edits.file { try refuse(fileName: name) }
  }

  /// The scope, which has to be there unless it is to be made.
  private static func scope(
    _ argument: ScopeArgument, _ edits: EditOptions, _ request: Request
  ) throws(Failure) -> Scope {
    if edits.creates { return try argument.scope(in: request.trees.tree) }
    do throws(Failure) { return try request.place(argument) } catch {
      guard case .unknownScope(let text, let words, let notes) = error else { throw error }
      throw .unknownScope(
        text, words, notes: notes + ["'--create' makes the directories of a new scope"])
    }
  }

  private func refuse(fileName name: [UInt8]) throws(Failure) {
    let rules = request.trees.tree[0].rules
    if rules.takes(name) { return }
    if name.contains(UInt8(ascii: "/")) {
      throw .message("'--file' takes the name of a file in the scope's own directory, not a path")
    }
    throw .message(
      "\(Printable.quoted(name)) is no property file's name",
      notes: [
        "property files here are "
          + rules.patternTexts.map { Printable.quoted($0) }.joined(separator: ", ")
      ])
  }

  // MARK: The run

  /// Runs the edit that `edit` makes of what holds in the scope.
  func run(_ edit: (AskedScope) throws(Failure) -> KeyEdit) throws(Failure) -> ExitStatus {
    let desk = try desk()
    if desk.missing.isEmpty { return try run(edit, at: desk) }
    guard options.creates else {
      // Only another tree has the scope.
      throw .message(
        "the root's tree has no scope '\(scopeText)'", notes: ["'--create' makes its directories"])
    }
    // What would be refused makes no directories.
    let plan = try plan(edit, at: desk)
    if options.isDryRun { return try preview(plan) }
    guard case .files = plan.result else { return report(nothing: plan) }
    if options.isOnly { try refuseOthers(plan) }
    let made = try desk.makeFolders()
    do throws(Failure) {
      return try run(edit, at: try self.desk())
    } catch {
      made.takeBack()
      throw error
    }
  }

  private func desk() throws(Failure) -> ScopeDesk {
    try ScopeDesk(request.trees.tree, scope) {
      show.note("waiting for another writer of \(scopeText)")
    }
  }

  private func run(
    _ edit: (AskedScope) throws(Failure) -> KeyEdit, at desk: ScopeDesk
  ) throws(Failure) -> ExitStatus {
    let plan = try plan(edit, at: desk)
    if options.isDryRun { return try preview(plan) }
    guard case .files(let files) = plan.result else { return report(nothing: plan) }
    if files.isEmpty { return reportSame(plan) }
    let impact = options.isOnly ? try refuseOthers(plan) : nil
    try write(files, at: desk)
    // Others may write while this one still looks.
    desk.release()
    tell(plan)
    do throws(Failure) { try account(plan, impact) } catch {
      // It is written by now, so that this is no reason to say that it was not.
      show.warn("whom it hits cannot be worked out; 'heir check' tells what is wrong")
    }
    return .answered
  }

  private func write(_ files: [EditedFile], at desk: ScopeDesk) throws(Failure) {
    var changes: [FileChange] = []
    for file in files {
      guard let snapshot = try desk.snapshot(of: file.name),
        snapshot.bytes == file.former.map(\.bytes)
      else {
        throw .file(FileError(.inTree(scope.names + [file.name]), .changedMeanwhile), .tree(0))
      }
      if snapshot.hasOtherNames {
        show.warn(
          "\(show.places.path(file.file.file.path, .tree(0))) has other names (hard links), "
            + "which keep what it held")
      }
      changes.append(FileChange(snapshot, bytes: file.bytes))
    }
    for (write, file) in zip(try desk.write(changes), files) where !write.keepsOwner {
      show.warn(
        "\(show.places.path(file.file.file.path, .tree(0))) is yours now: "
          + "its owner or group could not be kept")
    }
  }

  // MARK: The plan

  /// The edit worked out, with both times.
  private struct Plan {
    let result: EditResult
    let times: Sides<TreeTime>
    let scopes: Sides<AskedScope>
    let edit: KeyEdit
    /// What each file held, for the patch.
    let paths: [[FileName]]

    var files: [EditedFile] { if case .files(let files) = result { files } else { [] } }
  }

  private func plan(
    _ edit: (AskedScope) throws(Failure) -> KeyEdit, at desk: ScopeDesk
  ) throws(Failure) -> Plan {
    let before = request.times(of: desk.root, from: FileEdits(), to: FileEdits())
    let (view, level) = try said(before.from)
    let asked = before.from.resolver.scope(view)
    let edit = try edit(asked)
    let result: EditResult
    do throws(EditRefusal) {
      if case .set = edit { try asked.refuseWay(to: key) }
      result = try ScopeEditor(level, key, request.names).result(of: edit, in: options.file)
    } catch { throw failure(error) }
    var edits = Sides(from: FileEdits(), to: FileEdits())
    var paths: [[FileName]] = []
    if case .files(let files) = result {
      for file in files {
        if file.former == nil { try refuse(fileName: file.name) }
        let path = try desk.path(of: file.name)
        paths.append(path)
        edits.from.set(file.former?.bytes, at: path)
        edits.to.set(file.bytes, at: path)
      }
    }
    let times = request.times(of: desk.root, from: edits.from, to: edits.to)
    if case .files(let files) = result {
      // What the edit has read is not read again.
      let recent = RecentDocuments()
      for file in files { recent.note(file.file.document, file.file.file.path, of: scope) }
      times.to.trees.recentDocuments = recent
    }
    let scopes = Sides(from: asked, to: times.to.resolver.scope(try said(times.to).view))
    let plan = Plan(result: result, times: times, scopes: scopes, edit: edit, paths: paths)
    do throws(EditRefusal) {
      for file in plan.files {
        try EditJudgement(key, scopes).refuse(edit, file, today: request.session.today())
      }
    } catch { throw failure(error) }
    if request.options.isStrict { try request.judge(scopes.to, [key], at: times.to) }
    return plan
  }

  /// What the root's tree says in the scope, which need not exist.
  private func said(_ time: TreeTime) throws(Failure) -> (view: View, level: Level) {
    let view = try time.trees.view(of: scope, isVirtual: options.creates)
    return (view, view.lineage.own[0].level)
  }

  /// Why a guessed value is not taken.
  func failure(
    _ doubt: GuessDoubt, _ guess: Document, _ text: [UInt8], _ asked: AskedScope
  ) -> Failure {
    let mask = asked.mask(key)
    return EditWords(show.places, request.names, scope).failure(
      doubt, guess, text, key,
      isSecret: !show.isRevealing && !mask.isNone && mask.holdsSecret(guess))
  }

  private func failure(_ refusal: EditRefusal) -> Failure {
    EditWords(show.places, request.names, scope).failure(refusal, key)
  }

  // MARK: What is told

  private func preview(_ plan: Plan) throws(Failure) -> ExitStatus {
    guard case .files(let files) = plan.result else { return report(nothing: plan) }
    let slash = [UInt8(ascii: "/")]
    var output: [UInt8] = []
    for (file, path) in zip(files, plan.paths) {
      let patch = FilePatch(
        at: Array(path.joined(separator: slash)), from: file.former, to: file.file)
      if !show.isRevealing { try patch.refuseSecrets(plan.scopes, request.names) }
      output += patch.bytes
    }
    let impact = options.isOnly ? try refuseOthers(plan) : nil
    if files.isEmpty { return reportSame(plan) }
    tell(plan)
    try account(plan, impact)
    show.output.append(output)
    return .answered
  }

  /// Says what there is to say of the scope itself.
  private func tell(_ plan: Plan) {
    let words = EditWords(show.places, request.names, scope)
    if case .unset = plan.edit { show.note(words.now(key, plan.scopes.to, isNew: true)) }
    if case .resume = plan.edit, let still = words.stillStopped(key, plan.scopes.to) {
      show.note(still)
    }
    for file in plan.files {
      if let step = EditJudgement(key, plan.scopes).hindrance(of: file) {
        show.note(words.hindrance(key, step))
      }
    }
  }

  private func report(nothing plan: Plan) -> ExitStatus {
    guard case .nothing(let nothing) = plan.result else { return .answered }
    let words = EditWords(show.places, request.names, scope)
    for note in words.notes(nothing, plan.edit, key, plan.scopes.from) { show.note(note) }
    return .nothing
  }

  private func reportSame(_ plan: Plan) -> ExitStatus {
    show.note(EditWords(show.places, request.names, scope).same(plan.edit, key))
    return .answered
  }

  // MARK: Whom it hits

  /// Compares both times in all scopes; as far as patience lasts, where there is a limit.
  private func impact(
    _ plan: Plan, limit: Int?
  ) throws(Failure) -> (report: ImpactReport, isWhole: Bool) {
    let times = plan.times
    let impact = Impact(
      request.names, Sides(from: times.from.trees, to: times.to.trees),
      reveals: show.isRevealing)
    var isWhole = true
    if let limit {
      let timed = TimedPairVisitor(impact, request.session, limit: limit)
      try request.walk(before: times.from, after: times.to, editOf: scope, timed)
      isWhole = !timed.isOver
    } else {
      try request.walk(before: times.from, after: times.to, editOf: scope, impact)
    }
    return (ImpactReport(impact, request.names, reveals: show.isRevealing), isWhole)
  }

  @discardableResult
  private func refuseOthers(_ plan: Plan) throws(Failure) -> EditAccount {
    let (report, isWhole) = try impact(plan, limit: nil)
    let account = EditAccount(report, key, scope, show.places, isWhole: isWhole)
    if let refusal = account.refusalOfOthers { throw refusal }
    return account
  }

  private func account(_ plan: Plan, _ known: EditAccount?) throws(Failure) {
    if show.isQuiet { return }
    let account: EditAccount
    if let known {
      account = known
    } else {
      let (report, isWhole) = try impact(plan, limit: Self.patience)
      account = EditAccount(report, key, scope, show.places, isWhole: isWhole)
    }
    for line in account.lines { show.note(line) }
    for warning in account.warnings { show.warn(warning) }
  }
}
