import CLibrary

#if os(Linux)
  // The modules do not import its header.
  @_silgen_name("signalfd")
  private func signalDescriptor(
    _ number: Int32, _ signals: UnsafePointer<sigset_t>, _ flags: Int32
  ) -> Int32
#endif

/// Takes signals one by one from a descriptor, instead of what else they would do to the process, as long
/// as it exists.
package final class SignalInbox {
  /// Becomes readable when a signal has come.
  package var number: Int32 { descriptor.number }
  private let descriptor: Descriptor
  /// The signals that were blocked before, as they are for a child.
  private(set) var outerMask = sigset_t()

  /// Begins to take these.
  package init(_ signals: [Signal]) throws(Errno) {
    var set = sigset_t(signals)
    #if os(Linux)
      // The flags have the values of those of open(2) (signalfd(2)).
      descriptor = try .open { signalDescriptor(-1, &set, O_NONBLOCK | O_CLOEXEC) }
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
    pthread_sigmask(SIG_BLOCK, &set, &outerMask)
  }

  /// Lets signals through that whoever started the program may have blocked: nothing else ends what has no
  /// end of its own.
  package static func open(_ signals: [Signal]) {
    var set = sigset_t(signals)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  deinit {
    pthread_sigmask(SIG_SETMASK, &outerMask, nil)
  }

  /// The signals that have come by now.
  package func take() -> [Signal] {
    var found: [Signal] = []
    #if os(Linux)
      // A record begins with the signal's number, and takes 128 bytes (signalfd(2)).
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
