import SystemCalls

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
