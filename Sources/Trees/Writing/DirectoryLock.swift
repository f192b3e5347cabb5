import SystemCalls

extension Directory {
  /// Removes drafts of killed writers. If the directory's lock is free, no process uses them; otherwise its holder
  /// has cleared them.
  func clearDrafts() {
    // Drafts that cannot be removed do no harm.
    if descriptor.mayHoldDrafts { _ = try? DirectoryLock.take(descriptor, .inTree(path), .none) }
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
