/// An entry of a directory.
package struct DirectoryEntry: Sendable {
  package let name: FileName
  /// The kind, without following links; nil if the file system does not report it.
  package let kind: FileKind?
  /// The inode, unless a file system is mounted there.
  package let inode: UInt64
}

extension Descriptor {
  package func isDeleted(_ status: FileStatus) throws(Errno) -> Bool {
    // Some file systems report no link count, so also check that `.` is missing.
    guard status.linkCount == 0 else { return false }
    return try present(reopened().entries(withDots: true))?.isEmpty ?? true
  }

  /// The entries in disk order, without `.` and `..` unless `withDots`.
  package func entries(withDots: Bool = false) throws(Errno) -> [DirectoryEntry] {
    // After an earlier listing the offset is at the end.
    _ = try call { lseek($0, 0, SEEK_SET) }
    // The stream owns the descriptor it is given.
    let duplicate = try call { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(duplicate) else {
      let code = errno
      close(duplicate)
      throw Errno(code: code)
    }
    defer { closedir(stream) }
    // A record may be shorter than the structure, so the name is read in place.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    var entries: [DirectoryEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == EINTR { continue }
        guard errno == 0 else { throw Errno(code: errno) }
        return entries
      }
      let start = UnsafeRawPointer(entry).advanced(by: offset)
      let name = FileName(cString: start.assumingMemoryBound(to: CChar.self))
      if !withDots, name.isDot || name.isDotDot { continue }
      entries.append(
        DirectoryEntry(
          name: name, kind: FileKind(directoryType: entry.pointee.d_type),
          inode: UInt64(truncatingIfNeeded: entry.pointee.d_ino)))
    }
  }
}
