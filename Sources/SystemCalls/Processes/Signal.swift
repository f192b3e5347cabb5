/// A signal number.
package struct Signal: Hashable, Sendable {
  package let number: Int32

  package static let terminate = Signal(number: SIGTERM)
  package static let kill = Signal(number: SIGKILL)
  package static let childEnded = Signal(number: SIGCHLD)
  package static let brokenPipe = Signal(number: SIGPIPE)
  package static let ends = [SIGINT, SIGTERM, SIGHUP].map { Signal(number: $0) }

  var isWaiting: Bool {
    var waiting = sigset_t([])
    sigpending(&waiting)
    return sigismember(&waiting, number) == 1
  }

  /// Ends the process by the default action, as shells and supervisors expect.
  /// Returns for SIGPIPE if the parent process ignores it.
  package func end() {
    if self != .brokenPipe { signal(number, SIG_DFL) }
    raise(number)
  }
}

extension sigset_t {
  init(_ signals: [Signal]) {
    self.init()
    sigemptyset(&self)
    for signal in signals { sigaddset(&self, signal.number) }
  }
}

/// Defers signals that would stop this thread during a write. SIGXFSZ becomes an error of `write`.
package enum SignalBlock {
  private static let limit = Signal(number: SIGXFSZ)

  package static func during<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try blocking(Signal.ends + [limit], dropping: limit, body)
  }

  /// Blocks signals in this thread, and drops one of them if `body` raises it.
  static func blocking<Result, Failure: Error>(
    _ signals: [Signal], dropping dropped: Signal, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var blocked = sigset_t(signals)
    var before = sigset_t()
    let wasWaiting = dropped.isWaiting
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer {
      if !wasWaiting, dropped.isWaiting {
        var (signals, taken) = (sigset_t([dropped]), Int32(0))
        sigwait(&signals, &taken)
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }
}
