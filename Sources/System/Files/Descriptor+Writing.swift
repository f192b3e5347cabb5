import CLibrary

extension Descriptor {
  /// Writes all of the bytes.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    // The number outlives the last use of the object unless the object is held on to.
    defer { withExtendedLifetime(self) {} }
    try OpenStream(number).write(bytes)
  }

  func setMode(_ mode: UInt32) throws(Errno) {
    _ = try call { fchmod($0, mode_t(truncatingIfNeeded: mode)) }
  }

  /// Changes the group, and the owner unless it is nil.
  func setOwner(_ owner: UInt32?, group: UInt32) throws(Errno) {
    _ = try call { fchown($0, owner ?? .max, group) }
  }

  /// Waits until the disk has it.
  package func sync() throws(Errno) {
    #if canImport(Darwin)
      // There, fsync leaves it in the drive's own memory.
      let isDone = try present(
        call { fcntl($0, F_FULLFSYNC) }, unless: { [EINVAL, ENOTSUP, ENOTTY].contains($0.code) })
      if isDone != nil { return }
    #endif
    // Not every file system knows of it.
    _ = try present(
      call { fsync($0) }, unless: { $0.code == EINVAL || $0.code == ENOTSUP })
  }

  /// Takes the lock of an open directory; false if somebody else has it.
  package func lock() throws(Errno) -> Bool {
    try present(call { flock($0, LOCK_EX | LOCK_NB) }, unless: { $0.code == EWOULDBLOCK }) != nil
  }

  static func rename(
    _ name: FileName, to other: FileName, in directory: Descriptor
  ) throws(Errno) {
    try two(name, other, in: directory) { renameat($0, $1, $0, $2) }
  }

  /// Gives a file one more name, which nothing may have yet.
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

  /// Takes a name away, and the file with it if that has no other.
  package static func unlink(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { unlinkat($0, $1, 0) }
  }

  /// Makes a directory with what the user's mask leaves of all permissions.
  package static func makeDirectory(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { mkdirat($0, $1, 0o777) }
  }

  /// Takes away a directory that holds nothing.
  package static func removeDirectory(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { unlinkat($0, $1, AT_REMOVEDIR) }
  }

  /// Fails unless the user may write the file as it stands, whoever may replace it.
  static func demandWritable(_ name: FileName, in directory: Descriptor) throws(Errno) {
    try Optional(directory).call(name) { faccessat($0, $1, W_OK, AT_EACCESS) }
  }
}
