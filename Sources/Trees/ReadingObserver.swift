import SystemCalls

/// Observes every directory and file that is opened, before it is read; the descriptor stays open meanwhile.
package protocol ReadingObserver: AnyObject, Sendable {
  func opened(_ directory: Directory)

  /// A directory was listed; returns whether it must be listed again.
  func listed(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool

  func opened(file: Descriptor, _ identity: FileIdentity, _ name: FileName, in: Directory)
  func changed(_ directory: Directory)
}

extension ReadingObserver {
  package func listed(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool { false }

  package func changed(_ directory: Directory) {}
}
