import SystemCalls

/// The right to write in directories of a tree, which one process at a time has: all of it is had, in
/// one order, before anything is read, so that two writers never wait for each other.
///
/// Where a file is a link, the directory in which it really lies is locked, too.
package final class FolderLock: Sendable {
  private static let attempts = 100

  /// The directories with what they hold now that nobody else writes in them, in the order asked for.
  package let folders: [Folder]
  let locks: [FileIdentity: DirectoryLock]

  /// Waits for its turn in all of the directories. A directory that was asked for only counts; its
  /// descriptor stays open with the lock.
  package init(
    _ folders: [Folder], _ patience: LockPatience = LockPatience()
  ) throws(FileError) {
    var asked = folders
    for _ in 0..<Self.attempts {
      let wanted = Self.directories(asked)
      var locks: [FileIdentity: DirectoryLock] = [:]
      for directory in wanted.values.sorted(by: { $0.identity.precedes($1.identity) }) {
        let lock = try DirectoryLock.take(
          directory.descriptor, .inTree(directory.path), patience)
        locks[lock.identity] = lock
      }
      // A link may lead elsewhere since it was seen.
      asked = try asked.map { (folder) throws(FileError) in try folder.relisted() }
      if Self.directories(asked).keys.allSatisfy({ locks[$0] != nil }) {
        self.folders = asked
        self.locks = locks
        return
      }
    }
    throw FileError(.inTree(folders.first?.path ?? []), .changedMeanwhile)
  }

  /// The directories themselves, and those in which files lie that links in them lead to. What is wrong
  /// with a link is told when it is read.
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

  /// Reads a file of one of the directories, also through a link that stays in the tree, as what a write
  /// is based on.
  package func read(_ name: FileName, in folder: Folder) throws(FileError) -> FileSnapshot {
    FileSnapshot(name, in: folder, try opened(name, in: folder))
  }

  /// Nil where there is none.
  func opened(_ name: FileName, in folder: Folder) throws(FileError) -> Folder.OpenedFile? {
    let place = folder.place(of: name)
    guard name.isComponent else { throw FileError(place, .notAName) }
    return try existing(folder.end(of: name)).map { (end) throws(FileError) in
      try folder.opened(end, place)
    }
  }
}
