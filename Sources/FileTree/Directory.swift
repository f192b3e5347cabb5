import SystemCalls

/// An open directory beneath the root, with the way that led there: `..` goes back along it.
package final class Directory: Sendable {
  /// How many directories may nest, so that releasing the way back is no deep recursion.
  static let depthLimit = 512

  let descriptor: Descriptor
  private let known: FileIdentity?
  let name: FileName
  let parent: Directory?
  let depth: Int
  let observer: (any ReadingObserver)?

  private init(_ descriptor: Descriptor, name: FileName, parent: Directory) {
    self.descriptor = descriptor
    known = nil
    self.name = name
    self.parent = parent
    depth = parent.depth + 1
    observer = parent.observer
    observer?.opened(self)
  }

  init(root descriptor: Descriptor, identity: FileIdentity, observer: (any ReadingObserver)? = nil)
  {
    self.descriptor = descriptor
    known = identity
    name = []
    parent = nil
    depth = 0
    self.observer = observer
    observer?.opened(self)
  }

  /// Which one it is. The disk is asked when somebody wants to know, which is a call less for each directory of a walk;
  /// of what is open it does not fail to tell.
  var identity: FileIdentity { known ?? (try? descriptor.identity()) ?? .ofNothing }

  var path: [FileName] {
    var path: [FileName] = []
    var directory = self
    while let parent = directory.parent {
      path.append(directory.name)
      directory = parent
    }
    return path.reversed()
  }

  func place(of name: FileName) -> FilePlace { .inTree(path + [name]) }

  /// Opens a directory directly in this one, which must not be a link.
  func directory(named name: FileName) throws(FileError) -> Directory {
    guard depth < Self.depthLimit else {
      throw FileError(place(of: name), .tooDeep(limit: Self.depthLimit))
    }
    let opened = try about(place(of: name), Descriptor.open(name, at: descriptor, .directory))
    return Directory(opened, name: name, parent: self)
  }

  /// What stands directly in this directory under a name, links not followed.
  func status(of name: FileName) throws(Errno) -> FileStatus {
    try Descriptor.status(of: name, at: descriptor)
  }
}
