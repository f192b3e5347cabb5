extension Descriptor {
  /// A close-on-exec pipe with descriptors above 2, since a child's standard streams replace those below.
  static func pipe() throws(Errno) -> (reading: Descriptor, writing: Descriptor) {
    var numbers: [Int32] = [-1, -1]
    #if os(Linux)
      try retrying { pipe2(&numbers, O_CLOEXEC) }
    #else
      try retrying { SystemCalls.pipe(&numbers) }
    #endif
    let (reading, writing) = (try open { numbers[0] }, try open { numbers[1] })
    #if !os(Linux)
      for end in [reading, writing] { try end.call { fcntl($0, F_SETFD, FD_CLOEXEC) } }
      // macOS: no SIGPIPE for this pipe.
      try writing.call { fcntl($0, F_SETNOSIGPIPE, 1) }
    #endif
    return (try reading.aboveStandardStreams(), try writing.aboveStandardStreams())
  }

  private func aboveStandardStreams() throws(Errno) -> Descriptor {
    if number > 2 { return self }
    return try .open { fcntl(number, F_DUPFD_CLOEXEC, 3) }
  }

  package func setBlocking(_ blocks: Bool) throws(Errno) {
    let flags = try call { fcntl($0, F_GETFL) }
    try call { fcntl($0, F_SETFL, blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) }
  }

  /// Waits for the first byte or the end of a pipe; calls `tell` once after a second.
  /// On Linux, a named pipe without a writer is not at its end.
  package func waitForWriter(_ tell: () -> Void) throws(Errno) {
    var limit: Int? = 1000
    while true {
      var readiness = Readiness()
      let end = readiness.add(number, .reading)
      if try !readiness.wait(atMost: limit) {
        tell()
        limit = nil
      } else if readiness.isReady(end) {
        return
      }
    }
  }

  /// Appends available bytes; returns false at the end. `room` is a reused buffer.
  func read(into bytes: inout [UInt8], by room: inout [UInt8]) throws(Errno) -> Bool {
    let (count, code) = room.withUnsafeMutableBytes { room in
      (SystemCalls.read(number, room.baseAddress, room.count), errno)
    }
    if count > 0 { bytes += room[..<count] }
    if count >= 0 { return count > 0 }
    guard code == EINTR || code == EAGAIN else { throw Errno(code: code) }
    return true
  }

  /// Writes as much as the pipe accepts; nil if its reader is closed.
  func writeSome(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int? {
    let (count, code) = SignalBlock.blocking([.brokenPipe], dropping: .brokenPipe) {
      () -> (Int, Int32) in
      let count = bytes.withUnsafeBytes { SystemCalls.write(number, $0.baseAddress, $0.count) }
      return (count, errno)
    }
    if count >= 0 { return count }
    switch code {
    case EINTR, EAGAIN: return 0
    case EPIPE: return nil
    default: throw Errno(code: code)
    }
  }
}
