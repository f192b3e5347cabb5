import SystemCalls

/// Follows a path beneath the root, component by component from a stack of open directories,
/// so that neither a link nor a swap on the way leads out of the tree.
struct Walk {
  /// How many links one walk follows (as Linux does, path_resolution(7)).
  static let linkLimit = 40

  /// Where a walk ends.
  enum End {
    case directory(Directory)
    /// Not a link, when it was looked at. Boxed, since to copy it the runtime would have to put its type
    /// together first, at every start.
    indirect case entry(of: Directory, FileName, FileStatus)
  }

  /// A link on the way: one end where it stands, the other as it is written.
  final class Link {
    let place: FilePlace
    let target: [UInt8]

    init(place: FilePlace, target: [UInt8]) {
      self.place = place
      self.target = target
    }
  }

  /// One name of a path that is left to be followed.
  struct Step {
    let name: FileName
    /// The link that says so, or nil for the path that was asked for.
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

  /// What does not exist behind a link is that link's fault.
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

  /// `..` in the root: only a link may leave it, and only to come back.
  private mutating func climb(_ step: Step) throws(FileError) {
    guard let link = step.link else {
      throw FileError(.inTree(start.path), .pathLeavesTree(path: asked))
    }
    try reenter(by: link, prefix: step.name)
  }

  /// Goes on in the root if a prefix of what is left of the link is the very root; nothing outside
  /// is opened to find out.
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

  /// What stands outside, links followed; nil where nothing does, or it is nobody's business.
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
