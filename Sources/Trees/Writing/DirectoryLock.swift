import SystemCalls

extension Directory {
  /// Removes drafts of killed writers. If the directory's lock is free, no process uses them; otherwise its holder
  /// has cleared them.
  func clearDrafts() {
    // Drafts that cannot be removed do no harm.
    if descriptor.mayHoldDrafts { _ = try? DirectoryLock(descriptor, .inTree(path), .none) }
  }
}

extension Folder {
  /// The root listed again, for a writer that removes drafts of killed writers.
  package func forWriting() throws(FileError) -> Folder {
    let root = Directory(
      root: directory.descriptor, identity: directory.identity, observer: directory.observer,
      clearsDrafts: true)
    return try Folder(root, path: [], parent: nil)
  }
}

extension Descriptor {
  var mayHoldDrafts: Bool {
    let entries = try? entries()
    return entries?.contains { entry in
      (entry.kind == nil || entry.kind == .regular) && TemporaryName.isDraft(entry.name)
    } ?? false
  }
}

/// A writer's lock on a directory (flock). The kernel releases it if the writer is killed; readers need no lock.
final class DirectoryLock: Sendable {
  /// A separate open file description, whose closing releases the lock.
  let descriptor: Descriptor
  let identity: FileIdentity

  /// Waits until the lock is free, and removes drafts of killed writers.
  init(
    _ directory: Descriptor, _ place: FilePlace, _ lockTimeout: LockTimeout
  ) throws(FileError) {
    descriptor = try about(place, try directory.reopened())
    identity = try about(place, try descriptor.status().identity)
    while true {
      do throws(Errno) {
        if try descriptor.lock() { break }
      } catch {
        // Some file systems have no locks, and NFS refuses them on descriptors open for reading (EBADF).
        throw FileError(place, .cannotLock(error))
      }
      try lockTimeout.wait(for: place)
    }
    try about(place, try TemporaryName.clear(in: descriptor))
  }
}
