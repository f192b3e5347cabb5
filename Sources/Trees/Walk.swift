import SystemCalls

/// Follows a path below the root with open directories, so that neither links nor concurrent renames leave it.
struct Walk {
  /// The limit on links, as in Linux (path_resolution(7)).
  static let linkLimit = 40

  enum End {
    case directory(Directory)
    /// Not a link when it was checked. Boxed, since copying would instantiate its type's metadata at every start.
    indirect case entry(of: Directory, FileName, FileStatus)
  }

  /// A link on the way: its place and its target as written.
  final class Link {
    let place: FilePlace
    let target: [UInt8]

    init(place: FilePlace, target: [UInt8]) {
      self.place = place
      self.target = target
    }
  }

  /// A remaining name of the path.
  struct Step {
    let name: FileName
    /// The link that contains it; nil for the original path.
    let link: Link?
  }

  private let root: Directory
  private let asked: [UInt8]
  private let start: Directory
  private var here: Directory
  private var ahead: [Step]  // the next one last
  private var linksFollowed = 0

  init(_ path: [UInt8], from start: Directory, root: Directory) {
    self.root = root
    self.start = start
    asked = path
    here = start
    ahead = path.components.reversed().map { Step(name: $0, link: nil) }
  }

  mutating func end() throws(FileError) -> End {
    while let step = ahead.popLast() {
      if step.name.isDot { continue }
      if step.name.isDotDot {
        if let parent = here.parent { here = parent } else { try climb(step) }
        continue
      }
      let status = try status(of: step)
      if status.kind == .link {
        try follow(step)
      } else if ahead.isEmpty {
        return .entry(of: here, step.name, status)
      } else {
        guard status.kind == .directory else { throw missing(step, .notADirectory) }
        here = try here.directory(named: step.name)
      }
    }
    return .directory(here)
  }

  private func status(of step: Step) throws(FileError) -> FileStatus {
    do throws(Errno) {
      return try here.status(of: step.name)
    } catch {
      throw missing(step, error.kind)
    }
  }

  /// A missing target is an error of the link.
  private func missing(_ step: Step, _ kind: FileError.Kind) -> FileError {
    guard let link = step.link, kind.isOfNothing else {
      return FileError(here.place(of: step.name), kind)
    }
    return FileError(link.place, .danglingLink(target: link.target))
  }

  private mutating func follow(_ step: Step) throws(FileError) {
    let place = here.place(of: step.name)
    linksFollowed += 1
    guard linksFollowed <= Self.linkLimit else {
      throw FileError(place, .tooManyLinks(limit: Self.linkLimit))
    }
    let target = try about(place, try Descriptor.target(of: step.name, at: here.descriptor))
    let link = Link(place: place, target: target)
    ahead += target.components.reversed().map { Step(name: $0, link: link) }
    if target.first == UInt8(ascii: "/") { try reenter(by: link, prefix: [UInt8(ascii: "/")]) }
  }

  /// `..` in the root: only a link may leave the root, and only to return.
  private mutating func climb(_ step: Step) throws(FileError) {
    guard let link = step.link else {
      throw FileError(.inTree(start.path), .pathLeavesTree(path: asked))
    }
    try reenter(by: link, prefix: step.name)
  }

  /// Continues in the root if a prefix of the link's remaining path is the root itself. Opens nothing outside.
  private mutating func reenter(by link: Link, prefix: [UInt8]) throws(FileError) {
    var prefix = prefix
    while true {
      let status = try status(of: prefix, on: link)
      if let status, status.identity == root.identity { break }
      guard status != nil, let next = ahead.last, next.link === link else {
        throw FileError(link.place, .linkLeavesTree(target: link.target))
      }
      ahead.removeLast()
      prefix += [UInt8(ascii: "/")] + next.name
    }
    here = root
  }

  /// The status of a path outside, following links; nil if missing or unreadable.
  private func status(of path: [UInt8], on link: Link) throws(FileError) -> FileStatus? {
    do throws(Errno) {
      return try Descriptor.status(of: path, at: root.descriptor, followingLinks: true)
    } catch {
      if [.notFound, .notADirectory, .noPermission, .tooManyLinks, .nameTooLong].contains(error) {
        return nil
      }
      throw FileError(link.place, error.kind)
    }
  }
}
