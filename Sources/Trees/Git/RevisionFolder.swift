import SystemCalls

/// A scope directory of a revision.
final class RevisionFolder: EntryFolder {
  let path: [FileName]
  let directory: RevisionDirectory
  let parent: RevisionFolder?
  let entries: [RevisionEntry]

  init(
    _ directory: RevisionDirectory, path: [FileName], parent: RevisionFolder?
  ) throws(FileError) {
    (self.directory, self.path, self.parent) = (directory, path, parent)
    entries = try directory.tree.entries(of: directory.number)
  }

  func expect(_ rules: Rules) { directory.tree.expect(rules) }
}

/// A directory of a revision; a link that leaves the root cannot return.
struct RevisionDirectory: LinkedDirectory {
  let tree: RevisionTree
  let number: Int

  var parent: RevisionDirectory? {
    tree.parent(of: number).map { RevisionDirectory(tree: tree, number: $0) }
  }

  var path: [FileName] { tree.path(of: number) }
  var identity: Int? { number }

  func entry(named name: FileName) throws(FileError) -> RevisionEntry {
    guard let entry = try tree.entries(of: number).named(name) else {
      throw FileError(place(of: name), .notFound)
    }
    return entry
  }

  func directory(named name: FileName) throws(FileError) -> RevisionDirectory {
    guard let directory = try entry(named: name).directory else {
      throw FileError(place(of: name), .notADirectory)
    }
    guard tree.depth(of: directory) <= Directory.depthLimit else {
      throw FileError(place(of: name), .tooDeep(limit: Directory.depthLimit))
    }
    return RevisionDirectory(tree: tree, number: directory)
  }

  func target(of link: FileName, _ entry: RevisionEntry) throws(FileError) -> [UInt8] {
    try bytes(of: link, entry, place(of: link))
  }

  func bytes(
    of file: FileName, _ entry: RevisionEntry, _ place: FilePlace
  ) throws(FileError) -> [UInt8] {
    try tree.bytes(of: entry, in: number, at: place)
  }

  func isRoot(at path: [UInt8]) -> Bool? { nil }
}

extension RevisionEntry: NamedEntry, LinkedEntry {
  var listedKind: FileKind? { kind }
  var identity: Int? { directory }
}
