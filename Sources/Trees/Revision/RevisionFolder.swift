import SystemCalls

/// A scope directory of a revision.
final class RevisionFolder: EntryFolder {
  let path: [FileName]
  let entries: [RevisionEntry]
  private let tree: RevisionTree
  private let directory: Int
  private let parent: RevisionFolder?

  init(of tree: RevisionTree) throws(FileError) {
    (self.tree, path, directory, parent) = (tree, [], 0, nil)
    entries = try tree.entries(of: 0)
  }

  private init(
    _ directory: Int, path: [FileName], in parent: RevisionFolder
  ) throws(FileError) {
    tree = parent.tree
    (self.path, self.directory, self.parent) = (path, directory, parent)
    entries = try tree.entries(of: directory)
  }

  var pathWithoutLinks: [FileName] { tree.path(of: directory) }

  func expect(_ rules: Rules, isWalk: Bool) { tree.expect(rules, isWalk: isWalk) }

  func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    let entry = try scopeEntry(named: name, rules: rules)
    guard try found(entry) != .submodule else { throw FileError(place(of: name), .submodule) }
    guard case .directory(let directory) = try end(of: name) else {
      throw FileError(place(of: name), .notADirectory)
    }
    return try RevisionFolder(directory, path: path + [name], in: self)
  }

  func found(_ entry: RevisionEntry) throws(FileError) -> FileKind? {
    guard entry.kind == .link else { return entry.kind }
    switch try end(of: entry.name) {
    case .entry(_, let entry): return entry.kind
    case .directory(let directory):
      if let ancestor = ancestor(directory) {
        throw FileError(place(of: entry.name), .directoryCycle(ancestor: ancestor.path))
      }
      return .directory
    }
  }

  func read(_ name: FileName) throws(FileError) -> [UInt8] {
    // Most entries are not links.
    if let entry = entries.named(name), entry.kind == .regular {
      return try tree.bytes(of: entry, in: directory, at: place(of: name))
    }
    let place = place(of: name)
    guard name.isComponent else { throw FileError(place, .notAName) }
    return try read(end(of: name), place).bytes
  }

  func contents(of path: [UInt8]) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    let place = try place(ofRelative: path)
    return try read(end(of: path), place)
  }

  private func read(
    _ end: RevisionWalk.End, _ place: FilePlace
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    guard case .entry(let directory, let entry) = end else {
      throw FileError(place, .notARegularFile(.directory))
    }
    guard entry.kind == .regular else { throw FileError(place, .notARegularFile(entry.kind)) }
    let bytes = try tree.bytes(of: entry, in: directory, at: place)
    return (bytes, tree.path(of: directory) + [entry.name])
  }

  private func end(of path: [UInt8]) throws(FileError) -> RevisionWalk.End {
    var walk = RevisionWalk(path, from: directory, in: tree)
    return try walk.end()
  }

  private func ancestor(_ directory: Int) -> RevisionFolder? {
    var folder: RevisionFolder? = self
    while let candidate = folder, candidate.directory != directory { folder = candidate.parent }
    return folder
  }
}
