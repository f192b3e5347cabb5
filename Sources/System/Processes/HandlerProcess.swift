import CLibrary

/// A command line of the user's that the shell runs, in a process group of its own so that it can be ended
/// with all that it started. What it prints goes to standard error: standard output has reports alone.
package final class HandlerProcess {
  /// What the shell was given.
  package let line: [UInt8]
  let number: pid_t
  private var input: Descriptor?
  private var pending: ArraySlice<UInt8>
  /// Whether it has ended. Its number, which is its group's, is nobody else's until it is let go of.
  package private(set) var hasEnded = false
  private var isGone = false

  /// Starts it with its whole environment, and with what it finds on its standard input.
  package init(
    _ line: [UInt8], environment: [[UInt8]], input text: [UInt8], _ signals: SignalInbox
  ) throws(Errno) {
    let (reading, writing) = try Descriptor.pipe()
    try writing.stopBlocking()
    let shell = ["/bin/sh", "-c"].map { Array($0.utf8) }
    number = try Spawning.start(
      shell + [line], environment, in: nil,
      streams: [reading.number, STDERR_FILENO, STDERR_FILENO], alone: signals.outerMask)
    self.line = line
    (input, pending) = (writing, text[...])
    feed()
  }

  deinit {
    if !hasEnded { stop(.kill) }
    _ = letGo()
  }

  /// The descriptor that takes more of its input, as long as there is some.
  package var inputNumber: Int32? { input?.number }

  /// Hands on as much input as there is room for.
  package func feed() {
    guard let end = input else { return }
    // Who does not read its input need not.
    guard let count = try? end.writeSome(pending) else {
      input = nil
      return
    }
    pending = pending.dropFirst(count)
    if pending.isEmpty { input = nil }
  }

  /// Looks whether it has ended; does not wait for that.
  package func look() {
    guard !hasEnded else { return }
    var info = siginfo_t()
    let found = try? retrying {
      waitid(P_PID, id_t(number), &info, WEXITED | WNOHANG | WNOWAIT)
    }
    hasEnded = found != nil && info.si_signo != 0
  }

  /// How it ended, as far as it has; from then on its number may be somebody else's.
  package func letGo() -> ProcessEnd? {
    guard !isGone, let end = try? ProcessEnd.take(of: number, waiting: false) else { return nil }
    (hasEnded, isGone) = (true, true)
    return end
  }

  /// Sends a signal to it and all that it started.
  package func stop(_ signal: Signal) { if !isGone { kill(-number, signal.number) } }
}
