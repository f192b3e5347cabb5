/// A descriptor that the process does not own, such as standard output or `/dev/fd/3`.
package struct OpenStream: Sendable {
  package let number: Int32

  package static let output = OpenStream(STDOUT_FILENO)
  package static let errors = OpenStream(STDERR_FILENO)

  package init(_ number: Int32) { self.number = number }

  /// The descriptor that a name in `/dev/fd` refers to; nil for other directories and names.
  /// Reopening would lose the offset of an appended file, and sockets cannot be reopened.
  package init?(_ name: FileName, in directory: Descriptor) throws(Errno) {
    guard name.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int32(String(decoding: name, as: UTF8.self))
    else { return nil }
    do throws(Errno) {
      let own = try Descriptor.open(Array(Self.directory.utf8), at: nil, .traversal)
      guard try own.status().identity == directory.status().identity else { return nil }
    } catch {
      // Some systems lack or hide the directory.
      if [.notFound, .notADirectory, .noPermission].contains(error) { return nil }
      throw error
    }
    self.number = number
  }

  /// Reports errors that only close(2) returns, such as a full disk over NFS.
  package func finishWriting() throws(Errno) {
    try Descriptor.open { fcntl(number, F_DUPFD_CLOEXEC, 0) }.closeNow()
  }

  #if os(Linux)
    private static let directory = "/proc/self/fd"
  #else
    private static let directory = "/dev/fd"
  #endif

  package func write(_ bytes: [UInt8]) throws(Errno) {
    var start = 0
    while start < bytes.count {
      let length: Int
      do throws(Errno) {
        length = try retrying {
          bytes[start...].withUnsafeBytes { SystemCalls.write(number, $0.baseAddress, $0.count) }
        }
      } catch {
        // Another process may have set O_NONBLOCK on the shared description.
        guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
        var readiness = Readiness()
        readiness.add(number, .writing)
        try readiness.wait(atMost: nil)
        continue
      }
      // Zero bytes without an error would loop forever.
      if length == 0 { throw Errno(code: EIO) }
      start += length
    }
  }

  /// Opens closed standard streams for the wrong direction: otherwise a file opened later could get their number,
  /// receive error messages or become a child's output. Reading and writing still fail.
  package static func openClosedStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
      let flags = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if open("/dev/null", flags | O_CLOEXEC) < 0 { _ = open("/", O_RDONLY | O_CLOEXEC) }
    }
  }

  /// The number of columns of a terminal, 80 if unknown; nil for anything else.
  package var terminalWidth: Int? {
    guard isatty(number) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
