/// A directory tree that is open at its root; nothing outside it is read.
package struct FileTree: Sendable {
  /// The root's folder.
  package let root: Folder

  private let passesOverSettings: Bool

  init(
    at descriptor: Descriptor, _ place: FilePlace, passingOverSettings: Bool = false,
    observer: (any ReadingObserver)? = nil
  ) throws(FileError) {
    passesOverSettings = passingOverSettings
    let status = try about(place) { () throws(Errno) in try descriptor.status() }
    // It would look like a tree that is empty.
    if descriptor.isDeleted(status) { throw FileError(place, .deletedDirectory) }
    root = try Folder(
      root: Directory(root: descriptor, identity: status.identity, observer: observer))
  }

  /// Opens the root that the user names, through whatever links the path has.
  package static func open(
    _ path: [UInt8], from base: WorkingDirectory = .current, observer: (any ReadingObserver)? = nil
  ) throws(FileError) -> FileTree {
    try FileTree(at: base.open(path, .namedDirectory), .given(path), observer: observer)
  }

  /// The bytes of the root's `.heir`, or nil if there is none, or discovery passed it over.
  package func settingsFile() throws(FileError) -> [UInt8]? {
    if passesOverSettings { return nil }
    return try root.settingsFile()
  }

  /// The path from the root to a directory of the disk, or nil if it is none or not in this tree.
  package func scope(
    of path: [UInt8], from base: WorkingDirectory = .current
  ) throws(FileError) -> [FileName]? {
    let start: Descriptor
    do throws(FileError) {
      start = try base.open(path, .passage)
    } catch {
      if error.kind == .notFound || error.kind == .notADirectory { return nil }
      throw error
    }
    return try about(.given(path)) { () throws(Errno) in try names(downTo: start) }
  }

  /// Whether the root, or a directory above it, holds a `.git`.
  package var isInRepository: Bool {
    guard var ascent = try? Ascent(from: root.directory.descriptor) else { return false }
    repeat {
      if (try? Descriptor.status(of: Array(".git".utf8), at: ascent.descriptor)) != nil {
        return true
      }
    } while (try? ascent.climb()) == true
    return false
  }

  private func names(downTo descriptor: Descriptor) throws(Errno) -> [FileName]? {
    var ascent = try Ascent(from: descriptor)
    var names: [FileName] = []
    // Names cost a look through each directory, so it is first made sure that they are needed.
    var way: [FileIdentity] = []
    while ascent.identity != root.directory.identity {
      way.append(ascent.identity)
      guard try ascent.climb() else { return nil }
    }
    ascent = try Ascent(from: descriptor)
    for identity in way {
      guard try ascent.climb(), let name = try ascent.name(of: identity) else { return nil }
      names.append(name)
    }
    return names.reversed()
  }
}

extension Ascent {
  /// What the directory here calls one of its directories.
  fileprivate func name(of child: FileIdentity) throws(Errno) -> FileName? {
    let entries = try Descriptor.open([UInt8(ascii: ".")], at: descriptor, .directory)
      .entries()
    // A mount point's inode differs from the one that its entry tells: then all are asked.
    let likely = entries.filter { $0.inode == child.inode }
    return (likely + entries).first { entry in
      (try? Descriptor.status(of: entry.name, at: descriptor))?.identity == child
    }?.name
  }
}
