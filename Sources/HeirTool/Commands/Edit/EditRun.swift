import Answers
import Cascade
import Edits
import Files
import Output
import SafeText
import Trees

/// Runs a command that edits a key, and reports the affected values.
struct EditRun {
  /// The time for the report after writing, in milliseconds; a longer wait is not worth it.
  private static let reportTime = 900
  /// Number of attempts if other processes create the scope and remove it again.
  private static let maxAttempts = 10

  let context: CommandContext
  let scope: Scope
  /// The key, or the key with which all keys of the pattern begin.
  let key: Key
  let pattern: KeyPattern
  private let options: EditOptions
  /// The files read for the verdict of `--only-here`; nil without it.
  private let record: ReadingRecord?
  private let lockTimeout: LockTimeout
  private let given: [UInt8]?

  var console: Console { context.console }

  /// `given` is a key or a pattern, or nil for the top object.
  init(
    _ console: Console, _ scope: ScopeArgument, _ given: [UInt8]?, isPattern: Bool = false,
    _ edits: EditOptions
  ) throws(Failure) {
    record = edits.isOnly ? ReadingRecord() : nil
    let context = try CommandContext(console, record: record, writes: true)
    self.context = context
    self.options = edits
    lockTimeout = context.lockTimeout(edits.wait)
    self.scope = try Self.scope(scope, edits, context)
    self.given = given
    pattern =
      try given.map { (text) throws(Failure) in
        isPattern ? try context.pattern(text) : KeyPattern(try context.key(text))
      } ?? KeyPattern(parts: [])
    key = KeyDeclaration(pattern, []).beginning
    do throws(EditRefusal) { try edits.file.map(context.snapshot.trees[0].rules.refuse) } catch {
      throw failure(error)
    }
  }

  private static func scope(
    _ argument: ScopeArgument, _ edits: EditOptions, _ context: CommandContext
  ) throws(Failure) -> Scope {
    let isPattern = (try? argument.scope(in: context.present).looksLikePattern) == true
    if edits.creates == true, !isPattern { return try argument.scope(in: context.present) }
    do throws(Failure) { return try context.place(argument) } catch {
      // Suggests `--create` only if the name is no key and the scope can be created.
      guard case .unknownScope(let text, let words, let notes) = error, edits.creates != nil,
        !isPattern, !isLikeKey(text, context), let scope = try? argument.scope(in: context.present),
        (try? context.present.way(to: scope, isVirtual: true)) != nil
      else { throw error }
      throw .unknownScope(
        text, words, notes: notes + ["use '--create' to create the directories of a new scope"])
    }
  }

  private static func isLikeKey(_ text: [UInt8], _ context: CommandContext) -> Bool {
    if text.contains(UInt8(ascii: "/")) { return false }
    guard let key = try? context.key(text), key.names.count == 1,
      let root = try? context.present.view(of: .root, isVirtual: false)
    else { return true }
    return root.mentions(key)
  }

  // MARK: The run

  /// `typed` is the text from which the type of a value was guessed.
  func run(_ edit: KeyEdit, typed: [UInt8]? = nil) throws(Failure) -> ExitStatus {
    let creates = options.creates == true
    let request = EditRequest(
      edit, of: key, in: scope, typed: typed, file: options.file, makesScope: creates)
    for _ in 1..<Self.maxAttempts {
      do throws(Failure) { return try attempt(request) } catch {
        // The next attempt reads the files again; a scope that another process created meanwhile will do.
        guard creates, error.isConcurrentWrite else { throw error }
      }
    }
    return try attempt(request)
  }

  private func attempt(_ request: EditRequest) throws(Failure) -> ExitStatus {
    let creates = request.makesScope
    let transaction = try WriteTransaction(
      context.snapshot, record, lockTimeout, isTrial: options.isDryRun, makesScopes: creates)
    if try !transaction.lock(scope), !creates {
      throw .message(
        "scope '\(scope.text)' exists only in an overlay; nothing is written",
        notes: ["use '--create' with 'heir set' or 'heir stop' to create it in the root's tree"])
    }
    let plan: EditPlan
    do throws(EditRefusal) {
      plan = try EditPlan(request, at: transaction, context.present, today: context.session.today())
    } catch { throw failure(error) }
    if context.options.isStrict { try context.validate(plan.scopes.to, [key], at: plan.times.to) }
    guard case .files = plan.result else { return report(unchanged: plan) }
    try refuseViolatedType(plan)
    if options.isDryRun { return try preview(plan) }
    let known = try compareBeforeWriting(plan)
    let writes = try transaction.commit(plan.proposal)
    warnOfDeprecated(plan)
    for (write, file) in zip(writes, plan.proposal.files) {
      console.warn(of: write, console.places.root(.tree(0)) + file.present.file.path)
    }
    // Other processes may write during the comparison.
    transaction.release()
    if console.isQuiet { return .answered }
    let paths = plan.proposal.files.map { console.places.path($0.present.file.path) }
    console.note("\(Printable.listed(paths, most: .max)) written")
    do throws(Failure) {
      let account = if let known { known } else { try look(plan, limit: Self.reportTime) }
      tell(plan, account)
    } catch {
      // The files are written, so this is no failure of the edit.
      console.warn("the affected values cannot be evaluated; run 'heir check'")
    }
    return .answered
  }

  private func warnOfDeprecated(_ plan: EditPlan) {
    for (key, declared) in plan.deprecations {
      let message =
        "\(context.names.text(key)) is deprecated: \(Printable.excerpt(declared.text))"
      console.warn(console.places.text(message, at: declared.place))
    }
  }

  private func preview(_ plan: EditPlan) throws(Failure) -> ExitStatus {
    warnOfDeprecated(plan)
    let needsSecrets = !console.options.isRevealing
    var look = try compareBeforeWriting(plan)
    if look == nil, needsSecrets || !console.isQuiet {
      // Under `--quiet` the comparison only has to find secrets.
      look = try self.look(
        plan, limit: console.isQuiet ? 0 : Self.reportTime, evenIfLate: needsSecrets)
    }
    // The affected values are reported even if the patch is refused.
    if !console.isQuiet, let look { tell(plan, look) }
    console.output.append(
      try plan.proposal.shown(hiding: needsSecrets ? look?.secrets : nil) { _ in plan.scopes })
    return .answered
  }

  // MARK: Affected values

  /// Compares all scopes, for `limit` milliseconds at most. `evenIfLate` always compares the edited scope and its
  /// descendants, and looks for secrets in all scopes.
  func look(
    _ plan: EditPlan, limit: Int?, evenIfLate: Bool = false
  ) throws(Failure) -> EditImpactSummary {
    let clock = context.session.clock
    let end = limit.map { clock() + $0 }
    let isRevealing = console.options.isRevealing
    var isWhole = true
    // A comparison of all scopes visits levels that several scopes share once.
    let comparesAll = limit == nil || evenIfLate && scope == .root
    let impact = try plan.impact(
      reveals: isRevealing, forSecrets: evenIfLate, byLineage: comparesAll
    ) { hasSeen in
      guard let end, hasSeen || !evenIfLate else { return false }
      if isWhole { isWhole = clock() < end }
      return !isWhole
    }
    return EditImpactSummary(
      impact: impact, key: plan.request.key, scope: scope, places: console.places,
      isWhole: isWhole, showsValues: isWhole || evenIfLate || isRevealing)
  }

  /// Compares without a limit if the result may refuse the edit; throws the refusal.
  private func compareBeforeWriting(_ plan: EditPlan) throws(Failure) -> EditImpactSummary? {
    let computes =
      if case .set(let value, _) = plan.request.edit { value.hasDirectives } else { false }
    guard options.isOnly || computes else { return nil }
    let look = try look(plan, limit: nil)
    if computes, let refusal = look.lossFailure { throw refusal }
    if options.isOnly, let refusal = look.otherScopesFailure { throw refusal }
    return look
  }

  // MARK: Reports

  func tell(_ plan: EditPlan, _ account: EditImpactSummary) {
    let mask = account.impact.mask
    switch plan.request.edit {
    case .set(_, let reasons):
      reportHindrances(plan)
      noteFormerReasons(plan, reasons)
      reportLostComments(plan)
    case .declare(let declaration):
      if declaration.added.contains(.secret) { noteSecret(plan) }
      if let known = declaration.known {
        console.note("types of \(Printable.count(known.count, "key")) declared")
      }
    case .unset:
      reportLostComments(plan)
      console.note(
        now(
          plan.request.key, plan.scopes.to, mask.mask(plan.request.key), mask.keys, isNew: true))
    case .stop:
      if !plan.ineffectiveSteps.isEmpty {
        console.note("\(scope.text) inherits no value of \(context.names.text(key))")
        return
      }
    case .resume:
      reportLostComments(plan)
      if case .absent(let absence?)? = try? plan.scopes.to.answer(key) {
        let still = "\(context.names.text(key)) still"
        console.note(absence.words(of: still, in: scope.text, console.places))
      }
    }
    for line in account.lines { console.note(line) }
    for warning in account.warnings { console.warn(warning) }
    if case .declare = plan.request.edit { reportNewFindings(plan) }
    noteTypo(plan)
  }

  /// A reason and a last day that were written for the former value.
  private func noteFormerReasons(_ plan: EditPlan, _ new: EditReasons) {
    let markers = plan.scopes.to.view.lineage.own[0].level.markers.filter { marker in
      marker.directive.describesOverride && marker.pattern.parts == KeyPattern(key).parts
        && !new.each.contains { $0.0 == marker.directive }
    }
    if markers.isEmpty { return }
    func list(_ prefix: String) -> String {
      markers.map { "'\(prefix)\($0.directive.rawValue.dropFirst())'" }.joined(separator: " and ")
    }
    let (s, them) = markers.count == 1 ? ("s", "it") : ("", "them")
    console.note(
      "\(list("$")) of \(context.names.text(key)) (\(lines(of: markers.map(\.place)))) now "
        + "describe\(s) the new value; \(list("--")) replace\(s) \(them), "
        + "'heir unset' removes \(them) with the value")
  }

  private func reportLostComments(_ plan: EditPlan) {
    let lost = plan.files.flatMap(\.lostComments)
    if lost.isEmpty { return }
    console.note(
      "the edit removes \(Printable.count(lost.count, "comment")), at \(lines(of: lost))")
  }

  /// Files with lines: a column would show the length of a secret before it.
  private func lines(of places: [SourceRange]) -> String {
    let lines = places.map { place in
      "\(console.places.path(place.file.path, place.file.home)):\(console.places.position(place).line)"
    }
    return Printable.listed(lines.grouped { $0 }.map(\.id), most: 5)
  }

  private func reportHindrances(_ plan: EditPlan) {
    let text = context.names.text(key)
    for step in plan.ineffectiveSteps {
      let by = step.by.map { " at \(console.places.text($0))" } ?? ""
      console.note(
        "it has no effect in \(scope.text): \(text) is \(step.outcome.rawValue)\(by)")
    }
  }

  /// A key that is new in the whole tree may be a typo.
  private func noteTypo(_ plan: EditPlan) {
    switch plan.request.edit {
    case .set, .declare: break
    case .unset, .stop, .resume: return
    }
    guard let given, pattern.key != nil else { return }
    context.noteTypo(
      plan.request.key, as: given, in: plan.scopes.from.view, of: plan.times.from,
      looksEverywhere: true)
  }

  private func noteSecret(_ plan: EditPlan) {
    var count = 0
    let counter = EachScope { if $0.isAsked, $0.view.has(pattern) { count += 1 } }
    if (try? plan.times.to.walk(from: scope, counter)) == nil { return }
    let scopes =
      count == 0
      ? "no scope has it yet"
      : "\(Printable.count(count, "scope")) \(count == 1 ? "has" : "have") it"
    console.note("\(context.names.text(pattern)) is masked in reports; \(scopes)")
  }

  /// Throws if values of the scope or a scope below violate a new type.
  private func refuseViolatedType(_ plan: EditPlan) throws(Failure) {
    guard case .declare(let declaration) = plan.request.edit, !declaration.isForced,
      declaration.added.contains(.type)
    else { return }
    let found = newFindings(plan, [.type])
    guard let first = found.first else { return }
    let count = found.reduce(0) { $0 + $1.scopeCount }
    let scopes = count > 1 ? ", in \(Printable.count(count, "scope"))" : ""
    // The edited file has other places than the file on disk.
    let place = first.diagnostic.place.flatMap { place in
      plan.files.contains { $0.file.file.path == place.file.path } ? nil : place
    }
    throw .message(
      console.places.text(first.diagnostic.message + scopes, at: place) + "; nothing is written",
      notes: ["'--force' declares the type anyway"])
  }

  /// The findings of the scope and the scopes below that an edit adds.
  private func newFindings(_ plan: EditPlan, _ rules: Set<Diagnostic.Rule>) -> [Checker.Finding] {
    let rules = CheckRule.all.filter { rules.contains($0.name) }
    func checker(_ side: Side) -> Checker? {
      try? context.checker(rules, from: scope, at: plan.times[side], sharesFacts: true)
    }
    guard let to = checker(.to), !to.findings.isEmpty, let from = checker(.from) else { return [] }
    return to.findings(notIn: from)
  }

  private func reportNewFindings(_ plan: EditPlan) {
    let findings = newFindings(plan, Self.judged)
    for finding in findings.prefix(Self.maxFindings) {
      console.warn(
        console.places.text(finding.diagnostic.message, at: finding.diagnostic.place))
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
    if case .same(_, let cover) = plan.result { console.note(same(plan.request.edit, by: cover)) }
    guard case .nothing(let nothing) = plan.result else { return .answered }
    if console.isQuiet { return .nothing }
    var (mask, keys) = (Mask.none, SecretKeys.none)
    if !console.options.isRevealing {
      // Secrets of inheriting scopes stay masked.
      let secrets = (try? look(plan, limit: 0, evenIfLate: true))?.secrets
      mask = secrets?.mask(key) ?? Mask.none.whole
      keys = secrets?.keys ?? .none
    }
    for note in notes(nothing, plan, mask, keys) { console.note(note) }
    return .nothing
  }
}

extension View {
  fileprivate func has(_ pattern: KeyPattern) -> Bool {
    pattern.key.map { node($0)?.isLive == true } ?? mentions(pattern, withElements: true)
  }
}
