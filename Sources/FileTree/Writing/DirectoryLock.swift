import SystemCalls

/// The lock of one directory (flock), which one writer at a time has; the system takes it back when the
/// writer lets go of it, or is killed. Readers need none.
final class DirectoryLock: Sendable {
  /// A description of its own: closing it is what gives the lock back.
  let descriptor: Descriptor
  let identity: FileIdentity

  private init(_ descriptor: Descriptor, _ identity: FileIdentity) {
    self.descriptor = descriptor
    self.identity = identity
  }

  /// Takes the lock and clears what killed writers left; where somebody has it, waits for its turn.
  static func take(
    _ directory: Descriptor, _ place: FilePlace, _ patience: LockPatience
  ) throws(FileError) -> DirectoryLock {
    let (descriptor, identity) = try about(place) { () throws(Errno) in
      let descriptor = try directory.reopened()
      return (descriptor, try descriptor.status().identity)
    }
    var isBusy: Bool
    repeat {
      do throws(Errno) { isBusy = try !descriptor.lock() } catch {
        // Some file systems have no locks, or (NFS) none on what is only open for reading: EBADF.
        throw FileError(place, .cannotLock(error))
      }
      if isBusy, !patience.waits(for: place) { throw patience.refusal(of: place) }
    } while isBusy
    try about(place, try TemporaryName.clear(in: descriptor))
    return DirectoryLock(descriptor, identity)
  }
}
