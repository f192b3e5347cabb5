import SystemCalls

/// An open scope directory with its entries. It keeps a file descriptor, as do its parents.
package final class Folder: EntryFolder, Sendable {
  package let path: [FileName]
  let directory: Directory
  let parent: Folder?
  package let entries: [DirectoryEntry]

  init(_ directory: Directory, path: [FileName], parent: Folder?) throws(FileError) {
    self.path = path
    self.directory = directory
    self.parent = parent
    entries = try about(.inTree(path), try directory.descriptor.entries())
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  package func folder(named name: FileName, rules: Rules) throws(FileError) -> Folder {
    try scope(named: name, rules: rules)
  }

  package func relisted() throws(FileError) -> Folder {
    directory.observer?.opened(directory)
    return try Folder(directory, path: path, parent: parent)
  }

  /// The root listed again, for a writer that removes drafts of killed writers.
  package func forWriting() throws(FileError) -> Folder {
    let root = Directory(
      directory.descriptor, directory.identity, directory.observer, clearsDrafts: true)
    return try Folder(root, path: [], parent: nil)
  }

  /// Uses a directory as the root: nothing outside it is read.
  convenience init(
    root descriptor: Descriptor, _ place: FilePlace, observer: (any ReadingObserver)? = nil
  ) throws(FileError) {
    let (status, isDeleted) = try about(place) { () throws(Errno) in
      let status = try descriptor.status()
      return (status, try descriptor.isDeleted(status))
    }
    // A deleted directory would look like an empty tree.
    if isDeleted { throw FileError(place, .deletedDirectory) }
    try self.init(Directory(descriptor, status.identity, observer), path: [], parent: nil)
  }

  /// Opens the root at a path; follows its links.
  package static func root(
    _ path: [UInt8], from base: WorkingDirectory = .current, observer: (any ReadingObserver)? = nil
  ) throws(FileError) -> Folder {
    try Folder(root: base.open(path, .directoryThroughLinks), .given(path), observer: observer)
  }

  /// Uses a directory below as the root; the path must not contain links.
  package func root(below way: [FileName]) throws(FileError) -> Folder {
    var directory = directory
    for name in way { directory = try directory.directory(named: name) }
    return try Folder(root: directory.descriptor, .inTree(path + way))
  }

  package func names(
    to path: [UInt8], from base: WorkingDirectory = .current
  ) throws(FileError) -> [FileName]? {
    guard let start = try existing(base.open(path, .traversal), unless: \.isOfNothing) else {
      return nil
    }
    return try about(.given(path), try ParentWalk.names(from: start, upTo: directory.identity))
  }

  var possibleLinks: [DirectoryEntry] {
    entries.filter { $0.kind == nil || $0.kind == .link }
  }

  /// The first result for this folder or a scope below. A directory without permission is not a scope.
  package func first<Result>(
    _ rules: Rules, _ body: (Folder) -> Result?
  ) throws(FileError) -> Result? {
    if let found = body(self) { return found }
    for name in listing(rules).folders {
      do throws(FileError) {
        if let found = try folder(named: name, rules: rules).first(rules, body) { return found }
      } catch {
        if case .system(let cause) = error.kind, cause != .noPermission { throw error }
      }
    }
    return nil
  }
}
