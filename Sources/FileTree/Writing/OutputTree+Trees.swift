import SystemCalls

extension OutputTree {
  /// What of a tree is, or would be, in a directory.
  package enum Meeting {
    /// It is this scope, or would be if it were made.
    case scope([FileName])
    /// This link of the tree leads into it.
    case link([FileName])
  }

  /// What of a tree is in a directory, whichever links lead there; nil where nothing is.
  package static func meeting(
    of path: [UInt8], from base: WorkingDirectory, in root: Folder, _ rules: Rules
  ) throws(FileError) -> Meeting? {
    let (directory, missing) = try nearest(path, from: base)
    let way = try about(
      .given(path), try Ascent.way(from: directory, upTo: root.directory.identity))
    guard let way else { return nil }
    let names = try about(
      .given(path), try Ascent.names(from: directory, upTo: root.directory.identity))
    let whole = (names ?? []) + missing
    if names != nil, whole.allSatisfy(rules.canBeScope) { return .scope(whole) }
    // What hides from the tree may be a scope, or hold a file of one, by the name of a link.
    return try root.meeting(at: Set(way), whole, rules)
  }

  /// The directory that there is of a path, and the names that lead on from it.
  private static func nearest(
    _ path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) -> (Descriptor, missing: [FileName]) {
    var (path, missing) = (path.isEmpty ? [UInt8(ascii: ".")] : path, [FileName]())
    while true {
      if let found = try existing(base.open(path, .passage)) { return (found, missing) }
      let (parent, name) = split(path)
      guard name.isComponent || name.isDot else { throw FileError(.given(path), .notFound) }
      (path, missing) = (parent, name.isDot ? missing : [name] + missing)
    }
  }
}

extension Folder {
  /// The scope below that is one of these directories, or a link in one that leads to what is at a path from the root
  /// or below it.
  fileprivate func meeting(
    at directories: Set<FileIdentity>, _ path: [FileName], _ rules: Rules
  ) throws(FileError) -> OutputTree.Meeting? {
    for entry in entries where entry.kind == nil || entry.kind == .link {
      guard rules.canBeScope(entry.name) || !entry.name.isHidden && rules.isPropertyFile(entry.name)
      else { continue }
      if try end(ofLink: entry.name)?.starts(with: path) == true {
        return .link(self.path + [entry.name])
      }
    }
    for name in listing(rules).folders {
      do throws(FileError) {
        let folder = try folder(named: name, rules: rules)
        if directories.contains(folder.directory.identity) { return .scope(folder.path) }
        if let found = try folder.meeting(at: directories, path, rules) { return found }
      } catch {
        // What cannot be opened is no scope that could be asked.
        if case .system(let cause) = error.kind, cause != .noPermission { throw error }
      }
    }
    return nil
  }

  /// The path from the root to where a link leads, also to what is not there yet; nil where it leads elsewhere.
  private func end(ofLink name: FileName) throws(FileError) -> [FileName]? {
    do throws(FileError) {
      switch try end(of: name) {
      case .directory(let directory): return directory.path
      case .entry(let directory, let name, _): return directory.path + [name]
      }
    } catch {
      guard case .danglingLink(let target) = error.kind, target.first != UInt8(ascii: "/"),
        case .inTree(let link) = error.place
      else { return nil }
      var path = link == self.path + [name] ? pathWithoutLinks : link.dropLast()
      for name in target.components where !name.isDot {
        if !name.isDotDot { path.append(name) } else if path.popLast() == nil { return nil }
      }
      return path
    }
  }
}
