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

  #if os(Linux)
    private func forEachEntry(
      _ body: (UnsafePointer<CChar>, UInt8, UInt64) -> Void
    ) throws(Errno) {
      // Six calls of a listing less than fdopendir(3): "check of 11,111 directories" makes 89,000 instead of 156,000.
      // Small directories fit on the stack.
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

    /// Reads until the end, an error, or a call that a larger buffer would have filled further.
    private func readEntries(
      into room: UnsafeMutableRawBufferPointer,
      _ body: (UnsafePointer<CChar>, UInt8, UInt64) -> Void
    ) -> (isReached: Bool, error: Errno?) {
      let first = room.baseAddress.unsafelyUnwrapped
      while true {
        let length: Int
        do throws(Errno) { length = try call { getdents64($0, first, room.count) } } catch {
          // ENOENT: the directory was deleted, so it is empty.
          return (true, error == .notFound ? nil : error)
        }
        if length <= 0 { return (true, nil) }
        // getdents64(2): inode, offset, record length, type, name.
        var record = 0
        while record < length {
          let start = first + record
          body(
            (start + 19).assumingMemoryBound(to: CChar.self),
            start.load(fromByteOffset: 18, as: UInt8.self), start.load(as: UInt64.self))
          record += Int(start.load(fromByteOffset: 16, as: UInt16.self))
        }
        // The longest record is 280 bytes.
        if room.count - length < 280 { return (false, nil) }
      }
    }
  #else
    private func forEachEntry(
      _ body: (UnsafePointer<CChar>, UInt8, UInt64) -> Void
    ) throws(Errno) {
      // The stream owns the descriptor it is given.
      let duplicate = try call { fcntl($0, F_DUPFD_CLOEXEC, 0) }
      guard let stream = fdopendir(duplicate) else {
        let code = errno
        close(duplicate)
        throw Errno(code: code)
      }
      var isOpen = true
      defer { if isOpen { closedir(stream) } }
      // A record may be shorter than the structure, so the name is read in place.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      while true {
        errno = 0
        guard let entry = readdir(stream) else {
          let code = errno
          if code == EINTR { continue }
          guard code == 0 else { throw Errno(code: code) }
          isOpen = false
          // Not retried: after EINTR the descriptor is closed.
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
