import CLibrary

/// Waits for several descriptors at once.
package struct Readiness {
  private var polled: [pollfd] = []

  /// Begins with none.
  package init() {}

  /// What a descriptor is waited for.
  package enum Wish {
    /// That there is something to read.
    case reading
    /// That it takes something.
    case writing
    /// That nobody reads any more what is written to it.
    case abandonment
  }

  /// Has a descriptor waited for; answers by what it is asked about afterwards.
  @discardableResult
  package mutating func add(_ number: Int32?, _ wish: Wish) -> Int {
    let events: Int16 =
      switch wish {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .abandonment: 0
      }
    polled.append(pollfd(fd: number ?? -1, events: events, revents: 0))
    return polled.count - 1
  }

  /// Waits, not longer than so many milliseconds; says no where nothing came in that time.
  @discardableResult
  package mutating func wait(atMost milliseconds: Int?) throws(Errno) -> Bool {
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    let count = poll(&polled, nfds_t(polled.count), limit)
    if count >= 0 { return count > 0 }
    // A signal that interrupts it is one more reason to look around.
    guard errno == EINTR else { throw Errno(code: errno) }
    for index in polled.indices { polled[index].revents = 0 }
    return true
  }

  /// Whether what was waited for has come, or never will.
  package func isReady(_ index: Int) -> Bool { polled[index].revents != 0 }
}
