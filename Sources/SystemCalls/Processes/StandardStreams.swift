/// Keeps closed standard streams from being reused by files.
package enum StandardStreams {
  /// Opens closed standard streams for the wrong direction: otherwise a file opened later could get their number,
  /// receive error messages or become a child's output. Reading and writing still fail.
  package static func openClosedStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
      let flags = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if open("/dev/null", flags | O_CLOEXEC) < 0 { _ = open("/", O_RDONLY | O_CLOEXEC) }
    }
  }
}
