/// Keeps closed standard streams from being reused by files.
package enum StandardStreams {
  /// Opens closed standard streams for the wrong direction: otherwise a file opened later could get their number,
  /// receive error messages or become a child's output. Reading and writing still fail.
  package static func openClosedStreams() {
    var polled = (
      pollfd(fd: 0, events: 0, revents: 0), pollfd(fd: 1, events: 0, revents: 0),
      pollfd(fd: 2, events: 0, revents: 0)
    )
    // A tuple has the layout of a C array.
    let count = withUnsafeMutablePointer(to: &polled) {
      $0.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, 0) }
    }
    // If all are open, this is the only call.
    guard count > 0 else { return }
    func isClosed(_ stream: pollfd) -> Bool { stream.revents & Int16(POLLNVAL) != 0 }
    if isClosed(polled.0) { hold(O_WRONLY) }
    if isClosed(polled.1) { hold(O_RDONLY) }
    if isClosed(polled.2) { hold(O_RDONLY) }
  }

  private static func hold(_ flags: Int32) {
    if open("/dev/null", flags | O_CLOEXEC) < 0 { _ = open("/", O_RDONLY | O_CLOEXEC) }
  }
}
