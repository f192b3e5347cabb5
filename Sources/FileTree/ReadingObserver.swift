import SystemCalls

/// Is told of every directory and file of a tree that is opened, before anything of it is read; the
/// descriptor is open for as long as that takes.
package protocol ReadingObserver: AnyObject, Sendable {
  /// A directory was opened, or is about to be listed once more.
  func opened(_ directory: Directory)

  /// A directory was listed; says whether it may hold something else since then.
  func listed(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool

  func opened(file: Descriptor, _ identity: FileIdentity, _ name: FileName, in: Directory)

  /// This process itself has changed what a directory holds.
  func changed(_ directory: Directory)
}

extension ReadingObserver {
  package func listed(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool { false }

  package func changed(_ directory: Directory) {}
}
