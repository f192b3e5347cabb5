import SystemCalls

/// Locks of several directories, taken in a fixed order before anything is read, to avoid deadlocks.
/// The directories of linked files are locked, too.
package final class FolderLock: Sendable {
  private static let attempts = 100

  /// The directories as listed after locking, in the given order.
  package let folders: [Folder]
  let locks: [FileIdentity: DirectoryLock]

  /// Waits for all locks, including those of linked files. The descriptors stay open with the lock.
  package init(
    _ folders: [Folder], _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(FileError) {
    var asked = folders
    for _ in 0..<Self.attempts {
      let wanted = Self.directories(asked)
      var locks: [FileIdentity: DirectoryLock] = [:]
      for directory in wanted.values.sorted(by: { $0.identity.precedes($1.identity) }) {
        let lock = try DirectoryLock(directory.descriptor, .inTree(directory.path), lockTimeout)
        locks[lock.identity] = lock
      }
      // A link may have changed since it was read.
      asked = try asked.map { (folder) throws(FileError) in try folder.relisted() }
      if Self.directories(asked).keys.allSatisfy({ locks[$0] != nil }) {
        self.folders = asked
        self.locks = locks
        return
      }
    }
    throw FileError(.inTree(folders.first?.path ?? []), .changedMeanwhile)
  }

  /// The directories, and those of files that their links lead to. Errors of links are reported when they are read.
  private static func directories(_ folders: [Folder]) -> [FileIdentity: Directory] {
    var directories: [FileIdentity: Directory] = [:]
    for folder in folders {
      directories[folder.directory.identity] = folder.directory
      for entry in folder.possibleLinks where !entry.name.isHidden {
        guard
          case .entry(let directory, _, let status)? = try? folder.directory.end(of: entry.name),
          status.kind == .regular
        else { continue }
        directories[directory.identity] = directory
      }
    }
    return directories
  }

  /// Reads a file as the basis of a write, following links inside the tree.
  package func read(_ name: FileName, in folder: Folder) throws(FileError) -> FileSnapshot {
    FileSnapshot(name, in: folder, try opened(name, in: folder))
  }

  func opened(_ name: FileName, in folder: Folder) throws(FileError) -> Directory.OpenedFile? {
    let place = folder.place(of: name)
    guard name.isComponent else { throw FileError(place, .notAName) }
    guard let end = try existing(folder.directory.end(of: name)) else { return nil }
    let (directory, last, status) = try end.file(place)
    return try directory.open(last, status, place)
  }

  /// Writes all files or none. Each is replaced atomically; after an error, replaced files are restored.
  /// Skips files that already have the bytes; throws `changedMeanwhile` for a file changed since it was read.
  ///
  /// A kill or power cut between two files leaves some old and some new, each complete. SIGTERM is deferred.
  ///
  /// `basis`, if given, must be unchanged before the first replacement and after the last.
  @discardableResult
  package func write(
    _ changes: [FileChange], basedOn basis: ReadingRecord? = nil
  ) throws(FileError) -> [FileWrite] {
    try refuseRepetition(changes)
    return try SignalBlock.during { () throws(FileError) in
      let replacements = try changes.map { (change) throws(FileError) in
        change.changesNothing ? nil : try draft(change)
      }
      do throws(FileError) {
        try basis?.confirm([])
        // A file with several hard links may be written under two names: the second changes by the first.
        var parted: Set<FileIdentity> = []
        for (change, replacement) in zip(changes, replacements) {
          guard let replacement else { continue }
          let identity = change.snapshot.status?.identity
          let hasOtherLinks = identity.map { !parted.insert($0).inserted } ?? false
          try replacement.install(old: unchanged(change.snapshot, hasOtherLinks: hasOtherLinks))
        }
        try basis?.confirm(changes)
        try syncDirectories(of: changes)
      } catch {
        try restore(replacements)
        // The old files were already on disk, so this error loses nothing.
        try? syncDirectories(of: changes)
        throw error
      }
      return zip(changes, replacements).map { change, replacement in
        guard let replacement else { return .untouched }
        return FileWrite(replacing: change.snapshot.status, keepsOwner: replacement.keepsOwner)
      }
    }
  }

  private func draft(_ change: FileChange) throws(FileError) -> FileReplacement {
    let snapshot = change.snapshot
    let former = try unchanged(snapshot)
    return try FileReplacement(
      of: snapshot.ownName, in: lock(of: snapshot).descriptor, snapshot.place, locked: true,
      former: former, change.bytes)
  }

  /// The file read again, including its bytes: timestamps are too coarse to show every change.
  private func unchanged(
    _ snapshot: FileSnapshot, hasOtherLinks: Bool = false
  ) throws(FileError) -> FileReplacement.OldFile? {
    let file: Directory.OpenedFile?
    do throws(FileError) { file = try opened(snapshot.name, in: snapshot.folder) } catch {
      if case .system = error.kind { throw error }
      throw FileError(snapshot.place, .changedMeanwhile)
    }
    let now = FileSnapshot(snapshot.name, in: snapshot.folder, file)
    guard now.isStill(snapshot, ignoringLinkChanges: hasOtherLinks) else {
      throw FileError(snapshot.place, .changedMeanwhile)
    }
    return file.map {
      FileReplacement.OldFile(descriptor: $0.descriptor, status: $0.status, bytes: $0.bytes)
    }
  }

  /// Restores as many files as possible and throws the first error.
  private func restore(_ replacements: [FileReplacement?]) throws(FileError) {
    var failure: FileError?
    for replacement in replacements.reversed() {
      do throws(FileError) { try replacement?.restore() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func syncDirectories(of changes: [FileChange]) throws(FileError) {
    var synced: Set<FileIdentity> = []
    for change in changes where !change.changesNothing {
      let lock = try lock(of: change.snapshot)
      guard synced.insert(lock.identity).inserted else { continue }
      try about(change.snapshot.place, try lock.descriptor.sync())
    }
  }

  /// The lock of the directory that contains the file; missing if a link was created after locking.
  private func lock(of snapshot: FileSnapshot) throws(FileError) -> DirectoryLock {
    guard let lock = locks[snapshot.holder] else {
      throw FileError(snapshot.place, .changedMeanwhile)
    }
    return lock
  }

  private func refuseRepetition(_ changes: [FileChange]) throws(FileError) {
    var places: [FileIdentity: [FileName: FilePlace]] = [:]
    for change in changes {
      let snapshot = change.snapshot
      if let other = places[snapshot.holder, default: [:]]
        .updateValue(snapshot.place, forKey: snapshot.ownName)
      {
        throw FileError(snapshot.place, .sameFile(as: other))
      }
    }
  }
}
