import Synchronization
import SystemCalls

/// Removes drafts of killed writers from the directories that another writer reads.
/// If the directory's lock is free, no process uses them; otherwise its holder has cleared them.
final class DraftCleanup: ReadingObserver {
  private let observer: (any ReadingObserver)?
  private let seen = Mutex<Set<FileIdentity>>([])

  init(_ observer: (any ReadingObserver)?) { self.observer = observer }

  func opened(_ directory: Directory) { observer?.opened(directory) }

  func changed(_ directory: Directory) { observer?.changed(directory) }

  func listed(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool {
    _ = seen.withLock { $0.insert(directory.identity) }
    let isElsewise = observer?.listed(directory, entries) ?? false
    return sweep(directory, entries) || isElsewise
  }

  /// A directory may be opened only for a file that a link leads to.
  func opened(
    file: Descriptor, _ identity: FileIdentity, _ name: FileName, in directory: Directory
  ) {
    if seen.withLock({ $0.insert(directory.identity).inserted }) {
      let listed = try? directory.descriptor.reopened()
      if let entries = try? listed?.entries() { _ = sweep(directory, entries) }
    }
    observer?.opened(file: file, identity, name, in: directory)
  }

  private func sweep(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool {
    guard entries.contains(where: \.mayBeDraft),
      // Drafts that cannot be removed do no harm.
      (try? DirectoryLock.take(directory.descriptor, .inTree(directory.path), .none)) != nil
    else { return false }
    observer?.changed(directory)
    return true
  }
}

extension Folder {
  /// The root listed again, for a writer that removes drafts of killed writers.
  package func forWriting() throws(FileError) -> Folder {
    let root = Directory(
      root: directory.descriptor, identity: directory.identity,
      observer: DraftCleanup(directory.observer))
    return try Folder(root: root)
  }
}

extension DirectoryEntry {
  var mayBeDraft: Bool {
    (kind == nil || kind == .regular) && TemporaryName.isDraft(name)
  }
}
