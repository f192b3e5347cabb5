import CLibrary

/// A time in which this thread is not stopped half-way through a write: a signal that asks the program to
/// end waits until it is over, and one about the limit of a file's size is an error of `write` alone.
package enum SignalPause {
  private static let limit = Signal(number: SIGXFSZ)

  /// Runs `body` without such a stop; pauses may nest.
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
