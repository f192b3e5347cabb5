import CLibrary

/// A descriptor that somebody else has opened, and closes: standard output, or what a path such as
/// `/dev/fd/3` stands for.
package struct OpenStream: Sendable {
  /// The system's number.
  package let number: Int32

  /// The standard output of the process.
  package static let output = OpenStream(STDOUT_FILENO)
  /// The standard error of the process.
  package static let errors = OpenStream(STDERR_FILENO)

  /// Takes its number.
  package init(_ number: Int32) { self.number = number }

  /// The one that a name stands for in the directory of the process's own descriptors. To open it once
  /// more is no use: that begins at the start of a file that is appended to, and a socket has no name.
  package init?(_ name: FileName, in directory: Descriptor) throws(Errno) {
    guard name.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int32(String(decoding: name, as: UTF8.self))
    else { return nil }
    do throws(Errno) {
      let own = try Descriptor.open(Array(Self.directory.utf8), at: nil, .passage)
      guard try own.status().identity == directory.status().identity else { return nil }
    } catch {
      // Not every system has it, or shows it.
      if [.notFound, .notADirectory, .noPermission].contains(error) { return nil }
      throw error
    }
    self.number = number
  }

  /// Hears what is only told where a file is closed, as of a disk of another machine that is full.
  package func settle() throws(Errno) {
    try Descriptor.open { fcntl(number, F_DUPFD_CLOEXEC, 0) }.closeNow()
  }

  #if os(Linux)
    private static let directory = "/proc/self/fd"
  #else
    private static let directory = "/dev/fd"
  #endif

  /// Writes all of the bytes.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    var start = 0
    while start < bytes.count {
      let length: Int
      do throws(Errno) { length = try write(bytes[start...]) } catch {
        // Whoever shares it may have said that nobody waits.
        guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
        // Until it takes more, or writing tells why it never will.
        var readiness = Readiness()
        readiness.add(number, .writing)
        try readiness.wait(atMost: nil)
        continue
      }
      // Nothing was taken and nothing said: trying for ever would be no answer.
      if length == 0 { throw Errno(code: EIO) }
      start += length
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
    try retrying {
      bytes.withUnsafeBytes { CLibrary.write(number, $0.baseAddress, $0.count) }
    }
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// How many characters a line of the terminal has; nil where it does not tell.
  package var columns: Int? {
    var size = winsize()
    let isKnown = ioctl(number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }
}
