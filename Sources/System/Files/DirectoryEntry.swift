import CLibrary

/// One name that a directory holds, with what listing tells of it without a further call.
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
    // Where it cannot be set back for whoever lists this directory once more there would seem to be nothing.
    if wasListed.exchange(true, ordering: .relaxed) { _ = try call { lseek($0, 0, SEEK_SET) } }
    var entries: [DirectoryEntry] = []
    try forEachEntry { start, type, inode in
      let dot = CChar(bitPattern: UInt8(ascii: "."))
      if !withDots, start[0] == dot, start[1] == 0 || start[1] == dot && start[2] == 0 { return }
      entries.append(
        DirectoryEntry(
          name: FileName(cString: start), kind: FileKind(directoryType: type), inode: inode))
    }
    return entries
  }

  /// Calls `body` with the name, the type and the number that each record holds.
  #if os(Linux)
    private func forEachEntry(
      _ body: (UnsafePointer<CChar>, UInt8, UInt64) -> Void
    ) throws(Errno) {
      // A stream over a duplicate would cost six calls more. For few names no memory is asked for.
      var end = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) {
        readEntries(into: $0, body)
      }
      if !end.isReached {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 8)
        defer { room.deallocate() }
        while !end.isReached { end = readEntries(into: room, body) }
      }
      if let error = end.error { throw error }
    }

    /// Does so until there are no more, or it fails, or more room would take more names at once.
    private func readEntries(
      into room: UnsafeMutableRawBufferPointer,
      _ body: (UnsafePointer<CChar>, UInt8, UInt64) -> Void
    ) -> (isReached: Bool, error: Errno?) {
      let first = room.baseAddress.unsafelyUnwrapped
      while true {
        let length: Int
        do throws(Errno) { length = try call { getdents64($0, first, room.count) } } catch {
          // So the kernel says of a directory that is gone; in that there is nothing.
          return (true, error == .notFound ? nil : error)
        }
        if length <= 0 { return (true, nil) }
        // getdents64(2): number, offset, length of the record, type, name.
        var record = 0
        while record < length {
          let start = first + record
          body(
            (start + 19).assumingMemoryBound(to: CChar.self),
            start.load(fromByteOffset: 18, as: UInt8.self), start.load(as: UInt64.self))
          record += Int(start.load(fromByteOffset: 16, as: UInt16.self))
        }
        // No record is longer.
        if room.count - length < 280 { return (false, nil) }
      }
    }
  #else
    private func forEachEntry(
      _ body: (UnsafePointer<CChar>, UInt8, UInt64) -> Void
    ) throws(Errno) {
      // The stream takes over the descriptor that it is given.
      let duplicate = try call { fcntl($0, F_DUPFD_CLOEXEC, 0) }
      guard let stream = fdopendir(duplicate) else {
        let code = errno
        close(duplicate)
        throw Errno(code: code)
      }
      var isOpen = true
      defer { if isOpen { closedir(stream) } }
      // A record is shorter than the type says, so the name is read where it lies and never copied with the
      // whole structure.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      while true {
        errno = 0
        guard let entry = readdir(stream) else {
          let code = errno
          if code == EINTR { continue }
          guard code == 0 else { throw Errno(code: code) }
          isOpen = false
          // Not again: after EINTR the descriptor is gone.
          if closedir(stream) == -1, errno != EINTR { throw Errno(code: errno) }
          return
        }
        let start = UnsafeRawPointer(entry).advanced(by: offset)
        body(
          start.assumingMemoryBound(to: CChar.self), entry.pointee.d_type,
          UInt64(truncatingIfNeeded: entry.pointee.d_ino))
      }
    }
  #endif
}
