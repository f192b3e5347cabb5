/// Waits for several descriptors with poll(2).
package struct Readiness {
  private var polled: [pollfd] = []

  package init() {}

  package enum Event {
    case reading
    case writing
    /// The reader has closed its end.
    case readerClosed
  }

  @discardableResult
  package mutating func add(_ number: Int32?, _ wish: Event) -> Int {
    let events: Int16 =
      switch wish {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .readerClosed: 0
      }
    polled.append(pollfd(fd: number ?? -1, events: events, revents: 0))
    return polled.count - 1
  }

  /// Waits at most `milliseconds`; returns false after a timeout.
  @discardableResult
  package mutating func wait(atMost milliseconds: Int?) throws(Errno) -> Bool {
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    let count = poll(&polled, nfds_t(polled.count), limit)
    if count >= 0 { return count > 0 }
    // A signal counts as an event.
    guard errno == EINTR else { throw Errno(code: errno) }
    for index in polled.indices { polled[index].revents = 0 }
    return true
  }

  /// Whether the event occurred or is impossible from now on.
  package func isReady(_ index: Int) -> Bool { polled[index].revents != 0 }
}
