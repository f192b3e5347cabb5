import SystemCalls

extension Folder {
  /// Takes a directory for a root: nothing outside it is read.
  convenience init(
    root descriptor: Descriptor, _ place: FilePlace, observer: (any ReadingObserver)? = nil
  ) throws(FileError) {
    let (status, isDeleted) = try about(place) { () throws(Errno) in
      let status = try descriptor.status()
      return (status, try descriptor.isDeleted(status))
    }
    // It would look like a tree that is empty.
    if isDeleted { throw FileError(place, .deletedDirectory) }
    try self.init(
      root: Directory(root: descriptor, identity: status.identity, observer: observer))
  }

  /// Opens the root that the user names, through whatever links the path has.
  package static func root(
    _ path: [UInt8], from base: WorkingDirectory = .current, observer: (any ReadingObserver)? = nil
  ) throws(FileError) -> Folder {
    try Folder(root: base.open(path, .namedDirectory), .given(path), observer: observer)
  }

  /// Takes a directory farther down for a root, on a way without links.
  package func root(below way: [FileName]) throws(FileError) -> Folder {
    var directory = directory
    for name in way { directory = try directory.directory(named: name) }
    return try Folder(root: directory.descriptor, .inTree(path + way))
  }

  /// The path from here to a directory of the disk, or nil if it is none or not below.
  package func names(
    to path: [UInt8], from base: WorkingDirectory = .current
  ) throws(FileError) -> [FileName]? {
    guard let start = try existing(base.open(path, .passage), unless: \.isOfNothing) else {
      return nil
    }
    return try about(.given(path), try Ascent.names(from: start, upTo: directory.identity))
  }

  /// Whether git keeps its files.
  package var isInRepository: Bool { (try? GitDirectory(around: self)) != nil }
}
