/// A failed system call, without the file concerned.
package struct Errno: Error, Hashable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package var message: String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  package static var notFound: Errno { Errno(code: ENOENT) }
  package static var notADirectory: Errno { Errno(code: ENOTDIR) }
  package static var exists: Errno { Errno(code: EEXIST) }
  package static var notEmpty: Errno { Errno(code: ENOTEMPTY) }
  package static var noPermission: Errno { Errno(code: EACCES) }
  package static var tooManyLinks: Errno { Errno(code: ELOOP) }
  package static var nameTooLong: Errno { Errno(code: ENAMETOOLONG) }
  package static var invalid: Errno { Errno(code: EINVAL) }
  package static var unavailable: Errno { Errno(code: ENOSYS) }
  /// A child that made no progress was killed.
  package static var timedOut: Errno { Errno(code: ETIMEDOUT) }
}

/// Repeats a system call after EINTR, and after EMFILE if the limit can be raised.
@discardableResult
func retrying<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code == EINTR || code == EMFILE && DescriptorLimit.raise() { continue }
    throw Errno(code: code)
  }
}

/// The result of a call; nil if its error means that there is nothing.
package func present<Result>(
  _ call: @autoclosure () throws(Errno) -> Result,
  unless isNothing: (Errno) -> Bool = { $0 == .notFound }
) throws(Errno) -> Result? {
  do throws(Errno) { return try call() } catch {
    if isNothing(error) { return nil }
    throw error
  }
}

/// Runs a system call on a path; fails for a path that contains NUL, which C would truncate.
///
/// C takes paths by their addresses. No other code in this module uses one, and none outlives the call.
func retrying<Result: SignedInteger>(
  _ path: [UInt8], _ call: (UnsafePointer<CChar>) -> Result
) throws(Errno) -> Result {
  guard !path.contains(0) else { throw .invalid }
  return try retrying { path.withCString(call) }
}

extension [UInt8] {
  package init(cString start: UnsafePointer<CChar>) {
    self = Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: count + 1, alignment: 1) { room in
      room.copyBytes(from: self)
      room[count] = 0
      return room.withMemoryRebound(to: CChar.self) { chars in
        body(UnsafePointer(chars.baseAddress.unsafelyUnwrapped))
      }
    }
  }
}

extension [[UInt8]] {
  package init(
    arguments values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int32
  ) {
    self = (1..<Swift.max(1, Int(count))).compactMap { index in
      values[index].map { [UInt8](cString: $0) }
    }
  }
}

/// Waits for several descriptors with poll(2).
package struct Readiness {
  private var polled: [pollfd] = []

  package init() {}

  package struct Event {
    let bits: Int16

    package static var reading: Event { Event(bits: Int16(POLLIN)) }
    package static var writing: Event { Event(bits: Int16(POLLOUT)) }
    package static var readerClosed: Event { Event(bits: 0) }
  }

  @discardableResult
  package mutating func add(_ number: Int32?, _ wish: Event) -> Int {
    polled.append(pollfd(fd: number ?? -1, events: wish.bits, revents: 0))
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
