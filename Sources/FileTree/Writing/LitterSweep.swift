import Synchronization

/// Takes away what killed writers left in the directories that another writer comes by.
///
/// Where the lock of such a directory is to be had, nobody uses it any more; where it is not, whoever has it
/// has cleared.
final class LitterSweep: Sendable {
  private let seen = Mutex<Set<FileIdentity>>([])

  /// Comes by a directory that was listed; says whether it may hold less now.
  @discardableResult
  func visit(_ directory: Directory, _ entries: [DirectoryEntry]) -> Bool {
    guard entries.contains(where: \.mayBeLitter),
      // It is in nobody's way where it cannot be taken away.
      (try? DirectoryLock.take(directory.descriptor, .inTree(directory.path), .none)) != nil
    else { return false }
    directory.observer?.changed(directory)
    return true
  }

  /// Comes by a directory for the sake of one file in it, which a link leads to.
  func visit(_ directory: Directory) {
    guard seen.withLock({ $0.insert(directory.identity).inserted }) else { return }
    let listed = try? Descriptor.open([UInt8(ascii: ".")], at: directory.descriptor, .directory)
    if let entries = try? listed?.entries() { visit(directory, entries) }
  }
}

extension DirectoryEntry {
  /// Whether it looks like what a killed writer left.
  var mayBeLitter: Bool {
    (kind == nil || kind == .regular) && TemporaryName.isLitter(name)
  }
}
