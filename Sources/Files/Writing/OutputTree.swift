import SystemCalls

/// A directory into which many files are written, each atomically and only if it differs. Links are refused.
///
/// A draft is created in the directory of its file, so that its permissions protect it.
/// The next writer clears drafts that a killed writer left.
package final class OutputTree {
  private let path: [UInt8]
  private let barred: Set<FileIdentity>
  private let isWritable: Bool
  /// The open directories of the last path, from the top: files arrive in the order of a walk.
  private var way: [Step]

  private struct Step {
    let name: FileName
    let directory: Descriptor
    let status: FileStatus
    /// Whether it was created here, so that it has no other files.
    let isNew: Bool
    /// Marks drafts in it as used; nil until it is taken.
    var lock: DirectoryLock?
  }

  /// A directory to read, or nil if it is missing; with a timeout, a directory to write, locked and made if missing.
  package init?(
    _ path: [UInt8], from base: WorkingDirectory, barring roots: [Folder],
    _ lockTimeout: LockTimeout? = nil
  ) throws(FileError) {
    let path = path.isEmpty ? [UInt8(ascii: ".")] : path
    let found =
      lockTimeout == nil
      ? try existing(base.openForOutput(path)) : try Self.made(path, from: base)
    guard let top = found else { return nil }
    let lock = try lockTimeout.map { (lockTimeout) throws(FileError) in
      try DirectoryLock(top, .given(path), lockTimeout)
    }
    self.path = path
    isWritable = lock != nil
    barred = Set(roots.map(\.directory.identity))
    let status = try about(.given(path), try top.status())
    way = [Step(name: [], directory: top, status: status, isNew: false, lock: lock)]
  }

  private static func made(
    _ path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) -> Descriptor {
    if let found = try existing(base.openForOutput(path)) { return found }
    let (parent, name) = split(path)
    if name.isDot { return try made(parent, from: base) }
    guard name.isComponent else { throw FileError(.given(path), .notFound) }
    let directory = try made(parent, from: base)
    _ = try about(.given(path), try Descriptor.makeDirectory(name, in: directory))
    return try base.openForOutput(path)
  }

  package static func split(_ path: [UInt8]) -> (parent: [UInt8], name: FileName) {
    let end = path.lastIndex { $0 != .slash }.map { $0 + 1 } ?? 0
    let start = path[..<end].lastIndex(of: .slash).map { $0 + 1 } ?? 0
    return (start == 0 ? [UInt8(ascii: ".")] : Array(path[..<start]), FileName(path[start..<end]))
  }

  // MARK: Files

  /// Checks that a file can be written, and returns whether it exists.
  /// Throws for links, other kinds of files and files of other users on the way.
  @discardableResult
  package func check(_ names: [FileName]) throws(FileError) -> Bool {
    let place = self.place(of: names)
    guard let directory = try directory(names.dropLast(), makes: false),
      let status = try about(
        place, try present(Descriptor.status(of: names[names.count - 1], at: directory.directory)))
    else { return false }
    if status.kind != .regular {
      throw FileError(place, status.kind == .link ? .linkInPath : .notARegularFile(status.kind))
    }
    try status.requireTrustedOwner(in: directory.status, place)
    return true
  }

  /// The longest file name in bytes on common file systems.
  package static var longestName: Int { 255 }

  package func contents(
    of names: [FileName]
  ) throws(FileError) -> (bytes: [UInt8], status: FileStatus)? {
    guard let directory = try directory(names.dropLast(), makes: false) else { return nil }
    return try former(names, in: directory.directory)?.contents(at: place(of: names))
  }

  /// Whether a regular file exists there, without links or files of other users on the way.
  package func holds(_ names: [FileName]) throws(FileError) -> Bool {
    do throws(FileError) { return try check(names) } catch {
      switch error.kind {
      case .linkInPath, .notADirectory, .notARegularFile, .rootOfTree, .planted: return false
      default: throw error
      }
    }
  }

  private func former(
    _ names: [FileName], in directory: Descriptor
  ) throws(FileError) -> Descriptor? {
    do throws(Errno) {
      return try present(Descriptor.open(names[names.count - 1], at: directory, .file))
    } catch {
      throw FileError(place(of: names), error == .tooManyLinks ? .linkInPath : error.kind)
    }
  }

  /// Writes a file if it differs, creating its directories. `first` is called before the first change.
  package func put(
    _ bytes: [UInt8], at names: [FileName], first: () throws(FileError) -> Void = {}
  ) throws(FileError) -> FileWrite {
    if !isWritable { return .untouched }
    let place = self.place(of: names)
    var former: FileReplacement.OldFile?
    var found = try directory(names.dropLast(), makes: false)
    if let found, !found.isNew, let file = try self.former(names, in: found.directory) {
      let status = try about(place, try file.status())
      guard status.kind == .regular else {
        throw FileError(place, .notARegularFile(status.kind))
      }
      try status.requireTrustedOwner(in: found.status, place)
      if status.size == bytes.count {
        let old = try about(place, try file.bytes(upTo: bytes.count + 1, size: bytes.count))
        if old == bytes { return .untouched }
      }
      former = FileReplacement.OldFile(descriptor: file, status: status)
    }
    try first()
    if found == nil { found = try self.directory(names.dropLast(), makes: true) }
    guard let directory = found?.directory else { return .untouched }
    let isLocked = locksDirectory()
    let keepsOwner = try SignalBlock.during { () throws(FileError) in
      try about(
        place,
        try directory.put(bytes, as: names[names.count - 1], like: former, locked: isLocked))
    }
    return FileWrite(replacing: former?.status, keepsOwner: keepsOwner)
  }

  /// Replaces a file at the top with a file that only the user may write.
  package func putOwn(_ bytes: [UInt8], as name: FileName) throws(FileError) {
    if !isWritable { return }
    _ = try SignalBlock.during { () throws(FileError) in
      try about(
        place(of: [name]),
        try way[0].directory.put(bytes, as: name, like: nil, permissions: 0o644, locked: true))
    }
  }

  /// Removes a file and the directories that are empty then; returns whether it existed.
  package func remove(_ names: [FileName]) throws(FileError) -> Bool {
    guard isWritable else { return false }
    let exists = try holds(names)
    if exists {
      try about(
        place(of: names), try Descriptor.unlink(names[names.count - 1], in: here.directory))
    }
    // Also without the file: an earlier call may have failed to remove the directories.
    while way.count > 1 {
      let place = place(of: way.dropFirst().map(\.name))
      let name = way.removeLast().name
      do throws(Errno) { try Descriptor.removeDirectory(name, in: here.directory) } catch {
        if [.notEmpty, .exists, .notFound].contains(error) { break }
        throw FileError(place, error.kind)
      }
    }
    return exists
  }

  // MARK: Directories

  private func place(of names: some Sequence<FileName>) -> FilePlace {
    let isDot = path.elementsEqual([UInt8(ascii: ".")])
    let start = isDot ? [] : path.last == .slash ? path : path + [.slash]
    return .given(start + Array(names).joinedPath)
  }

  private var here: Step { way[way.count - 1] }

  private func directory(_ names: ArraySlice<FileName>, makes: Bool) throws(FileError) -> Step? {
    let common = zip(way.dropFirst(), names).prefix { $0.name == $1 }.count
    way.removeSubrange((common + 1)...)
    for index in names.indices.dropFirst(common) {
      let next = try next(names[index], names[...index], makes: makes)
      guard let next else { return nil }
      way.append(next)
    }
    return here
  }

  private func locksDirectory() -> Bool {
    if here.lock == nil {
      let place = self.place(of: way.dropFirst().map(\.name))
      way[way.count - 1].lock = try? DirectoryLock(here.directory, place, .none)
    }
    return here.lock != nil
  }

  private func next(
    _ name: FileName, _ names: ArraySlice<FileName>, makes: Bool
  ) throws(FileError) -> Step? {
    let (parent, place) = (here, self.place(of: names))
    guard name.isComponent else { throw FileError(place, .notAName) }
    var isNew = false
    var found = try opened(name, in: parent.directory, place)
    if found == nil {
      guard makes else { return nil }
      isNew = try about(place, try Descriptor.makeDirectory(name, in: parent.directory))
      found = try opened(name, in: parent.directory, place)
    }
    guard let found else { throw FileError(place, .notFound) }
    let status = try about(place, try found.status())
    if !isNew, barred.contains(status.identity) { throw FileError(place, .rootOfTree) }
    try status.requireTrustedOwner(in: parent.status, place)
    let lock = isWritable && !isNew ? DirectoryLock.clearingDrafts(in: found, place) : nil
    return Step(name: name, directory: found, status: status, isNew: isNew, lock: lock)
  }

  private func opened(
    _ name: FileName, in parent: Descriptor, _ place: FilePlace
  ) throws(FileError) -> Descriptor? {
    do throws(Errno) {
      return try present(Descriptor.open(name, at: parent, .directory))
    } catch {
      let isLink = (try? Descriptor.status(of: name, at: parent))?.kind == .link
      throw FileError(place, isLink ? .linkInPath : error.kind)
    }
  }

  /// A part of a tree that overlaps an output directory.
  package enum Overlap {
    case scope([FileName])
    case link([FileName])
  }

  /// The part of a tree in a directory, by any links; nil if there is none.
  package static func meeting(
    of path: [UInt8], from base: WorkingDirectory, in root: Folder, _ rules: Rules
  ) throws(FileError) -> Overlap? {
    let (directory, missing) = try nearest(path, from: base)
    let way = try about(
      .given(path), try ParentWalk.way(from: directory, upTo: root.directory.identity))
    guard let way else { return nil }
    let names = try about(
      .given(path), try ParentWalk.names(from: directory, upTo: root.directory.identity))
    let whole = (names ?? []) + missing
    if names != nil, whole.allSatisfy(rules.canBeScope) { return .scope(whole) }
    // A hidden or ignored directory may still be a scope, or contain a file of a scope, through a link.
    let open = way.indices.filter {
      whole.suffix($0 + missing.count).allSatisfy(rules.canBeScope)
    }
    return try root.meeting(at: Set(open.map { way[$0] }), whole, rules)
  }

  private static func nearest(
    _ path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) -> (Descriptor, missing: [FileName]) {
    var (path, missing) = (path.isEmpty ? [UInt8(ascii: ".")] : path, [FileName]())
    while true {
      if let found = try existing(base.open(path, .traversal)) { return (found, missing) }
      let (parent, name) = split(path)
      guard name.isComponent || name.isDot else { throw FileError(.given(path), .notFound) }
      (path, missing) = (parent, name.isDot ? missing : [name] + missing)
    }
  }
}

extension Folder {
  /// The scope below that is among these directories, or a link in it that leads to a path from the root or below.
  fileprivate func meeting(
    at directories: Set<FileIdentity>, _ path: [FileName], _ rules: Rules
  ) throws(FileError) -> OutputTree.Overlap? {
    try first(rules) { folder in
      if directories.contains(folder.directory.identity) { return .scope(folder.path) }
      let link = folder.possibleLinks.first { entry in
        (rules.canBeScope(entry.name) || !entry.name.isHidden && rules.isPropertyFile(entry.name))
          && folder.directory.leads(entry.name, to: path)
      }
      return link.map { .link(folder.path + [$0.name]) }
    }
  }
}

extension Directory {
  /// Whether a link leads to a path from the root or below, or will after the path is created.
  fileprivate func leads(_ name: FileName, to path: [FileName]) -> Bool {
    if let end = try? end(of: name) { return end.path.starts(with: path) }
    var here = self
    var ahead = [name]
    for _ in 0..<Self.linkLimit {
      guard let next = ahead.first,
        let target = try? Descriptor.target(of: next, at: here.descriptor),
        target.first != .slash
      else { break }
      ahead = target.components + ahead.dropFirst()
      // The longest existing prefix.
      let count = ahead.indices.reversed().first { here.directory(ahead[..<$0]) != nil } ?? 0
      here = here.directory(ahead[..<count]) ?? here
      ahead.removeFirst(count)
    }
    let end = here.path + ahead.filter { !$0.isDot }
    return end.starts(with: path) || path.starts(with: end)
  }

  private func directory(_ names: ArraySlice<FileName>) -> Directory? {
    try? end(of: Array(names).joinedPath).directory()
  }
}
