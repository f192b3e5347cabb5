import SystemCalls

/// The git repository around a directory: the nearest `.git` upwards, or the directory it refers to.
///
/// Git accepts any directory that looks like a repository, and a tree may contain such files.
/// But git never stores a file named `.git`, so a `.git` cannot come from the repository's contents.
package struct GitDirectory: Sendable {
  private let start: Descriptor
  package let top: Descriptor
  private let topIdentity: FileIdentity
  package let descriptor: Descriptor
  private let identity: FileIdentity
  private let owners: [UInt32]

  /// Searches upwards from a folder, below `ceilings`; nil if none or if the folder is in the git directory.
  package init?(around folder: Folder, below ceilings: [[UInt8]] = []) throws(FileError) {
    let ceilings = ceilings.compactMap { try? Self.identity(of: $0) }
    let start = folder.directory.descriptor
    var ascent = try Self.read(start, try ParentWalk(from: start))
    var way = [ascent.identity]
    while true {
      let here = ascent.descriptor
      if let (owner, directory) = try Self.entry(in: here) {
        let status = try Self.read(here, try directory.status())
        if way.contains(status.identity) { return nil }
        let above = try Self.read(here, try here.status())
        (self.start, top, topIdentity) = (start, here, above.identity)
        (descriptor, identity) = (directory, status.identity)
        owners = [above.owner, owner, status.owner]
        return
      }
      guard try Self.read(here, try ascent.climb()) else { return nil }
      if ceilings.contains(ascent.identity) { return nil }
      way.append(ascent.identity)
    }
  }

  // MARK: Finding it

  private static let name = Array(".git".utf8)

  /// The owner of `.git` and the directory it is or refers to; nil if git would continue the search.
  private static func entry(
    in top: Descriptor
  ) throws(FileError) -> (owner: UInt32, directory: Descriptor)? {
    guard let entry = try read(top, try status(name, at: top)) else {
      return nil
    }
    if entry.kind == .regular { return (entry.owner, try target(in: top)) }
    guard entry.kind == .directory || entry.kind == .link else { return nil }
    let directory = try read(
      top, try present(Descriptor.open(name, at: top, .traversal), unless: \.isOfNothing))
    guard let directory, try read(top, try containsHead(directory)) else { return nil }
    return (entry.owner, directory)
  }

  /// The directory in the file `.git`: `gitdir: ../.git/modules/x`.
  private static func target(in top: Descriptor) throws(FileError) -> Descriptor {
    let file = place(top)
    let opened = try read(top, try Descriptor.open(name, at: top, .file))
    let text = try opened.contents(at: file, limit: 1 << 16).bytes
    let start = Array("gitdir: ".utf8)
    let end = text.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? -1
    let path = Array(text[..<(end + 1)].dropFirst(start.count))
    do throws(Errno) {
      if text.starts(with: start), !path.isEmpty {
        let directory = try Descriptor.open(path, at: top, .traversal)
        if try containsHead(directory) { return directory }
      }
    } catch { if !error.isOfNothing { throw FileError(file, error.kind) } }
    throw FileError(file, .noRepository(at: path))
  }

  private static func containsHead(_ directory: Descriptor) throws(Errno) -> Bool {
    try status(Array("HEAD".utf8), at: directory) != nil
  }

  private static func status(
    _ name: [UInt8], at directory: Descriptor
  ) throws(Errno) -> FileStatus? {
    try present(Descriptor.status(of: name, at: directory), unless: \.isOfNothing)
  }

  private static func read<Result>(
    _ top: Descriptor, _ call: @autoclosure () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    try about(place(top), call)
  }

  private static func place(_ top: Descriptor) -> FilePlace {
    .given(path(of: top) + [.slash] + name)
  }

  /// The absolute path for messages; `.` if unknown.
  private static func path(of directory: Descriptor) -> [UInt8] {
    guard let root = try? Descriptor.open([.slash], at: nil, .traversal).status().identity,
      let names = try? ParentWalk.names(from: directory, upTo: root)
    else { return [UInt8(ascii: ".")] }
    return names.reduce(into: []) { $0 += [.slash] + $1 }
  }

  // MARK: Positions

  package var topPath: [UInt8] { Self.path(of: top) }

  package func path(fromTop path: [UInt8]) -> [UInt8] {
    return path.first == .slash ? path : topPath + [.slash] + path
  }

  /// The path to the folder from git's top of the work tree; nil if the folder is not below.
  /// If that is the git directory itself (no `core.worktree`), or without a path, the directory with `.git` is the top.
  package func position(belowTop path: [UInt8]? = nil) throws(FileError) -> [FileName]? {
    let told = try path.map { (path) throws(FileError) in try Self.identity(of: path) } ?? identity
    return try Self.read(
      top, try ParentWalk.names(from: start, upTo: told == identity ? topIdentity : told))
  }

  private static func identity(of path: [UInt8]) throws(FileError) -> FileIdentity {
    try about(.given(path), try Descriptor.status(of: path, at: nil, followingLinks: true).identity)
  }

  package func hasSameTop(as other: GitDirectory) -> Bool { topIdentity == other.topIdentity }

  /// Whether a path, such as GIT_DIR, leads to this repository or its top directory.
  package func isLed(toBy path: [UInt8], from base: WorkingDirectory) -> Bool {
    guard let named = try? base.open(path, .traversal).status().identity else { return false }
    return named == identity || named == topIdentity
  }

  // MARK: Ownership

  /// The owner of the repository, its `.git` or its top directory, if not this user, root or in `more`.
  package func foreignOwner(trusting more: [UInt32]) -> UInt32? {
    let trusted = Discovery.trustedOwners + more
    return owners.first { !trusted.contains($0) }
  }

  /// Whether a value of git's `safe.directory` includes it (git-config(1)).
  package func isSafe(by paths: [[UInt8]]) -> Bool {
    let star = UInt8(ascii: "*")
    // An empty value resets the list.
    let start = paths.lastIndex(of: []).map { $0 + 1 } ?? 0
    return paths[start...].contains { path in
      if path == [star] { return true }
      let isPrefix = path.suffix(2) == [.slash, star]
      guard path.first == .slash,
        let named = try? Self.identity(of: isPrefix ? Array(path.dropLast()) : path)
      else { return false }
      if !isPrefix { return named == topIdentity }
      return (try? ParentWalk.names(from: top, upTo: named))?.isEmpty == false
    }
  }
}

extension Errno {
  fileprivate var isOfNothing: Bool { [.notFound, .notADirectory, .tooManyLinks].contains(self) }
}
