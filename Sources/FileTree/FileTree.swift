/// A directory tree that is open at its root; nothing outside it is read.
package struct FileTree: Sendable {
  /// The root's folder.
  package let root: Folder
  /// From where it was opened.
  package let base: WorkingDirectory

  private let passesOverSettings: Bool

  init(
    at descriptor: Descriptor, _ place: FilePlace, from base: WorkingDirectory,
    passingOverSettings: Bool = false, observer: (any ReadingObserver)? = nil
  ) throws(FileError) {
    self.base = base
    passesOverSettings = passingOverSettings
    let (status, isDeleted) = try about(place) { () throws(Errno) in
      let status = try descriptor.status()
      return (status, try descriptor.isDeleted(status))
    }
    // It would look like a tree that is empty.
    if isDeleted { throw FileError(place, .deletedDirectory) }
    root = try Folder(
      root: Directory(root: descriptor, identity: status.identity, observer: observer))
  }

  /// Opens the root that the user names, through whatever links the path has.
  package static func open(
    _ path: [UInt8], from base: WorkingDirectory = .current, observer: (any ReadingObserver)? = nil
  ) throws(FileError) -> FileTree {
    try FileTree(
      at: base.open(path, .namedDirectory), .given(path), from: base, observer: observer)
  }

  /// The bytes of the root's `.heir`, or nil if there is none, or discovery passed it over.
  package func settingsFile() throws(FileError) -> [UInt8]? {
    if passesOverSettings { return nil }
    return try root.settingsFile()
  }

  /// The path from the root to a directory of the disk, or nil if it is none or not in this tree.
  package func scope(of path: [UInt8]) throws(FileError) -> [FileName]? {
    let start: Descriptor
    do throws(FileError) {
      start = try base.open(path, .passage)
    } catch {
      if error.kind == .notFound || error.kind == .notADirectory { return nil }
      throw error
    }
    return try about(.given(path)) { () throws(Errno) in
      try Ascent.names(from: start, upTo: root.directory.identity)
    }
  }

  /// Whether git keeps the root's files.
  package var isInRepository: Bool { (try? GitDirectory(around: root)) != nil }
}
