import SystemCalls

/// An open directory below the root, with its parents: `..` goes back along them.
package final class Directory: Sendable {
  /// The limit on nested directories, which also bounds the recursion when parents are released.
  static let depthLimit = 512

  let descriptor: Descriptor
  let identity: FileIdentity
  let name: FileName
  let parent: Directory?
  let depth: Int
  let observer: (any ReadingObserver)?
  /// Whether drafts of killed writers are removed from the directories that are opened.
  private let clearsDrafts: Bool

  init(
    _ descriptor: Descriptor, _ identity: FileIdentity, name: FileName = [],
    parent: Directory? = nil, _ observer: (any ReadingObserver)? = nil, clearsDrafts: Bool = false
  ) {
    (self.descriptor, self.identity, self.name) = (descriptor, identity, name)
    (self.parent, self.observer, self.clearsDrafts) = (parent, observer, clearsDrafts)
    depth = parent.map { $0.depth + 1 } ?? 0
    if clearsDrafts { clearDrafts() }
    observer?.opened(self)
  }

  func directory(named name: FileName) throws(FileError) -> Directory {
    guard depth < Self.depthLimit else {
      throw FileError(place(of: name), .tooDeep(limit: Self.depthLimit))
    }
    return try about(place(of: name)) { () throws(Errno) in
      let opened = try Descriptor.open(name, at: descriptor, .directory)
      return Directory(
        opened, try opened.identity(), name: name, parent: self, observer,
        clearsDrafts: clearsDrafts)
    }
  }
}

extension Directory: LinkedDirectory {
  func entry(named name: FileName) throws(FileError) -> FileStatus {
    try about(place(of: name), Descriptor.status(of: name, at: descriptor))
  }

  func target(of link: FileName, _ entry: FileStatus) throws(FileError) -> [UInt8] {
    try about(place(of: link), Descriptor.target(of: link, at: descriptor))
  }

  func bytes(
    of file: FileName, _ entry: FileStatus, _ place: FilePlace
  ) throws(FileError) -> [UInt8] {
    try open(file, entry, place).bytes
  }

  /// An open file that was read, in the directory that contains it after all links.
  struct OpenedFile {
    let directory: Directory
    let name: FileName
    let descriptor: Descriptor
    let bytes: [UInt8]
    let status: FileStatus
  }

  /// Opening a device has side effects, so its kind was checked before, and, since it may change, is after.
  func open(
    _ file: FileName, _ entry: FileStatus, _ place: FilePlace
  ) throws(FileError) -> OpenedFile {
    let opened = try about(place, Descriptor.open(file, at: descriptor, .file))
    observer?.opened(file: opened, entry.identity, file, in: self)
    let contents = try opened.contents(at: place)
    return OpenedFile(
      directory: self, name: file, descriptor: opened, bytes: contents.bytes,
      status: contents.status)
  }

  func isRoot(at path: [UInt8]) throws(Errno) -> Bool? {
    let status = try present(
      Descriptor.status(of: path, at: descriptor, followingLinks: true),
      unless: {
        [.notFound, .notADirectory, .noPermission, .tooManyLinks, .nameTooLong].contains($0)
      })
    return status.map { $0.identity == identity }
  }
}

extension FileStatus: LinkedEntry {}

/// Observes every directory and file that is opened, before it is read; the descriptor stays open meanwhile.
package protocol ReadingObserver: AnyObject, Sendable {
  func opened(_ directory: Directory)

  func opened(file: Descriptor, _ identity: FileIdentity, _ name: FileName, in: Directory)
  func changed(_ directory: Directory)
}

extension ReadingObserver {
  package func changed(_ directory: Directory) {}
}
