/// Receives signals through a descriptor, instead of their default actions, while it exists.
package final class SignalReceiver {
  package var number: Int32 { descriptor.number }
  private let descriptor: Descriptor
  private(set) var previousMask = sigset_t()

  package init(_ signals: [Signal]) throws(Errno) {
    var set = sigset_t(signals)
    #if os(Linux)
      // The flags have the values of open(2) (signalfd(2)).
      descriptor = try .open { signalfd(-1, &set, O_NONBLOCK | O_CLOEXEC) }
    #else
      descriptor = try .kqueue()
      for signal in signals {
        var change = kevent(
          ident: UInt(signal.number), filter: Int16(EVFILT_SIGNAL),
          flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: 0, data: 0, udata: nil)
        try descriptor.call { kevent($0, &change, 1, nil, 0, nil) }
      }
    #endif
    pthread_sigmask(SIG_BLOCK, &set, &previousMask)
  }

  /// Unblocks signals that the parent may have blocked, since a program without its own end must stay stoppable.
  package static func open(_ signals: [Signal]) {
    var set = sigset_t(signals)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  deinit {
    pthread_sigmask(SIG_SETMASK, &previousMask, nil)
  }

  package func take() -> [Signal] {
    var found: [Signal] = []
    #if os(Linux)
      // A record has 128 bytes and begins with the signal's number (signalfd(2)).
      var record = [UInt32](repeating: 0, count: 32)
      while record.withUnsafeMutableBytes({ read(number, $0.baseAddress, $0.count) }) == 128 {
        found.append(Signal(number: Int32(record[0])))
      }
    #else
      var event = kevent()
      var now = timespec()
      while kevent(number, nil, 0, &event, 1, &now) == 1 {
        found.append(Signal(number: Int32(event.ident)))
      }
    #endif
    return found
  }
}
