/// One open scope directory, with the names that it held when it was opened; it keeps a file
/// descriptor, as do its parents.
package final class Folder: Sendable {
  /// The scope's path from the root, as the way to it is spelled.
  package let path: [FileName]
  let root: Directory
  let directory: Directory
  let parent: Folder?
  let entries: [DirectoryEntry]  // in byte order

  private init(
    _ directory: Directory, root: Directory, path: [FileName], parent: Folder?
  ) throws(FileError) {
    self.path = path
    self.root = root
    self.directory = directory
    self.parent = parent
    let entries = try about(.inTree(path)) { () throws(Errno) in
      try directory.descriptor.entries()
    }
    self.entries = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  convenience init(root: Directory) throws(FileError) {
    try self.init(root, root: root, path: [], parent: nil)
  }

  /// Opens a child scope by the very name that the listing spells.
  package func folder(named name: FileName, rules: Rules) throws(FileError) -> Folder {
    let place = place(of: name)
    guard name.isComponent else { throw FileError(place, .notAName) }
    guard rules.canBeScope(name), let entry = entry(named: name) else {
      throw FileError(place, .notFound)
    }
    guard name.isUTF8 else { throw FileError(place, .notUTF8) }
    guard path.count < Directory.depthLimit else {
      throw FileError(place, .tooDeep(limit: Directory.depthLimit))
    }
    let directory = try open(entry)
    if let ancestor = ancestor(directory.identity) {
      throw FileError(place, .directoryCycle(ancestor: ancestor.path))
    }
    return try Folder(directory, root: root, path: path + [name], parent: self)
  }

  /// Whether directories of these names, each below the one before, could be made here as scopes.
  package func canGain(_ names: [FileName], rules: Rules) -> Bool {
    guard let first = names.first, entry(named: first) == nil else { return false }
    return path.count + names.count <= Directory.depthLimit
      && names.allSatisfy {
        $0.isComponent && $0.isUTF8 && $0.count <= 255 && rules.canBeScope($0)
      }
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

  func place(of name: FileName) -> FilePlace { .inTree(path + [name]) }

  /// This folder or one on the way from the root that is the same directory.
  func ancestor(_ identity: FileIdentity) -> Folder? {
    var folder: Folder? = self
    while let candidate = folder, candidate.directory.identity != identity {
      folder = candidate.parent
    }
    return folder
  }

  private func entry(named name: FileName) -> DirectoryEntry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].name.lexicographicallyPrecedes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < entries.count && entries[low].name == name ? entries[low] : nil
  }
}
