import SystemCalls

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
