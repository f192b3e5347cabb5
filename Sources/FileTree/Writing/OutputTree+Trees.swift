import SystemCalls

extension OutputTree {
  /// The path from a tree's root to the scope that a directory is, or would be if it were made, whichever links
  /// lead there; nil where it is none.
  package static func scope(
    of path: [UInt8], from base: WorkingDirectory, in root: Folder, _ rules: Rules
  ) throws(FileError) -> [FileName]? {
    let (directory, missing) = try nearest(path, from: base)
    let way = try about(
      .given(path), try Ascent.way(from: directory, upTo: root.directory.identity))
    guard let way else { return nil }
    let names = try about(
      .given(path), try Ascent.names(from: directory, upTo: root.directory.identity))
    if let names, (names + missing).allSatisfy(rules.canBeScope) { return names + missing }
    // What hides from the tree may be a scope by the name of a link.
    return try root.scope(at: Set(way), rules)
  }

  /// The directory that there is of a path, and the names that lead on from it.
  private static func nearest(
    _ path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) -> (Descriptor, missing: [FileName]) {
    var (path, missing) = (path.isEmpty ? [UInt8(ascii: ".")] : path, [FileName]())
    while true {
      if let found = try existing(base.open(path, .passage)) { return (found, missing) }
      let (parent, name) = split(path)
      guard name.isComponent else { throw FileError(.given(path), .notFound) }
      (path, missing) = (parent, [name] + missing)
    }
  }
}

extension Folder {
  /// The path of a scope below that is one of these directories.
  fileprivate func scope(
    at directories: Set<FileIdentity>, _ rules: Rules
  ) throws(FileError) -> [FileName]? {
    for name in listing(rules).folders {
      do throws(FileError) {
        let folder = try folder(named: name, rules: rules)
        if directories.contains(folder.directory.identity) { return folder.path }
        if let found = try folder.scope(at: directories, rules) { return found }
      } catch {
        // What cannot be opened is no scope that could be asked.
        if case .system(let cause) = error.kind, cause != .noPermission { throw error }
      }
    }
    return nil
  }
}
