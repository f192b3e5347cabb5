#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    _ directory: Descriptor, _ place: FilePlace, whenBusy: () -> Void
  ) throws(FileError) -> DirectoryLock {
    if let lock = try take(directory, place, waiting: false) { return lock }
    whenBusy()
    guard let lock = try take(directory, place, waiting: true) else {
      throw FileError(place, .cannotLock(errno: EWOULDBLOCK))
    }
    return lock
  }

  /// Nil if somebody has it and waiting is not wanted.
  static func take(
    _ directory: Descriptor, _ place: FilePlace, waiting: Bool
  ) throws(FileError) -> DirectoryLock? {
    let (descriptor, identity) = try about(place) { () throws(Errno) in
      let descriptor = try Descriptor.open([UInt8(ascii: ".")], at: directory, .directory)
      return (descriptor, try descriptor.status().identity)
    }
    do throws(Errno) {
      guard try descriptor.lock(waiting: waiting) else { return nil }
    } catch {
      // Some file systems have no locks, or (NFS) none on what is only open for reading: EBADF.
      throw FileError(place, .cannotLock(errno: error.code))
    }
    try about(place) { () throws(Errno) in try TemporaryName.clear(in: descriptor) }
    return DirectoryLock(descriptor, identity)
  }
}
