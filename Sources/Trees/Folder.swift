import SystemCalls

/// An open scope directory with its entries. It keeps a file descriptor, as do its parents.
package final class Folder: Sendable {
  package let path: [FileName]
  let root: Directory
  let directory: Directory
  let parent: Folder?
  let entries: [DirectoryEntry]

  private init(
    _ directory: Directory, root: Directory, path: [FileName], parent: Folder?
  ) throws(FileError) {
    self.path = path
    self.root = root
    self.directory = directory
    self.parent = parent
    let entries = try about(.inTree(path)) { () throws(Errno) in
      let entries = try directory.descriptor.entries()
      let isSwept = directory.observer?.listed(directory, entries) ?? false
      return isSwept ? try directory.descriptor.entries() : entries
    }
    self.entries =
      entries.count > 1
      ? entries.sorted { $0.name.lexicographicallyPrecedes($1.name) } : entries
  }

  convenience init(root: Directory) throws(FileError) {
    try self.init(root, root: root, path: [], parent: nil)
  }

  package func folder(named name: FileName, rules: Rules) throws(FileError) -> Folder {
    let entry = try scopeEntry(named: name, rules: rules)
    let directory = try open(entry)
    // Only a link can lead back to an ancestor.
    if entry.kind != .directory, let ancestor = ancestor(directory.identity) {
      throw FileError(place(of: name), .directoryCycle(ancestor: ancestor.path))
    }
    var inner: [FileName] = []
    inner.reserveCapacity(path.count + 1)
    inner += path
    inner.append(name)
    return try Folder(directory, root: root, path: inner, parent: self)
  }

  package func relisted() throws(FileError) -> Folder {
    directory.observer?.opened(directory)
    return try Folder(directory, root: root, path: path, parent: parent)
  }

  private func open(_ entry: DirectoryEntry) throws(FileError) -> Directory {
    if entry.kind == .directory { return try directory.directory(named: entry.name) }
    switch try end(of: entry.name) {
    case .directory(let directory): return directory
    case .entry(let directory, let name, let status):
      guard status.kind == .directory else {
        throw FileError(place(of: entry.name), .notADirectory)
      }
      return try directory.directory(named: name)
    }
  }

  func end(of path: [UInt8]) throws(FileError) -> Walk.End {
    var walk = Walk(path, from: directory, root: root)
    return try walk.end()
  }

  private func ancestor(_ identity: FileIdentity) -> Folder? {
    var folder: Folder? = self
    while let candidate = folder, candidate.directory.identity != identity {
      folder = candidate.parent
    }
    return folder
  }
}

extension Folder: EntryFolder {
  package var pathWithoutLinks: [FileName] { directory.path }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    try folder(named: name, rules: rules)
  }

  func found(_ entry: DirectoryEntry) throws(FileError) -> FileKind? {
    if let kind = entry.kind, kind != .link { return kind }
    guard let end = try existing(end(of: entry.name)) else { return nil }
    let identity: FileIdentity
    switch end {
    case .directory(let directory): identity = directory.identity
    case .entry(_, _, let status):
      guard status.kind == .directory else { return status.kind }
      identity = status.identity
    }
    if let ancestor = ancestor(identity) {
      throw FileError(place(of: entry.name), .directoryCycle(ancestor: ancestor.path))
    }
    return .directory
  }
}

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

extension Folder {
  /// The bytes of a file in this directory, following links inside the tree.
  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    guard name.isComponent else { throw FileError(place(of: name), .notAName) }
    if let bytes = try listedFile(name) { return bytes }
    return try opened(end(of: name), place(of: name)).bytes
  }

  /// Skips the check of the kind, which the listing contains; nil if the entry is not or no longer a regular file.
  private func listedFile(_ name: FileName) throws(FileError) -> [UInt8]? {
    guard directory.observer == nil, entries.named(name)?.kind == .regular,
      let descriptor = try? Descriptor.open(name, at: directory.descriptor, .file)
    else { return nil }
    return try FileReader(descriptor: descriptor, place: self.place(of: name)).contents().bytes
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    let place = try place(ofRelative: path)
    let file = try opened(end(of: path), place)
    return (file.bytes, file.directory.path + [file.name])
  }

  /// An open file that was read, in the directory that contains it after all links.
  struct OpenedFile {
    let directory: Directory
    let name: FileName
    let descriptor: Descriptor
    let bytes: [UInt8]
    let status: FileStatus
  }

  func opened(_ end: Walk.End, _ place: FilePlace) throws(FileError) -> OpenedFile {
    guard case .entry(let directory, let name, let status) = end else {
      throw FileError(place, .notARegularFile(.directory))
    }
    // Opening a device has side effects, so check the kind before and, since it may change, after.
    guard status.kind == .regular else { throw FileError(place, .notARegularFile(status.kind)) }
    let descriptor = try about(place, try Descriptor.open(name, at: directory.descriptor, .file))
    directory.observer?.opened(file: descriptor, status.identity, name, in: directory)
    let contents = try FileReader(descriptor: descriptor, place: place).contents()
    return OpenedFile(
      directory: directory, name: name, descriptor: descriptor, bytes: contents.bytes,
      status: contents.status)
  }
}
