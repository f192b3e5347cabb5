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

/// Follows a path in a revision as `Walk` does on disk, except that no link can leave the root and return.
struct RevisionWalk {
  enum End {
    case directory(Int)
    /// Neither a link nor a directory.
    case entry(in: Int, RevisionEntry)
  }

  private let tree: RevisionTree
  private let asked: [UInt8]
  private let start: Int
  private var here: Int
  private var ahead: [Walk.Step]  // the next one last
  private var linksFollowed = 0

  init(_ path: [UInt8], from start: Int, in tree: RevisionTree) {
    (self.tree, self.start, asked, here) = (tree, start, path, start)
    ahead = path.components.reversed().map { Walk.Step(name: $0, link: nil) }
  }

  mutating func end() throws(FileError) -> End {
    while let step = ahead.popLast() {
      if step.name.isDot { continue }
      if step.name.isDotDot {
        try climb(step)
        continue
      }
      let entry = try entry(step)
      if entry.kind == .link {
        try follow(entry, step)
      } else if let directory = entry.directory {
        guard tree.depth(of: directory) <= Directory.depthLimit else {
          throw FileError(place(of: step.name), .tooDeep(limit: Directory.depthLimit))
        }
        here = directory
      } else if ahead.isEmpty {
        return .entry(in: here, entry)
      } else {
        if entry.kind == .submodule { throw FileError(place(of: step.name), .submodule) }
        throw missing(step, .notADirectory)
      }
    }
    return .directory(here)
  }

  private func place(of name: FileName) -> FilePlace { .inTree(tree.path(of: here) + [name]) }

  private func entry(_ step: Walk.Step) throws(FileError) -> RevisionEntry {
    guard let entry = try tree.entries(of: here).named(step.name) else {
      throw missing(step, .notFound)
    }
    return entry
  }

  /// A missing target is an error of the link.
  private func missing(_ step: Walk.Step, _ kind: FileError.Kind) -> FileError {
    guard let link = step.link else { return FileError(place(of: step.name), kind) }
    return FileError(link.place, .danglingLink(target: link.target))
  }

  private mutating func follow(_ entry: RevisionEntry, _ step: Walk.Step) throws(FileError) {
    let place = place(of: step.name)
    linksFollowed += 1
    guard linksFollowed <= Walk.linkLimit else {
      throw FileError(place, .tooManyLinks(limit: Walk.linkLimit))
    }
    let target = try tree.bytes(of: entry, in: here, at: place)
    guard target.first != UInt8(ascii: "/") else {
      throw FileError(place, .linkLeavesTree(target: target))
    }
    let link = Walk.Link(place: place, target: target)
    ahead += target.components.reversed().map { Walk.Step(name: $0, link: link) }
  }

  private mutating func climb(_ step: Walk.Step) throws(FileError) {
    if let parent = tree.parent(of: here) {
      here = parent
    } else if let link = step.link {
      throw FileError(link.place, .linkLeavesTree(target: link.target))
    } else {
      throw FileError(.inTree(tree.path(of: start)), .pathLeavesTree(path: asked))
    }
  }
}
