import CLibrary

/// One name that a directory holds, with what `readdir` tells of it without a further call.
package struct DirectoryEntry: Sendable {
  /// The name as the disk spells it.
  package let name: FileName
  /// What it is, links not followed; nil where the disk does not tell.
  package let kind: FileKind?
  /// Which file of its disk it is, unless something is mounted there.
  package let inode: UInt64
}

extension Descriptor {
  /// Whether this is a directory that was deleted while it was open.
  package func isDeleted(_ status: FileStatus) throws(Errno) -> Bool {
    // Some file systems count no links, so that it has to lack even `.`, which one that is there lists.
    guard status.linkCount == 0 else { return false }
    return try present(reopened().entries(withDots: true))?.isEmpty ?? true
  }

  /// All names in this directory, in the order of the disk, without `.` and `..` unless they are wanted.
  package func entries(withDots: Bool = false) throws(Errno) -> [DirectoryEntry] {
    // The stream takes over the descriptor that it is given; the duplicate shares the position,
    // so it is set back for whoever lists this directory once more. Where that fails there would seem to be
    // nothing, which rewinddir(3) does not tell.
    _ = try call { lseek($0, 0, SEEK_SET) }
    let duplicate = try call { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(duplicate) else {
      let code = errno
      close(duplicate)
      throw Errno(code: code)
    }
    var isOpen = true
    defer { if isOpen { closedir(stream) } }
    var entries: [DirectoryEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        if code == EINTR { continue }
        guard code == 0 else { throw Errno(code: code) }
        isOpen = false
        // Not again: after EINTR the descriptor is gone.
        if closedir(stream) == -1, errno != EINTR { throw Errno(code: errno) }
        return entries
      }
      let name = Self.name(of: entry)
      if !withDots, name.isDot || name.isDotDot { continue }
      entries.append(
        DirectoryEntry(
          name: name, kind: FileKind(directoryType: entry.pointee.d_type),
          inode: UInt64(truncatingIfNeeded: entry.pointee.d_ino)))
    }
  }

  // The record is shorter than the type says, so the name is read where it lies and never copied
  // with the whole structure.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> FileName {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry).advanced(by: offset)
    return FileName(cString: start.assumingMemoryBound(to: CChar.self))
  }
}
