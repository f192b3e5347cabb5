/// A signal number.
package struct Signal: Hashable, Sendable {
  package let number: Int32

  package static let interrupt = Signal(number: SIGINT)
  package static let terminate = Signal(number: SIGTERM)
  package static let hangUp = Signal(number: SIGHUP)
  package static let kill = Signal(number: SIGKILL)
  package static let childEnded = Signal(number: SIGCHLD)
  package static let brokenPipe = Signal(number: SIGPIPE)
  package static let ends: [Signal] = [.interrupt, .terminate, .hangUp]

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
