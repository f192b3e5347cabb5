package enum TerminationStatus: Equatable {
  case exited(Int32)
  case signalled(Signal)

  /// Decodes a waitpid(2) status: Swift cannot import the macros of <sys/wait.h>.
  private init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(Signal(number: signal))
  }

  /// Reaps a child; nil if it is running and `waiting` is false. Its number may then be reused.
  static func take(of child: pid_t, waiting: Bool) throws(Errno) -> TerminationStatus? {
    var status: Int32 = 0
    let found = try retrying { waitpid(child, &status, waiting ? 0 : WNOHANG) }
    return found == 0 ? nil : TerminationStatus(status: status)
  }
}
