#if canImport(Darwin)
  /// Watches with macOS's kqueue(2), which reports each open directory or file separately.
  struct ChangeNotifier {
    let descriptor: Descriptor
    static let watchesFiles = true

    private static let events =
      NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_LINK | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE

    init() throws(Errno) {
      // Watched files stay open, and the default limit is 256.
      DescriptorLimit.raise()
      descriptor = try .kqueue()
    }

    /// Watches a duplicate of the descriptor, which stays open until it is removed.
    func add(_ opened: Int32) throws(Errno) -> Int32 {
      let kept = try retrying { fcntl(opened, F_DUPFD_CLOEXEC, 0) }
      do throws(Errno) {
        // The lowest free number shows how many are in use. Half of them are reserved for reading.
        if try Int(kept) >= DescriptorLimit.now() / 2 { throw Errno(code: EMFILE) }
        var change = kevent(
          ident: UInt(kept), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(Self.events), data: 0, udata: nil)
        _ = try descriptor.call { kevent($0, &change, 1, nil, 0, nil) }
      } catch {
        close(kept)
        throw error
      }
      return kept
    }

    func remove(_ token: Int32) { close(token) }

    func takeHints() throws(Errno) -> [ChangeEvent] {
      var hints: [ChangeEvent] = []
      var events = [kevent](repeating: kevent(), count: 256)
      var now = timespec()
      while true {
        let count = try descriptor.call { number in
          events.withUnsafeMutableBufferPointer {
            kevent(number, nil, 0, $0.baseAddress, Int32($0.count), &now)
          }
        }
        if count == 0 { return hints }
        for event in events.prefix(Int(count)) {
          hints.append(ChangeEvent(token: Int32(event.ident), name: nil, isLast: false))
        }
      }
    }
  }

  extension Descriptor {
    static func kqueue() throws(Errno) -> Descriptor {
      let queue = try open { SystemCalls.kqueue() }
      try queue.call { fcntl($0, F_SETFD, FD_CLOEXEC) }
      return queue
    }
  }
#endif
