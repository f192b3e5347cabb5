/// A failed system call, without the file concerned.
package struct Errno: Error, Hashable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package var message: String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension Errno {
  package static var notFound: Errno { Errno(code: ENOENT) }
  package static var notADirectory: Errno { Errno(code: ENOTDIR) }
  package static var exists: Errno { Errno(code: EEXIST) }
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
