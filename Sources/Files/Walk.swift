import SystemCalls

/// A directory of a tree on disk or in a revision, in which names are looked up.
protocol LinkedDirectory {
  associatedtype Entry: LinkedEntry

  var parent: Self? { get }
  var name: FileName { get }
  var identity: Entry.Identity { get }

  func entry(named name: FileName) throws(FileError) -> Entry
  func directory(named name: FileName) throws(FileError) -> Self
  func target(of link: FileName, _ entry: Entry) throws(FileError) -> [UInt8]
  func bytes(
    of file: FileName, _ entry: Entry, _ place: FilePlace
  ) throws(FileError) -> [UInt8]

  /// Whether a path that leaves this root leads to it; nil if nothing is there.
  func isRoot(at path: [UInt8]) throws(Errno) -> Bool?
}

protocol LinkedEntry {
  associatedtype Identity: Equatable

  var kind: FileKind { get }
  /// Of a directory.
  var identity: Identity { get }
}

extension LinkedDirectory {
  /// From the root, without links.
  var path: [FileName] {
    sequence(first: self) { $0.parent }.filter { $0.parent != nil }.map(\.name).reversed()
  }

  func place(of name: FileName) -> FilePlace { .inTree(path + [name]) }

  var root: Self {
    var root = self
    while let parent = root.parent { root = parent }
    return root
  }

  /// Follows a path below the root, so that neither links nor concurrent renames leave it.
  func end(of path: [UInt8]) throws(FileError) -> Walk<Self>.End {
    var walk = Walk(path, from: self)
    return try walk.end()
  }
}

extension Directory {
  /// The limit on links, as in Linux (path_resolution(7)).
  static let linkLimit = 40
}

struct Walk<Place: LinkedDirectory> {
  enum End {
    case directory(Place)
    /// Not a link when it was checked. Boxed, since copying would instantiate its type's metadata at every start.
    indirect case entry(of: Place, FileName, Place.Entry)

    var kind: FileKind {
      switch self {
      case .directory: .directory
      case .entry(_, _, let entry): entry.kind
      }
    }

    var identity: Place.Entry.Identity {
      switch self {
      case .directory(let directory): directory.identity
      case .entry(_, _, let entry): entry.identity
      }
    }

    var path: [FileName] {
      switch self {
      case .directory(let directory): directory.path
      case .entry(let directory, let name, _): directory.path + [name]
      }
    }

    /// The directory; nil for another kind of entry.
    func directory() throws(FileError) -> Place? {
      switch self {
      case .directory(let directory): directory
      case .entry(let directory, let name, let entry):
        entry.kind == .directory ? try directory.directory(named: name) : nil
      }
    }

    func file(
      _ place: FilePlace
    ) throws(FileError) -> (directory: Place, name: FileName, entry: Place.Entry) {
      guard case .entry(let directory, let name, let entry) = self, entry.kind == .regular else {
        throw FileError(place, .notARegularFile(kind))
      }
      return (directory, name, entry)
    }
  }

  /// A link on the way: its place and its target as written.
  private struct Link {
    let place: FilePlace
    let target: [UInt8]
  }

  /// A remaining name of the path.
  private struct Step {
    let name: FileName
    /// The index of the link that contains it; nil for the original path.
    let link: Int?
  }

  private let asked: [UInt8]
  private let start: Place
  private var here: Place
  private var ahead: [Step]  // the next one last
  private var links: [Link] = []

  init(_ path: [UInt8], from start: Place) {
    (self.start, asked, here) = (start, path, start)
    ahead = path.components.reversed().map { Step(name: $0, link: nil) }
  }

  mutating func end() throws(FileError) -> End {
    while let step = ahead.popLast() {
      if step.name.isDot { continue }
      if step.name.isDotDot {
        if let parent = here.parent { here = parent } else { try climb(step) }
        continue
      }
      let entry: Place.Entry
      do throws(FileError) { entry = try here.entry(named: step.name) } catch {
        throw missing(step, error)
      }
      if entry.kind == .link {
        try follow(step, entry)
      } else if ahead.isEmpty {
        return .entry(of: here, step.name, entry)
      } else if entry.kind == .directory {
        here = try here.directory(named: step.name)
      } else {
        let place = here.place(of: step.name)
        if entry.kind == .submodule { throw FileError(place, .submodule) }
        throw missing(step, FileError(place, .notADirectory))
      }
    }
    return .directory(here)
  }

  /// A missing target is an error of the link.
  private func missing(_ step: Step, _ error: FileError) -> FileError {
    guard let link = step.link, error.kind.isOfNothing else { return error }
    return FileError(links[link].place, .danglingLink(target: links[link].target))
  }

  private mutating func follow(_ step: Step, _ entry: Place.Entry) throws(FileError) {
    let place = here.place(of: step.name)
    let number = links.count
    guard number < Directory.linkLimit else {
      throw FileError(place, .tooManyLinks(limit: Directory.linkLimit))
    }
    let target = try here.target(of: step.name, entry)
    links.append(Link(place: place, target: target))
    ahead += target.components.reversed().map { Step(name: $0, link: number) }
    if target.first == .slash { try reenter(by: number, prefix: [.slash]) }
  }

  /// `..` in the root: only a link may leave the root, and only to return.
  private mutating func climb(_ step: Step) throws(FileError) {
    guard let link = step.link else {
      throw FileError(.inTree(start.path), .pathLeavesTree(path: asked))
    }
    try reenter(by: link, prefix: step.name)
  }

  /// Continues in the root if a prefix of the link's remaining path is the root itself. Opens nothing outside.
  private mutating func reenter(by number: Int, prefix: [UInt8]) throws(FileError) {
    let (root, link) = (here.root, links[number])
    var prefix = prefix
    while true {
      let isRoot = try about(link.place, try root.isRoot(at: prefix))
      if isRoot == true { break }
      guard isRoot != nil, let next = ahead.last, next.link == number else {
        throw FileError(link.place, .linkLeavesTree(target: link.target))
      }
      ahead.removeLast()
      prefix += [.slash] + next.name
    }
    here = root
  }
}
