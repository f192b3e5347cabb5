#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for several descriptors at once.
package struct Readiness {
  private var polled: [pollfd] = []

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

  /// Waits, not longer than so many milliseconds.
  package mutating func wait(atMost milliseconds: Int?) throws(ChildProcess.SystemError) {
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), limit) < 0 else { return }
    let code = errno
    // A signal that interrupts it is one more reason to look around.
    if code != EINTR { throw ChildProcess.SystemError(code: code) }
    for index in polled.indices { polled[index].revents = 0 }
  }

  package func isReady(_ index: Int) -> Bool { polled[index].revents != 0 }
}
