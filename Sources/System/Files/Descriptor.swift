import CLibrary
import Synchronization

/// An open file descriptor, closed with its last reference.
package final class Descriptor: Sendable {
  let number: Int32
  private let isClosed = Atomic(false)
  /// Whether it is a directory that was listed, so that its position is no more at the start.
  let wasListed = Atomic(false)

  private init(owning number: Int32) { self.number = number }

  deinit { if !isClosed.load(ordering: .relaxed) { _ = CLibrary.close(number) } }

  /// Closes it before its last reference goes, to hear of what is only told then; it is of no use after.
  package func closeNow() throws(Errno) {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    // Not retried: after EINTR the descriptor is gone, and its number may be somebody else's.
    if CLibrary.close(number) == -1, errno != EINTR { throw Errno(code: errno) }
  }

  /// How something is opened; every way is close-on-exec.
  package enum Mode {
    /// A directory to list, not through a link.
    case directory
    /// A directory that the user names, by whatever links.
    case namedDirectory
    /// A directory only to go on from, which needs no permission to list it.
    case passage
    /// The same for one name that is no link.
    case passageWithoutLink
    /// A file to read, in a way that neither blocks nor takes a terminal, not through a link.
    case file
    /// Whatever the user names to be read, which may be a pipe; it is not waited for (`waitForWriter`).
    case input
    /// A device or a pipe to write to.
    case stream

    var flags: Int32 {
      switch self {
      case .directory: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      case .namedDirectory: O_RDONLY | O_DIRECTORY | O_CLOEXEC
      case .passage: Self.pathOnly | O_DIRECTORY | O_CLOEXEC
      case .passageWithoutLink: Self.pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      case .file: O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      case .input: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      case .stream: O_WRONLY | O_NOCTTY | O_CLOEXEC
      }
    }

    // Linux's O_PATH; the modules do not import it. Its value is the same on all that Swift runs on.
    #if os(Linux)
      private static let pathOnly: Int32 = 0o10_000_000
    #else
      private static let pathOnly = O_RDONLY
    #endif
  }

  /// Opens a path relative to a directory, or to the working directory of the process.
  package static func open(
    _ path: [UInt8], at base: Descriptor?, _ mode: Mode
  ) throws(Errno) -> Descriptor {
    Descriptor(owning: try base.call(path) { openat($0, $1, mode.flags) })
  }

  /// The same directory once more, to be listed or locked for oneself.
  package func reopened() throws(Errno) -> Descriptor {
    try Descriptor.open([UInt8(ascii: ".")], at: self, .directory)
  }

  /// Takes over the descriptor that a system call makes.
  static func open(_ call: () -> Int32) throws(Errno) -> Descriptor {
    Descriptor(owning: try retrying(call))
  }

  /// Makes a file that was not there, to write it, with what the user's mask leaves of the permissions.
  static func create(
    _ name: [UInt8], at directory: Descriptor, permissions: UInt32
  ) throws(Errno) -> Descriptor {
    Descriptor(
      owning: try Optional(directory).call(name) {
        openat($0, $1, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(permissions))
      })
  }

  /// The standard input of the process.
  package static func standardInput() throws(Errno) -> Descriptor {
    Descriptor(owning: try retrying { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) })
  }

  /// What the disk tells of what is open.
  package func status() throws(Errno) -> FileStatus {
    var status = stat()
    _ = try call { fstat($0, &status) }
    return FileStatus(status)
  }

  /// Which file or directory it is that is open.
  package func identity() throws(Errno) -> FileIdentity {
    var status = stat()
    _ = try call { fstat($0, &status) }
    return FileIdentity(status)
  }

  /// What the disk tells of what stands at a path.
  package static func status(
    of path: [UInt8], at base: Descriptor?, followingLinks: Bool = false
  ) throws(Errno) -> FileStatus {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try base.call(path) { fstatat($0, $1, &status, flags) }
    return FileStatus(status)
  }

  /// The path from the machine's root to what a path of the process leads to, without links (realpath(3)).
  package static func physicalPath(of path: [UInt8]) throws(Errno) -> [UInt8] {
    guard let found = path.withCString({ realpath($0, nil) }) else { throw Errno(code: errno) }
    defer { free(found) }
    return Array(cString: found)
  }

  /// The target of a link as written.
  package static func target(of path: [UInt8], at base: Descriptor?) throws(Errno) -> [UInt8] {
    var capacity = 256
    while true {
      var target = [UInt8](repeating: 0, count: capacity)
      let length = try base.call(path) { number, path in
        target.withUnsafeMutableBytes { buffer in
          buffer.withMemoryRebound(to: CChar.self) { chars in
            chars.baseAddress.map { readlinkat(number, path, $0, chars.count) } ?? -1
          }
        }
      }
      if length < capacity { return Array(target.prefix(length)) }
      capacity *= 4
    }
  }

  // The number outlives the last use of the object unless the object is held on to.
  @discardableResult
  func call<Result: SignedInteger>(_ body: (Int32) -> Result) throws(Errno) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try retrying { body(number) }
  }
}

extension Optional where Wrapped == Descriptor {
  @discardableResult
  func call<Result: SignedInteger>(
    _ path: [UInt8], _ body: (Int32, UnsafePointer<CChar>) -> Result
  ) throws(Errno) -> Result {
    defer { withExtendedLifetime(self) {} }
    let number = self?.number ?? AT_FDCWD
    return try retrying(path) { body(number, $0) }
  }
}
