import CLibrary

/// A signal, by the system's number.
package struct Signal: Hashable, Sendable {
  /// The system's number.
  package let number: Int32

  /// Asks a program to end, as a terminal does.
  package static let interrupt = Signal(number: SIGINT)
  /// Asks a program to end.
  package static let terminate = Signal(number: SIGTERM)
  /// Says that the terminal is gone.
  package static let hangUp = Signal(number: SIGHUP)
  /// Ends a process, whatever it is doing.
  package static let kill = Signal(number: SIGKILL)
  /// Says that a child has ended.
  package static let childEnded = Signal(number: SIGCHLD)
  /// Says that nobody reads what is written.
  package static let brokenPipe = Signal(number: SIGPIPE)

  /// Signals that ask the whole program to end.
  package static let ends: [Signal] = [.interrupt, .terminate, .hangUp]

  /// Whether it has come and waits, since it is blocked.
  var isWaiting: Bool {
    var waiting = sigset_t([])
    sigpending(&waiting)
    return sigismember(&waiting, number) == 1
  }

  /// Ends the process as whoever does not handle the signal, which is what shells and supervisors expect. It
  /// returns where a broken pipe is ignored, as whoever started the program wants it.
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
