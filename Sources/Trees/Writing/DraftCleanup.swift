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
    // Drafts that cannot be removed do no harm.
    entries.contains(where: \.mayBeDraft)
      && (try? DirectoryLock.take(directory.descriptor, .inTree(directory.path), .none)) != nil
  }
}

extension Folder {
  /// The root listed again, for a writer that removes drafts of killed writers.
  package func forWriting() throws(FileError) -> Folder {
    let root = Directory(
      root: directory.descriptor, identity: directory.identity,
      observer: DraftCleanup(directory.observer))
    return try Folder(root, path: [], parent: nil)
  }
}

extension DirectoryEntry {
  var mayBeDraft: Bool {
    (kind == nil || kind == .regular) && TemporaryName.isDraft(name)
  }
}

/// A writer's lock on a directory (flock). The kernel releases it if the writer is killed; readers need no lock.
final class DirectoryLock: Sendable {
  /// A separate open file description, whose closing releases the lock.
  let descriptor: Descriptor
  let identity: FileIdentity

  private init(_ descriptor: Descriptor, _ identity: FileIdentity) {
    self.descriptor = descriptor
    self.identity = identity
  }

  static func take(
    _ directory: Descriptor, _ place: FilePlace, _ lockTimeout: LockTimeout
  ) throws(FileError) -> DirectoryLock {
    let (descriptor, identity) = try about(place) { () throws(Errno) in
      let descriptor = try directory.reopened()
      return (descriptor, try descriptor.status().identity)
    }
    var isBusy: Bool
    repeat {
      do throws(Errno) { isBusy = try !descriptor.lock() } catch {
        // Some file systems have no locks, and NFS refuses them on descriptors open for reading (EBADF).
        throw FileError(place, .cannotLock(error))
      }
      if isBusy, !lockTimeout.waits(for: place) { throw lockTimeout.refusal(of: place) }
    } while isBusy
    try about(place, try TemporaryName.clear(in: descriptor))
    return DirectoryLock(descriptor, identity)
  }
}
