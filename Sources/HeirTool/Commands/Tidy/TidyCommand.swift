import Cascade
import CommandSpec
import Edits
import Files
import Output
import SafeText
import Trees

enum TidyCommand {
  static let command = Command(
    "tidy", summary: "Remove entries that change no effective value",
    details: """
      Removes redundant values, and stops, exclusions and removals without effect, from the \
      files at and below SCOPE. A value is redundant if it equals the inherited one. Entries \
      with '$because' or '$until', included fragments, and attributes such as '$final', '$type' \
      and '$secret' stay.

      Before writing, every scope of the tree is resolved and compared; an entry stays if its \
      removal would change an effective value.
      """,
    examples: [
      Example("heir tidy --dry-run", "Print a patch"),
      Example("heir tidy /prod", "Tidy only production"),
      Example(
        "heir tidy --hoist --dry-run", "Print a patch that also moves values up"),
    ],
    exitStatus: """
      0 done, or nothing to remove; 1 with --dry-run, something to remove; 2 refused, nothing is \
      written
      """
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.startScope()
    let isDryRun = arguments.flag(
      "--dry-run", help: "Print a patch for 'patch -p1'; write nothing")
    let hoists = arguments.flag(
      "--hoist", help: "Also move the common values of all children to the parent")
    let wait = try arguments.lockTime()
    return Action(try CommonOptions(arguments, taking: .edit)) { (console) throws(Failure) in
      let record = ReadingRecord()
      let context = try CommandContext(console, record: record, writes: true)
      return try TidyRun(
        context: context, scope: scope.map(context.place) ?? .root, record: record, hoists: hoists,
        isDryRun: isDryRun, lockTimeout: context.lockTimeout(wait)
      ).run()
    }
  }
}

/// A run of `heir tidy`: plans all edits in memory, then writes the files.
struct TidyRun {
  /// Number of attempts if files change during the run.
  private static let maxAttempts = 3

  let context: CommandContext
  let scope: Scope
  let record: ReadingRecord
  let hoists: Bool
  let isDryRun: Bool
  let lockTimeout: LockTimeout
  private var console: Console { context.console }

  func run() throws(Failure) -> ExitStatus {
    for _ in 0..<Self.maxAttempts {
      do throws(Failure) { return try attempt() } catch {
        if !error.isConcurrentWrite { throw error }
      }
    }
    throw .message(
      "files changed during the run; nothing is written",
      notes: ["try again when no other program writes to the tree"])
  }

  private func attempt() throws(Failure) -> ExitStatus {
    let transaction = try WriteTransaction(
      context.snapshot, record, lockTimeout, isTrial: isDryRun)
    let plan = CleanupPlan(context.present, at: transaction, today: context.session.today())
    try plan.work(below: scope, hoists: hoists)
    if plan.steps.isEmpty {
      if plan.uncertainCount > 0 {
        let count = Printable.count(plan.uncertainCount, "scope")
        throw .message(
          "cannot tidy \(count) at or below an unreadable file",
          notes: ["run 'heir check' to find the file"])
      }
      for line in leftLines(plan) + ["nothing to tidy"] { console.note(line) }
      return .answered
    }
    // The files of the former tree are read before they change.
    let lines = console.isQuiet ? [] : self.lines(plan)
    if isDryRun {
      console.output.append(
        try plan.proposal.shown(
          hiding: console.options.isRevealing || plan.isOpen ? nil : plan.secrets, plan.asked))
    } else {
      let writes = try transaction.commit(plan.proposal)
      for (write, file) in zip(writes, plan.proposal.files) {
        console.warn(of: write, console.places.root(.tree(0)) + file.present.file.path)
      }
    }
    for line in lines { console.note(line) }
    return isDryRun ? .nothing : .answered
  }

  // MARK: Messages of `heir tidy`

  private static let maxLines = 20

  private func lines(_ plan: CleanupPlan) -> [String] {
    let groups = plan.steps.grouped { step in
      [step.key, Array((step.directive?.rawValue ?? "").utf8), step.target?.path ?? []]
        + (step.spelling.map { [Array($0)] } ?? [])
    }
    return Printable.few(
      groups.lazy.map { line($0.members, plan) }, most: Self.maxLines)
      + leftLines(plan) + [summary(plan)]
  }

  private func leftLines(_ plan: CleanupPlan) -> [String] {
    let lines = plan.left.lazy.map { step -> String in
      let key = Printable.string(step.key)
      return step.target.map {
        "\(key) stays below \($0.text); moving it up would change other values"
      } ?? "\(key)\(place(step)) stays; removing it would change values"
    }
    return Printable.few(lines, most: Self.maxLines, doing: " stay")
  }

  private func place(_ step: Cleanup) -> String {
    step.items.first.map { " in \(console.places.path($0.file.file.path))" } ?? ""
  }

  /// Steps with the same key and value are one line.
  private func line(_ steps: [Cleanup], _ plan: CleanupPlan) -> String {
    let step = steps[0]
    let key = Printable.string(step.key)
    let value = step.directive == nil ? value(of: step, plan) : ""
    if let target = step.target {
      let count = Printable.count(step.items.count, "scope")
      return "\(key)\(value) moves from the \(count) below \(target.text) up to \(target.text)"
    }
    let start = step.directive.map { "\($0.rawValue) \(key)" } ?? key + value
    let end = step.directive == nil ? "repeats the inherited value" : "has no effect"
    let paths = steps.flatMap(\.items).map { console.places.path($0.file.file.path) }
      .grouped { $0 }.map(\.id)
    return paths.count == 1
      ? "\(start) in \(paths[0]) \(end)"
      : "\(start) in \(paths.count) files \(end): \(Printable.listed(paths, most: 5))"
  }

  /// For example ` = 5432`: the effective value, which may be secret.
  private func value(of step: Cleanup, _ plan: CleanupPlan) -> String {
    guard let scope = step.target ?? step.items.first?.scope,
      let asked = try? plan.asked(scope).to, let key = try? context.key(step.key),
      case .value(let value)? = try? asked.answer(key)
    else { return "" }
    let isRevealing = console.options.isRevealing
    let shown = value.shown(
      also: isRevealing ? .none : plan.secrets.mask(key), isRevealing ? .none : plan.secrets.keys)
    return shown.map { " = \(cut($0.string, to: TextTable.usual))" } ?? ""
  }

  private func summary(_ plan: CleanupPlan) -> String {
    func count(_ word: String, _ isMeant: (Cleanup) -> Bool) -> [String] {
      let number = plan.steps.count(where: isMeant)
      return number == 0 ? [] : [Printable.count(number, word)]
    }
    let removed =
      count("value") { $0.directive == nil && $0.target == nil }
      + count("directive") { $0.directive != nil }
    let moved = count("value") { $0.target != nil }
    let would = isDryRun ? " would be" : ""
    let parts =
      (removed.isEmpty ? [] : ["\(removed.joined(separator: " and "))\(would) removed"])
      + moved.map { "\($0)\(would) moved up" }
    let other = moved.isEmpty ? "" : "other "
    let files = Printable.count(plan.proposal.files.count, "file")
    return "\(parts.joined(separator: ", ")) in \(files); "
      + "no \(other)effective value changes in \(Printable.count(plan.scopeCount, "scope"))"
  }
}
