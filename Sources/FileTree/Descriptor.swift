#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file descriptor, closed with its last reference.
final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  // Not retried: after EINTR the descriptor is gone, and its number may be somebody else's.
  deinit { if number >= 0 { close(number) } }

  /// How something is opened; every way is close-on-exec.
  enum Mode {
    /// A directory to list, not through a link.
    case directory
    /// A directory that the user names, by whatever links.
    case namedDirectory
    /// A directory only to go on from, which needs no permission to list it.
    case passage
    /// A file to read, in a way that neither blocks nor takes a terminal, not through a link.
    case file

    var flags: Int32 {
      switch self {
      case .directory: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      case .namedDirectory: O_RDONLY | O_DIRECTORY | O_CLOEXEC
      case .passage: Self.pathOnly | O_DIRECTORY | O_CLOEXEC
      case .file: O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      }
    }

    // Linux's O_PATH; the modules do not import it. Its value is the same on all that Swift runs on.
    #if os(Linux)
      private static let pathOnly: Int32 = 0o10_000_000
    #else
      private static let pathOnly = O_RDONLY
    #endif
  }

  static func open(_ path: [UInt8], at base: Int32, _ mode: Mode) throws(Errno) -> Descriptor {
    Descriptor(owning: try retrying(path) { openat(base, $0, mode.flags) })
  }

  func status() throws(Errno) -> FileStatus {
    var status = stat()
    _ = try retrying { fstat(number, &status) }
    return FileStatus(status)
  }

  static func status(
    of path: [UInt8], at base: Int32, followingLinks: Bool = false
  ) throws(Errno) -> FileStatus {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try retrying(path) { fstatat(base, $0, &status, flags) }
    return FileStatus(status)
  }

  /// The target of a link as written.
  static func target(of path: [UInt8], at base: Int32) throws(Errno) -> [UInt8] {
    var capacity = 256
    while true {
      var target = [UInt8](repeating: 0, count: capacity)
      let length = try retrying(path) { path in
        target.withUnsafeMutableBytes { buffer in
          buffer.withMemoryRebound(to: CChar.self) { chars in
            chars.baseAddress.map { readlinkat(base, path, $0, chars.count) } ?? -1
          }
        }
      }
      if length < capacity { return Array(target.prefix(length)) }
      capacity *= 4
    }
  }
}
