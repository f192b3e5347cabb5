import CLibrary

/// How a process ended.
package enum ProcessEnd: Equatable {
  case exited(Int32)
  case signalled(Signal)

  /// Takes what waitpid(2) tells; the macros of <sys/wait.h> are none that Swift imports.
  private init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(Signal(number: signal))
  }

  /// How a child ended, whose number may be somebody else's from then on; nil where it has not yet, unless
  /// that is waited for.
  static func take(of child: pid_t, waiting: Bool) throws(Errno) -> ProcessEnd? {
    var status: Int32 = 0
    let found = try retrying { waitpid(child, &status, waiting ? 0 : WNOHANG) }
    return found == 0 ? nil : ProcessEnd(status: status)
  }
}
