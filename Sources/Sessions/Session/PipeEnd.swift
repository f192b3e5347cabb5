#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if os(Linux)
  // The module does not import it, which its header has under `_GNU_SOURCE` only.
  @_silgen_name("pipe2")
  private func pipeWithFlags(_ numbers: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32
#endif

/// One end of a pipe, closed with its last reference.
final class PipeEnd {
  let number: Int32

  private init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// A pipe that no other child inherits, and neither end of which has a standard stream's number:
  /// there a child gets its own.
  static func pair() throws(ChildProcess.SystemError) -> (reading: PipeEnd, writing: PipeEnd) {
    var numbers: [Int32] = [-1, -1]
    #if os(Linux)
      _ = try Spawning.retrying { pipeWithFlags(&numbers, O_CLOEXEC) }
    #else
      _ = try Spawning.retrying { pipe(&numbers) }
    #endif
    let (reading, writing) = (PipeEnd(owning: numbers[0]), PipeEnd(owning: numbers[1]))
    #if !os(Linux)
      for number in numbers {
        _ = try Spawning.retrying { fcntl(number, F_SETFD, FD_CLOEXEC) }
      }
      // The signal of a broken pipe is not raised for this one at all.
      _ = try Spawning.retrying { fcntl(writing.number, F_SETNOSIGPIPE, 1) }
    #endif
    return (try reading.aboveStandardStreams(), try writing.aboveStandardStreams())
  }

  private func aboveStandardStreams() throws(ChildProcess.SystemError) -> PipeEnd {
    if number > 2 { return self }
    return PipeEnd(owning: try Spawning.retrying { fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }

  /// Makes this end return instead of waiting.
  func stopBlocking() throws(ChildProcess.SystemError) {
    let flags = try Spawning.retrying { fcntl(number, F_GETFL) }
    _ = try Spawning.retrying { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Appends what is there; says no at the end.
  func read(into bytes: inout [UInt8]) throws(ChildProcess.SystemError) -> Bool {
    let start = bytes.count
    let room = 1 << 16
    bytes.append(contentsOf: repeatElement(0, count: room))
    let count = bytes.withUnsafeMutableBytes { buffer in
      Self.read(number, UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
    }
    let code = errno
    bytes.removeSubrange((start + max(0, count))...)
    if count >= 0 { return count > 0 }
    guard code == EINTR || code == EAGAIN else { throw ChildProcess.SystemError(code: code) }
    return true
  }

  /// Writes as much as there is room for; nil when nobody reads any more.
  func write(_ bytes: ArraySlice<UInt8>) throws(ChildProcess.SystemError) -> Int? {
    let (count, code) = Self.withoutBrokenPipeSignal { () -> (Int, Int32) in
      let count = bytes.withUnsafeBytes { Self.write(number, $0) }
      return (count, errno)
    }
    if count >= 0 { return count }
    switch code {
    case EINTR, EAGAIN: return 0
    case EPIPE: return nil
    default: throw ChildProcess.SystemError(code: code)
    }
  }

  /// Keeps this thread from being killed by a child that went away, and leaves the signal to everybody
  /// else as it was.
  private static func withoutBrokenPipeSignal<Result>(_ body: () -> Result) -> Result {
    #if os(Linux)
      var broken = sigset_t()
      var before = sigset_t()
      var waiting = sigset_t()
      sigemptyset(&broken)
      sigaddset(&broken, SIGPIPE)
      sigpending(&waiting)
      let wasWaiting = sigismember(&waiting, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &broken, &before)
      let result = body()
      if !wasWaiting {
        var none = timespec()
        while sigtimedwait(&broken, nil, &none) == -1, errno == EINTR {}
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      return result
    #else
      return body()
    #endif
  }

  private static func read(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(number, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(number, buffer.baseAddress, buffer.count)
    #elseif canImport(Darwin)
      Darwin.read(number, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func write(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(number, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.write(number, buffer.baseAddress, buffer.count)
    #elseif canImport(Darwin)
      Darwin.write(number, buffer.baseAddress, buffer.count)
    #endif
  }
}
