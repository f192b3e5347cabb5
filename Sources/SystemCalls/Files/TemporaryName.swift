/// A random name in a directory, removed with its last reference unless `release` is called.
///
/// A killed process leaves such names. Patterns of property files skip them, and the lock's holder may remove them.
package final class TemporaryName {
  private static let prefix = FileName(".heir-".utf8)
  private static let attempts = 100

  package let bytes: FileName
  private let directory: Descriptor
  private var isTaken = true

  private init(_ bytes: FileName, in directory: Descriptor) {
    self.bytes = bytes
    self.directory = directory
  }

  /// Finds a name that `body` can create. Names made without the lock are kept by `clear`.
  package static func make<Made>(
    in directory: Descriptor, locked: Bool, _ body: (FileName) throws(Errno) -> Made
  ) throws(Errno) -> (name: TemporaryName, made: Made) {
    for _ in 0..<attempts {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let zeros = repeatElement(UInt8(ascii: "0"), count: 16 - digits.utf8.count)
      let name = prefix + zeros + digits.utf8 + ending(locked: locked)
      if let made = try present(try body(name), unless: { $0 == .exists }) {
        return (TemporaryName(name, in: directory), made)
      }
    }
    throw .exists
  }

  deinit {
    guard isTaken else { return }
    // Retried once; the next write clears the rest.
    do throws(Errno) { try Descriptor.unlink(bytes, in: directory) } catch {
      if error != .notFound { try? Descriptor.unlink(bytes, in: directory) }
    }
  }

  package func release() { isTaken = false }

  /// Removes drafts of killed writers that belong to the user, root or the directory's owner. Requires the lock.
  package static func clear(in directory: Descriptor) throws(Errno) {
    let drafts = try directory.entries().map(\.name).filter { isDraft($0) }
    if drafts.isEmpty { return }
    let owners = [User.effective, User.root, try directory.status().owner]
    for name in drafts {
      guard let status = try? Descriptor.status(of: name, at: directory),
        owners.contains(status.owner)
      else { continue }
      // Fails for a directory, which does no harm.
      try? Descriptor.unlink(name, in: directory)
    }
  }

  private static func ending(locked: Bool) -> FileName {
    FileName((locked ? ".tmp" : ".out").utf8)
  }

  package static func isDraft(_ name: FileName, locked: Bool = true) -> Bool {
    let ending = ending(locked: locked)
    return name.starts(with: prefix) && name.count == prefix.count + 16 + ending.count
      && name.suffix(ending.count).elementsEqual(ending)
      && name.dropFirst(prefix.count).prefix(16).allSatisfy("0123456789abcdef".utf8.contains)
  }
}

/// User IDs.
package enum User {
  package static var effective: UInt32 { geteuid() }
  package static let root: UInt32 = 0
}
