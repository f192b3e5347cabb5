import Answers
import Cascade
import FileTree
import Legible
import Reports
import Sessions
import SystemCalls
import Verdicts

/// One tidying of a tree: what can go is looked for, taken out in memory, and proven, round by round; then
/// all of it is written.
struct TidyRun {
  /// How often files may change while they are looked at.
  private static let mostAttempts = 3

  private let query: Query
  private let scope: Scope
  private let record: ReadingRecord
  private let hoists: Bool
  private let patience: LockPatience
  private var show: Presentation { query.show }

  /// `record` takes note of all that the request reads.
  init(
    _ query: Query, _ scope: Scope, _ record: ReadingRecord, hoists: Bool, wait: Int?
  ) {
    (self.query, self.scope, self.record, self.hoists) = (query, scope, record, hoists)
    patience = query.patience(wait)
  }

  func run(isDryRun: Bool) throws(Failure) -> ExitStatus {
    for _ in 0..<Self.mostAttempts {
      record.restart()
      let plan = TidyPlan(query, try query.snapshot.rootToWrite(isTrial: isDryRun))
      try plan.work(below: scope, hoists: hoists)
      let words = TidyWords(
        steps: plan.steps, left: plan.left, fileCount: plan.files.count,
        scopeCount: plan.scopeCount, places: show.places, isPreview: isDryRun)
      if plan.steps.isEmpty {
        if plan.uncertainCount > 0 {
          let count = Printable.count(plan.uncertainCount, "scope")
          throw .message(
            "what could go is not known in \(count) at or below a file that cannot be read",
            notes: ["'heir check' names the file"])
        }
        for line in words.nothing { show.note(line) }
        return .answered
      }
      if isDryRun {
        show.output.append(try patch(plan))
      } else if try !write(plan) {
        continue
      }
      if !show.isQuiet { for line in words.lines { show.note(line) } }
      return isDryRun ? .nothing : .answered
    }
    throw .message(
      "files change faster than they can be looked at; nothing is written",
      notes: ["try again when nobody else writes in the tree"])
  }

  private func patch(_ plan: TidyPlan) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    for file in plan.files {
      let path = file.path.joinedPath
      var patch = FilePatch(at: path, from: file.former, to: file.present)
      if !show.isRevealing {
        for scope in file.scopes {
          try patch.leaveOutSecrets(try plan.asked(scope), plan.secrets)
        }
      }
      output += patch.bytes
    }
    return output
  }

  /// Writes all files; false where one is not what it was any more.
  private func write(_ plan: TidyPlan) throws(Failure) -> Bool {
    let folders = try plan.files.map { (file) throws(Failure) in
      try plan.folder(of: file.scopes[0])
    }
    let lock: FolderLock
    var changes: [FileChange] = []
    do throws(FileError) {
      lock = try FolderLock(folders, patience)
      for (file, folder) in zip(plan.files, lock.folders) {
        let snapshot = try lock.read(file.name, in: folder)
        guard snapshot.bytes == file.former?.bytes, snapshot.path == file.path else {
          return false
        }
        changes.append(FileChange(snapshot, bytes: file.present.bytes))
      }
    } catch { throw .file(error, .tree(0)) }
    if !record.isCurrent {
      // Others have written elsewhere, where it may matter as well.
      record.restart()
      let root = try query.snapshot.rootToWrite(isTrial: false)
      guard try plan.stillHolds(in: root) else { return false }
    }
    do throws(FileError) {
      for (write, file) in zip(try lock.write(changes, drawnFrom: record), plan.files) {
        show.warn(of: write, show.places.path(file.present.file.path, .tree(0)))
      }
    } catch {
      if error.kind == .changedMeanwhile { return false }
      throw .file(error, .tree(0))
    }
    return true
  }
}
