import CLibrary

/// A copy of this process, which has all that was in memory when it was made, works on by itself, and tells what it
/// finds through a pipe.
///
/// It is ended with its last reference, and ends by itself where nobody reads it any more.
package final class ProcessCopy {
  private let number: pid_t
  private let output: Descriptor

  /// Has a copy do some work, which is given the pipe's end; nil where the system makes none. Nothing but the thread that
  /// asks goes on in it, so a process with others must not.
  package init?(_ work: (Descriptor) -> Void) {
    #if os(Linux)
      guard let (output, input) = try? Descriptor.pipe() else { return nil }
      // The more fits into it, the seldomer one waits for the other; F_SETPIPE_SZ, which the modules do not import.
      _ = fcntl(input.number, 1031, 1 << 20)
      number = fork()
      if number == -1 { return nil }
      if number == 0 {
        var all = sigset_t(Signal.ends + [.brokenPipe])
        for signal in Signal.ends + [.brokenPipe] { CLibrary.signal(signal.number, SIG_DFL) }
        sigprocmask(SIG_UNBLOCK, &all, nil)
        try? output.closeNow()
        work(input)
        _exit(0)
      }
      self.output = output
    #else
      // Where libraries have threads of their own it is not allowed.
      return nil
    #endif
  }

  deinit {
    kill(number, SIGKILL)
    _ = try? ProcessEnd.take(of: number, waiting: true)
  }

  /// What it has told since it was asked last, waiting for some; empty where it has ended, or cannot be heard.
  package func next() -> [UInt8] { (try? output.some()) ?? [] }
}
