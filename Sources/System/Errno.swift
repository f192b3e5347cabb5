import CLibrary

/// A failed system call, before anybody has said which file it was about.
package struct Errno: Error, Hashable, Sendable {
  /// The system's number for what went wrong.
  package let code: Int32

  /// Takes the system's number.
  package init(code: Int32) { self.code = code }

  /// What the system says of it.
  package var message: String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension Errno {
  /// There is nothing under that name.
  package static var notFound: Errno { Errno(code: ENOENT) }
  /// What should be a directory is none.
  package static var notADirectory: Errno { Errno(code: ENOTDIR) }
  /// There is something under that name already.
  package static var exists: Errno { Errno(code: EEXIST) }
  /// The user may not do that.
  package static var noPermission: Errno { Errno(code: EACCES) }
  /// Links lead nowhere, or there is one where none may be.
  package static var tooManyLinks: Errno { Errno(code: ELOOP) }
  /// The name, or the whole path, is longer than the disk has them.
  package static var nameTooLong: Errno { Errno(code: ENAMETOOLONG) }
  /// What was asked has no meaning, such as the target of what is no link.
  package static var invalid: Errno { Errno(code: EINVAL) }
  /// The system knows of no such call.
  package static var unavailable: Errno { Errno(code: ENOSYS) }
  /// A child was given up, which neither said nor did anything.
  package static var standstill: Errno { Errno(code: ETIMEDOUT) }
}

/// Runs a system call again as long as a signal interrupts it, or there are too few descriptors and more
/// are to be had.
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

/// What a call gives; nil where its failure says that there is nothing.
package func present<Result>(
  _ call: @autoclosure () throws(Errno) -> Result,
  unless isNothing: (Errno) -> Bool = { $0 == .notFound }
) throws(Errno) -> Result? {
  do throws(Errno) { return try call() } catch {
    if isNothing(error) { return nil }
    throw error
  }
}

/// Runs a system call on a path, which ends where it ends and not at a NUL byte within.
///
/// The library of C takes paths, and what it fills in, by their addresses. Nothing else in this room asks for one,
/// and none outlives the call.
func retrying<Result: SignedInteger>(
  _ path: [UInt8], _ call: (UnsafePointer<CChar>) -> Result
) throws(Errno) -> Result {
  guard !path.contains(0) else { throw .invalid }
  return try retrying { path.withCString(call) }
}
