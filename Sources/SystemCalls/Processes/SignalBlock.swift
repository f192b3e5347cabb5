/// Defers signals that would stop this thread during a write. SIGXFSZ becomes an error of `write`.
package enum SignalBlock {
  private static let limit = Signal(number: SIGXFSZ)

  package static func during<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var paused = sigset_t(Signal.ends + [limit])
    var before = sigset_t()
    let wasWaiting = limit.isWaiting
    pthread_sigmask(SIG_BLOCK, &paused, &before)
    defer {
      if !wasWaiting, limit.isWaiting { takeTheLimit() }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  private static func takeTheLimit() {
    var signals = sigset_t([limit])
    var signal: Int32 = 0
    sigwait(&signals, &signal)
  }
}
