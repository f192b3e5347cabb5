import Answers
import Cascade
import Change
import FileTree
import Legible
import Queries
import Reports
import Sessions
import Snapshots
import SystemCalls

/// A run of `heir tidy`: plans all edits in memory, then writes the files.
struct TidyRun {
  /// Number of attempts if files change during the run.
  private static let mostAttempts = 3

  private let query: Query
  private let scope: Scope
  private let record: ReadingRecord
  private let hoists: Bool
  private let patience: LockPatience
  private var show: Presentation { query.show }

  init(
    _ query: Query, _ scope: Scope, _ record: ReadingRecord, hoists: Bool, wait: Int?
  ) {
    (self.query, self.scope, self.record, self.hoists) = (query, scope, record, hoists)
    patience = query.patience(wait)
  }

  func run(isDryRun: Bool) throws(Failure) -> ExitStatus {
    // Former places have the paths of present places.
    show.places.formerRoot = show.places.root(.tree(0))
    for _ in 0..<Self.mostAttempts {
      do throws(Failure) { return try attempt(isDryRun: isDryRun) } catch {
        if !error.isOfOthersWriting { throw error }
      }
    }
    throw .message(
      "files changed during the run; nothing is written",
      notes: ["try again when no other program writes to the tree"])
  }

  private func attempt(isDryRun: Bool) throws(Failure) -> ExitStatus {
    let desk = try WritingDesk(
      query.snapshot, record, patience, isTrial: isDryRun)
    let plan = TidyPlan(query.present, at: desk, today: query.session.today())
    try plan.work(below: scope, hoists: hoists)
    let files = plan.proposal.files
    let words = TidyWords(
      steps: plan.steps, left: plan.left, fileCount: files.count, scopeCount: plan.scopeCount,
      places: show.places, isPreview: isDryRun)
    if plan.steps.isEmpty {
      if plan.uncertainCount > 0 {
        let count = Printable.count(plan.uncertainCount, "scope")
        throw .message(
          "cannot tidy \(count) at or below an unreadable file",
          notes: ["run 'heir check' to find the file"])
      }
      for line in words.nothing { show.note(line) }
      return .answered
    }
    if isDryRun {
      show.output.append(
        try plan.proposal.shown(
          hiding: show.isRevealing || plan.isOpen ? nil : plan.secrets, plan.asked))
    } else {
      let writes = try desk.commit(plan.proposal, ifStillHolding: plan.stillHolds)
      for (write, file) in zip(writes, files) {
        show.warn(of: write, show.places.path(file.present.file.path, .tree(0)))
      }
    }
    if !show.isQuiet { for line in words.lines { show.note(line) } }
    return isDryRun ? .nothing : .answered
  }
}
