import SystemCalls

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

  /// The lock of a directory that has drafts, which taking it removes; nil if another process holds it, and then
  /// has removed them. Drafts that cannot be removed do no harm.
  static func clearingDrafts(in directory: Descriptor, _ place: FilePlace) -> DirectoryLock? {
    let hasDrafts = (try? directory.entries())?.contains { entry in
      (entry.kind == nil || entry.kind == .regular) && TemporaryName.isDraft(entry.name)
    }
    return hasDrafts == true ? try? DirectoryLock(directory, place, .none) : nil
  }
}

extension Directory {
  func clearDrafts() { _ = DirectoryLock.clearingDrafts(in: descriptor, .inTree(path)) }
}
