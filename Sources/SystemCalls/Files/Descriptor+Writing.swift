extension Descriptor {
  package func write(_ bytes: [UInt8]) throws(Errno) {
    // Keeps the descriptor open until the call returns.
    defer { withExtendedLifetime(self) {} }
    try OpenStream(number).write(bytes)
  }

  func setMode(_ mode: UInt32) throws(Errno) {
    _ = try call { fchmod($0, mode_t(truncatingIfNeeded: mode)) }
  }

  func setOwner(_ owner: UInt32?, group: UInt32) throws(Errno) {
    _ = try call { fchown($0, owner ?? .max, group) }
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

  static func rename(
    _ name: FileName, to other: FileName, in directory: Descriptor
  ) throws(Errno) {
    try two(name, other, in: directory) { renameat($0, $1, $0, $2) }
  }

  /// Adds a name to a file; fails if the name exists.
  static func link(
    _ name: FileName, as other: FileName, in directory: Descriptor
  ) throws(Errno) {
    try two(name, other, in: directory) { linkat($0, $1, $0, $2, 0) }
  }

  private static func two(
    _ name: FileName, _ other: FileName, in directory: Descriptor,
    _ body: (Int32, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(Errno) {
    try Optional(directory).call(name) { number, name in
      other.withCString { body(number, name, $0) }
    }
  }

  package static func unlink(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { unlinkat($0, $1, 0) }
  }

  package static func makeDirectory(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { mkdirat($0, $1, 0o777) }
  }

  package static func removeDirectory(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { unlinkat($0, $1, AT_REMOVEDIR) }
  }

  /// Fails unless the user may write the existing file, which a rename does not check.
  static func requireWritable(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { faccessat($0, $1, W_OK, AT_EACCESS) }
  }
}
