import SystemCalls

extension Folder {
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
    try self.init(
      root: Directory(root: descriptor, identity: status.identity, observer: observer))
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
}
