import Synchronization

/// An open file descriptor, closed with its last reference.
package final class Descriptor: Sendable {
  let number: Int32
  private let isClosed = Atomic(false)
  /// Whether it is a directory that was listed, so that its offset is not at the start.
  let wasListed = Atomic(false)

  private init(owning number: Int32) { self.number = number }

  deinit { if !isClosed.load(ordering: .relaxed) { _ = SystemCalls.close(number) } }

  /// Closes it now, to report errors that only close(2) returns.
  package func closeNow() throws(Errno) {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    // Not retried: after EINTR the descriptor is closed, and another thread may own its number.
    if SystemCalls.close(number) == -1, errno != EINTR { throw Errno(code: errno) }
  }

  /// How a path is opened; all modes are close-on-exec.
  package struct Mode {
    let flags: Int32

    private init(_ flags: Int32) { self.flags = flags | O_CLOEXEC }

    /// A directory to list; fails for a link.
    package static var directory: Mode { Mode(O_RDONLY | O_DIRECTORY | O_NOFOLLOW) }
    /// A directory to list; follows links.
    package static var directoryThroughLinks: Mode { Mode(O_RDONLY | O_DIRECTORY) }
    /// A directory to traverse without permission to list it.
    package static var traversal: Mode { Mode(pathOnly | O_DIRECTORY) }
    /// A single directory to traverse; fails for a link.
    package static var traversalWithoutLink: Mode { Mode(pathOnly | O_DIRECTORY | O_NOFOLLOW) }
    /// A file to read; fails for a link, and neither blocks nor acquires a terminal.
    package static var file: Mode { Mode(O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) }
    /// Any input that the user names, such as a pipe. Does not block: see `waitForWriter`.
    package static var input: Mode { Mode(O_RDONLY | O_NONBLOCK | O_NOCTTY) }
    package static var stream: Mode { Mode(O_WRONLY | O_NOCTTY) }

    // O_PATH, which the Glibc module does not import. Its value is the same on all of Swift's platforms.
    #if os(Linux)
      private static let pathOnly: Int32 = 0o10_000_000
    #else
      private static let pathOnly = O_RDONLY
    #endif
  }

  package static func open(
    _ path: [UInt8], at base: Descriptor?, _ mode: Mode
  ) throws(Errno) -> Descriptor {
    Descriptor(owning: try base.call(path) { openat($0, $1, mode.flags) })
  }

  /// Opens this directory again, with its own offset and lock.
  package func reopened() throws(Errno) -> Descriptor {
    try Descriptor.open([UInt8(ascii: ".")], at: self, .directory)
  }

  static func open(_ call: () -> Int32) throws(Errno) -> Descriptor {
    Descriptor(owning: try retrying(call))
  }

  package static func create(
    _ name: [UInt8], at directory: Descriptor, permissions: UInt32
  ) throws(Errno) -> Descriptor {
    Descriptor(
      owning: try Optional(directory).call(name) {
        openat($0, $1, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(permissions))
      })
  }

  package static func standardInput() throws(Errno) -> Descriptor {
    Descriptor(owning: try retrying { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) })
  }

  package func status() throws(Errno) -> FileStatus {
    var status = stat()
    _ = try call { fstat($0, &status) }
    return FileStatus(status)
  }

  package func identity() throws(Errno) -> FileIdentity { try status().identity }

  package static func status(
    of path: [UInt8], at base: Descriptor?, followingLinks: Bool = false
  ) throws(Errno) -> FileStatus {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try base.call(path) { fstatat($0, $1, &status, flags) }
    return FileStatus(status)
  }

  package static func physicalPath(of path: [UInt8]) throws(Errno) -> [UInt8] {
    guard let found = path.withCString({ realpath($0, nil) }) else { throw Errno(code: errno) }
    defer { free(found) }
    return Array(cString: found)
  }

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

  // Keeps the descriptor open until the call returns.
  @discardableResult
  func call<Result: SignedInteger>(_ body: (Int32) -> Result) throws(Errno) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try retrying { body(number) }
  }

  /// Up to `count` bytes from the current offset; fewer only at the end of the file.
  /// Stops after `size` bytes without another read.
  package func bytes(upTo count: Int, size: Int = 0) throws(Errno) -> [UInt8] {
    // Uninitialized, since clearing the memory first would write it twice.
    try [UInt8](unsafeUninitializedCapacity: count) { (buffer, filled) throws(Errno) in
      guard let start = buffer.baseAddress else { return }
      while filled < count {
        // Linux transfers at most 2 GiB per call and macOS refuses more; `count` is far smaller.
        let length = try call { SystemCalls.read($0, start + filled, count - filled) }
        filled += length
        if length == 0 || filled == size { return }
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(Errno) {
    // Keeps the descriptor open until the call returns.
    defer { withExtendedLifetime(self) {} }
    try OpenStream(number).write(bytes)
  }

  package func sync() throws(Errno) {
    #if canImport(Darwin)
      // On macOS, fsync leaves data in the drive's cache.
      let isDone = try present(
        call { fcntl($0, F_FULLFSYNC) }, unless: { [EINVAL, ENOTSUP, ENOTTY].contains($0.code) })
      if isDone != nil { return }
    #endif
    // Some file systems do not support fsync.
    _ = try present(
      call { fsync($0) }, unless: { $0.code == EINVAL || $0.code == ENOTSUP })
  }

  package func lock() throws(Errno) -> Bool {
    try present(call { flock($0, LOCK_EX | LOCK_NB) }, unless: { $0.code == EWOULDBLOCK }) != nil
  }

  package static func rename(
    _ name: FileName, to other: FileName, in directory: Descriptor
  ) throws(Errno) {
    try Optional(directory).call(name) { number, name in
      other.withCString { renameat(number, name, number, $0) }
    }
  }

  package static func link(
    _ name: FileName, as other: FileName, in directory: Descriptor
  ) throws(Errno) {
    try Optional(directory).call(name) { number, name in
      other.withCString { linkat(number, name, number, $0, 0) }
    }
  }

  package static func unlink(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { unlinkat($0, $1, 0) }
  }

  /// Returns false if the name exists.
  package static func makeDirectory(
    _ name: FileName, in directory: Descriptor, permissions: UInt32 = 0o777
  ) throws(Errno) -> Bool {
    try present(
      Optional(directory).call(name) { mkdirat($0, $1, mode_t(permissions)) },
      unless: { $0 == .exists }) != nil
  }

  package static func removeDirectory(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { unlinkat($0, $1, AT_REMOVEDIR) }
  }

  /// Fails unless the user may write the existing file, which a rename does not check.
  package static func requireWritable(
    _ name: FileName, in directory: Descriptor
  ) throws(Errno) {
    try Optional(directory).call(name) { faccessat($0, $1, W_OK, AT_EACCESS) }
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
