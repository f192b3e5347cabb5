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
