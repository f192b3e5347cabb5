import Files
import Output
import SystemCalls
import Trees

/// The loop of `watch`: waits until events settle, looks, prints reports and runs commands.
///
/// Events only decide when to look; reports come from comparing values.
final class WatchLoop {
  private let session: Session
  private let watched: WatchedScope
  private let handlers: HandlerQueue
  private var watch: DirectoryWatch?
  /// When to look again; nil if no event is pending.
  private var due: Int?
  private var firstHint: Int?
  private var cost = 0
  private var reported: [UInt8] = []
  private var hasReportedPolling = false

  private let form: WatchOptions
  private var maxDelay: Int { 4 * form.settle }

  init(_ session: Session, _ watched: WatchedScope, _ form: WatchOptions) {
    (self.session, self.watched, self.form) = (session, watched, form)
    handlers = HandlerQueue(session, form)
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    SignalReceiver.open(Signal.ends)
    if form.poll == nil {
      do throws(DirectoryWatch.Failure) { watch = try DirectoryWatch() } catch {
        reportPolling(error, console)
      }
    }
    let found = try look(console)
    found.accept()
    printMessagesOnce()
    planNext(console)
    try print(found.reports)
    while true {
      let console = Console(session, console.options)
      if let signal = handlers.advance(console) { die(of: signal) }
      _ = session.errors.flush()
      if try wait() {
        handlers.abandon()
        die(of: .brokenPipe)
        // A caller that ignores the signal gets the status.
        return .failed
      }
      if let due, session.clock() >= due, !handlers.isFull { try lookAgain(console) }
    }
  }

  // MARK: Looking

  private func look(_ console: Console) throws(Failure) -> WatchedScope.ScanResult {
    let start = session.clock()
    defer { cost = session.clock() - start }
    // This look covers all events up to now.
    _ = watch?.takeHints()
    watch?.begin()
    let found = try watched.look(watch, console)
    if found.isWhole { watch?.end() }
    return found
  }

  private func lookAgain(_ console: Console) throws(Failure) {
    let isSettled = firstHint != nil
    let result = Result { () throws(Failure) in try look(console) }
    let isNews = (try? result.get())?.reports.isEmpty != true
    // Files read during an event may be part old and part new, and a change found by polling may be incomplete.
    let isUnsure = isNews && (watch?.takeHints() == true || !isSettled)
    let now = session.clock()
    if isUnsure, firstHint.map({ now - $0 < maxDelay }) ?? true {
      session.errors.discard()
      return hint()
    }
    firstHint = nil
    switch result {
    case .success(let found):
      printMessagesOnce()
      found.accept()
      try print(found.reports)
    case .failure(let failure):
      console.report(failure)
      printMessagesOnce()
    }
    planNext(console)
    if isUnsure { hint() }
  }

  /// Prints the messages of a look unless the previous look had equal messages.
  private func printMessagesOnce() {
    let words = session.errors.take()
    if words != reported { session.errors.append(words) }
    reported = words
    _ = session.errors.flush()
  }

  private func print(_ reports: [WatchReport]) throws(Failure) {
    _ = session.errors.flush()
    for report in reports {
      session.output.append(report.shown)
      handlers.add(report)
    }
    if let error = session.output.flush() {
      throw .message("cannot write the output: \(error.message)")
    }
  }

  // MARK: Waiting

  private func hint() {
    let now = session.clock()
    let first = firstHint ?? now
    firstHint = first
    due = min(now + form.settle, first + maxDelay)
  }

  /// Waits for the next event or deadline; returns whether the output has no reader.
  private func wait() throws(Failure) -> Bool {
    var readiness = Readiness()
    let output = readiness.add(session.output.descriptor, .readerClosed)
    let hints = readiness.add(watch?.number, .reading)
    handlers.add(to: &readiness)
    let look = handlers.isFull ? nil : due
    let next = [look, handlers.deadline].compactMap { $0 }.min()
    do throws(Errno) {
      try readiness.wait(atMost: next.map { $0 - session.clock() })
    } catch { throw .message("cannot wait for changes: \(error.message)") }
    if readiness.isReady(hints), watch?.takeHints() == true { hint() }
    return readiness.isReady(output)
  }

  /// Schedules the next look if no events are available.
  private func planNext(_ console: Console) {
    if let obstacle = watch?.obstacle { reportPolling(obstacle, console) }
    let isPolling = watch == nil || watch?.obstacle != nil
    due = isPolling ? session.clock() + interval : nil
  }

  /// Polling a large tree takes a twentieth of the time at most.
  private var interval: Int { form.poll ?? max(1000, 20 * cost) }

  private func reportPolling(_ obstacle: DirectoryWatch.Failure, _ console: Console) {
    if hasReportedPolling { return }
    hasReportedPolling = true
    let why =
      switch obstacle {
      case .limit: "the system limit of watched directories is reached"
      case .foreign: "the tree is on a network file system"
      case .failed(let error): "directories cannot be watched here: \(error.message)"
      }
    console.note("\(why); reading the files every \(interval) ms")
  }

  // MARK: Ending

  private func die(of signal: Signal) {
    _ = session.errors.flush()
    signal.end()
  }
}
