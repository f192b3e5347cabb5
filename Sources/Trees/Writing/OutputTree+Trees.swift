import SystemCalls

extension OutputTree {
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
    for entry in entries where entry.kind == nil || entry.kind == .link {
      guard rules.canBeScope(entry.name) || !entry.name.isHidden && rules.isPropertyFile(entry.name)
      else { continue }
      if leads(entry.name, to: path) { return .link(self.path + [entry.name]) }
    }
    for name in listing(rules).folders {
      do throws(FileError) {
        let folder = try folder(named: name, rules: rules)
        if directories.contains(folder.directory.identity) { return .scope(folder.path) }
        if let found = try folder.meeting(at: directories, path, rules) { return found }
      } catch {
        // A directory without permission is not a scope.
        if case .system(let cause) = error.kind, cause != .noPermission { throw error }
      }
    }
    return nil
  }

  /// Whether a link leads to a path from the root or below, or will after the path is created.
  private func leads(_ name: FileName, to path: [FileName]) -> Bool {
    switch try? end(of: name) {
    case .directory(let directory)?: return directory.path.starts(with: path)
    case .entry(let directory, let name, _)?:
      return (directory.path + [name]).starts(with: path)
    case nil: break
    }
    var here = directory
    var ahead = [name]
    for _ in 0..<Walk.linkLimit {
      guard let next = ahead.first,
        let target = try? Descriptor.target(of: next, at: here.descriptor),
        target.first != UInt8(ascii: "/")
      else { break }
      ahead = target.components + ahead.dropFirst()
      // The longest existing prefix.
      let count =
        ahead.indices.reversed().first { (directory(ahead[..<$0], from: here)) != nil } ?? 0
      here = directory(ahead[..<count], from: here) ?? here
      ahead.removeFirst(count)
    }
    let end = here.path + ahead.filter { !$0.isDot }
    return end.starts(with: path) || path.starts(with: end)
  }

  private func directory(_ names: ArraySlice<FileName>, from start: Directory) -> Directory? {
    if names.isEmpty { return start }
    var walk = Walk(Array(names).joinedPath, from: start, root: root)
    switch try? walk.end() {
    case .directory(let directory)?: return directory
    case .entry(let directory, let name, let status)? where status.kind == .directory:
      return try? directory.directory(named: name)
    default: return nil
    }
  }
}
