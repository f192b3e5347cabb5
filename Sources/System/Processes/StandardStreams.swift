import CLibrary

/// The numbers of the standard streams, which whoever starts a program may have closed.
package enum StandardStreams {
  /// Keeps files of ours from getting such a number: an error's words would go into them, and a child would
  /// take one for its output. What is closed stays so for reading or writing, and for other programs.
  package static func holdClosed() {
    var polled = (
      pollfd(fd: 0, events: 0, revents: 0), pollfd(fd: 1, events: 0, revents: 0),
      pollfd(fd: 2, events: 0, revents: 0)
    )
    // A tuple lies in memory as an array of C does.
    let count = withUnsafeMutablePointer(to: &polled) {
      $0.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, 0) }
    }
    // One call is all that it costs where they are open.
    guard count > 0 else { return }
    func isClosed(_ stream: pollfd) -> Bool { stream.revents & Int16(POLLNVAL) != 0 }
    if isClosed(polled.0) { hold(O_WRONLY) }
    if isClosed(polled.1) { hold(O_RDONLY) }
    if isClosed(polled.2) { hold(O_RDONLY) }
  }

  /// Takes the lowest number that is free, the other way round than it would be used.
  private static func hold(_ flags: Int32) {
    if open("/dev/null", flags | O_CLOEXEC) < 0 { _ = open("/", O_RDONLY | O_CLOEXEC) }
  }
}
