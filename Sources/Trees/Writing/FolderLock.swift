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
        let lock = try DirectoryLock.take(
          directory.descriptor, .inTree(directory.path), lockTimeout)
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
      for entry in folder.entries where entry.kind == nil || entry.kind == .link {
        guard !entry.name.isHidden,
          case .entry(let directory, _, let status)? = try? folder.end(of: entry.name),
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

  func opened(_ name: FileName, in folder: Folder) throws(FileError) -> Folder.OpenedFile? {
    let place = folder.place(of: name)
    guard name.isComponent else { throw FileError(place, .notAName) }
    return try existing(folder.end(of: name)).map { (end) throws(FileError) in
      try folder.opened(end, place)
    }
  }
}
