/// A shell command of the user in a process group, so that it can be stopped with its children.
/// Its output goes to standard error, since standard output contains reports only.
package final class HandlerProcess {
  package let line: [UInt8]
  let number: pid_t
  private var input: Descriptor?
  private var pending: ArraySlice<UInt8>
  /// Whether it has ended. Its number stays reserved until `reap`.
  package private(set) var hasEnded = false
  private var isReaped = false

  package init(
    _ line: [UInt8], environment: [[UInt8]], input text: [UInt8], _ signals: SignalReceiver
  ) throws(Errno) {
    let (reading, writing) = try Descriptor.pipe()
    try writing.setBlocking(false)
    let shell = ["/bin/sh", "-c"].map { Array($0.utf8) }
    number = try Spawning.start(
      shell + [line], environment, in: nil,
      streams: [reading.number, STDERR_FILENO, STDERR_FILENO], alone: signals.previousMask)
    self.line = line
    (input, pending) = (writing, text[...])
    feed()
  }

  deinit {
    if !hasEnded { stop(.kill) }
    _ = reap()
  }

  package var inputNumber: Int32? { input?.number }

  package func feed() {
    // A command may ignore its input.
    let count = try? input?.writeSome(pending)
    pending = pending.dropFirst(count ?? 0)
    if count == nil || pending.isEmpty { input = nil }
  }

  package func look() {
    guard !hasEnded else { return }
    var info = siginfo_t()
    let found = try? retrying {
      waitid(P_PID, id_t(number), &info, WEXITED | WNOHANG | WNOWAIT)
    }
    hasEnded = found != nil && info.si_signo != 0
  }

  package func reap() -> TerminationStatus? {
    guard !isReaped, let end = try? TerminationStatus.take(of: number, waiting: false) else {
      return nil
    }
    (hasEnded, isReaped) = (true, true)
    return end
  }

  package func stop(_ signal: Signal) { if !isReaped { kill(-number, signal.number) } }
}
