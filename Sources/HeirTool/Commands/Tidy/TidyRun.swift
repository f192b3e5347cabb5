import Answers
import Cascade
import SafeText
import SystemCalls
import Trees

/// A run of `heir tidy`: plans all edits in memory, then writes the files.
struct TidyRun {
  /// Number of attempts if files change during the run.
  private static let maxAttempts = 3

  private let context: CommandContext
  private let scope: Scope
  private let record: ReadingRecord
  private let hoists: Bool
  private let lockTimeout: LockTimeout
  private var console: Console { context.console }

  init(
    _ context: CommandContext, _ scope: Scope, _ record: ReadingRecord, hoists: Bool, wait: Int?
  ) {
    (self.context, self.scope, self.record, self.hoists) = (context, scope, record, hoists)
    lockTimeout = context.lockTimeout(wait)
  }

  func run(isDryRun: Bool) throws(Failure) -> ExitStatus {
    // Former places have the paths of present places.
    console.places.formerRootPrefix = console.places.root(.tree(0))
    for _ in 0..<Self.maxAttempts {
      do throws(Failure) { return try attempt(isDryRun: isDryRun) } catch {
        if !error.isConcurrentWrite { throw error }
      }
    }
    throw .message(
      "files changed during the run; nothing is written",
      notes: ["try again when no other program writes to the tree"])
  }

  private func attempt(isDryRun: Bool) throws(Failure) -> ExitStatus {
    let transaction = try WriteTransaction(
      context.snapshot, record, lockTimeout, isTrial: isDryRun)
    let plan = CleanupPlan(context.present, at: transaction, today: context.session.today())
    try plan.work(below: scope, hoists: hoists)
    let files = plan.proposal.files
    let words = TidyMessages(
      steps: plan.steps, left: plan.left, fileCount: files.count, scopeCount: plan.scopeCount,
      places: console.places, isPreview: isDryRun)
    if plan.steps.isEmpty {
      if plan.uncertainCount > 0 {
        let count = Printable.count(plan.uncertainCount, "scope")
        throw .message(
          "cannot tidy \(count) at or below an unreadable file",
          notes: ["run 'heir check' to find the file"])
      }
      for line in words.nothing { console.note(line) }
      return .answered
    }
    if isDryRun {
      console.output.append(
        try plan.proposal.shown(
          hiding: console.isRevealing || plan.isOpen ? nil : plan.secrets, plan.asked))
    } else {
      let writes = try transaction.commit(plan.proposal, ifStillValid: plan.isStillValid)
      for (write, file) in zip(writes, files) {
        console.warn(of: write, console.places.path(file.present.file.path, .tree(0)))
      }
    }
    if !console.isQuiet { for line in words.lines { console.note(line) } }
    return isDryRun ? .nothing : .answered
  }
}
