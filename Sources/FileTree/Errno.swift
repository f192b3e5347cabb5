#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed system call, before anybody has said which file it was about.
package struct Errno: Error, Equatable {
  /// The system's number for what went wrong.
  package let code: Int32

  var kind: FileError.Kind {
    switch code {
    case ENOENT: .notFound
    case ENOTDIR: .notADirectory
    default: .system(errno: code)
    }
  }

  /// Nobody may look there, or nothing is there any more: how a walk upwards ends before `/`.
  var endsAscent: Bool { code == EACCES || code == ENOENT }

  var isLackOfPermission: Bool { code == EACCES }
}

/// Runs a system call again as long as a signal interrupts it, or there are too few descriptors and more
/// are to be had.
func retrying<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code == EINTR || code == EMFILE && DescriptorLimit.raise() { continue }
    throw Errno(code: code)
  }
}

/// Runs a system call on a path, which ends where it ends and not at a NUL byte within.
func retrying<Result: SignedInteger>(
  _ path: [UInt8], _ call: (UnsafePointer<CChar>) -> Result
) throws(Errno) -> Result {
  guard !path.contains(0) else { throw Errno(code: EINVAL) }
  let terminated = path + [0]
  return try retrying {
    terminated.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(call) ?? -1 }
    }
  }
}

/// Gives the failures of system calls their place.
func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ body: () throws(Errno) -> Result
) throws(FileError) -> Result {
  do throws(Errno) {
    return try body()
  } catch {
    throw FileError(place(), error.kind)
  }
}
