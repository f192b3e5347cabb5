import Synchronization
import SystemCalls

/// Takes away what killed writers left in the directories that another writer comes by.
///
/// Where the lock of such a directory is to be had, nobody uses it any more; where it is not, whoever has it
/// has cleared.
final class LitterSweep: ReadingObserver {
  private let observer: (any ReadingObserver)?
  private let seen = Mutex<Set<FileIdentity>>([])

  /// `observer` is told of everything as well.
  init(_ observer: (any ReadingObserver)?) { self.observer = observer }

  func opened(_ directory: Directory) { observer?.opened(directory) }

  func changed(_ directory: Directory) { observer?.changed(directory) }

  func listed(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool {
    _ = seen.withLock { $0.insert(directory.identity) }
    let isElsewise = observer?.listed(directory, entries) ?? false
    return sweep(directory, entries) || isElsewise
  }

  /// A directory may be come by for the sake of one file in it, which a link leads to.
  func opened(
    file: Descriptor, _ identity: FileIdentity, _ name: FileName, in directory: Directory
  ) {
    if seen.withLock({ $0.insert(directory.identity).inserted }) {
      let listed = try? directory.descriptor.reopened()
      if let entries = try? listed?.entries() { _ = sweep(directory, entries) }
    }
    observer?.opened(file: file, identity, name, in: directory)
  }

  /// Says whether the directory may hold less now.
  private func sweep(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool {
    guard entries.contains(where: \.mayBeLitter),
      // It is in nobody's way where it cannot be taken away.
      (try? DirectoryLock.take(directory.descriptor, .inTree(directory.path), .none)) != nil
    else { return false }
    observer?.changed(directory)
    return true
  }
}

extension Folder {
  /// A root with the names that it holds by now, for who writes: what killed writers left in directories
  /// that are come by from here goes.
  package func forWriting() throws(FileError) -> Folder {
    let root = Directory(
      root: directory.descriptor, identity: directory.identity,
      observer: LitterSweep(directory.observer))
    return try Folder(root: root)
  }
}

extension DirectoryEntry {
  /// Whether it looks like what a killed writer left.
  var mayBeLitter: Bool {
    (kind == nil || kind == .regular) && TemporaryName.isLitter(name)
  }
}
