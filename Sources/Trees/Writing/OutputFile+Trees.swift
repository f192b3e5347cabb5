import SystemCalls

extension OutputFile {
  /// The tree's property file that writing to a path would create or change, by any links; nil if none.
  /// Errors of the path are reported when writing.
  package static func propertyFile(
    of path: [UInt8], from base: WorkingDirectory, in root: Folder, _ rules: Rules
  ) throws(FileError) -> [FileName]? {
    var found: [FileName]?
    do throws(FileError) {
      let end = try target(of: path, base) { (directory, name) throws(FileError) in
        if found == nil {
          found = try propertyFile(name, in: directory, .given(path), root, rules)
        }
      }
      guard found == nil, case .entry(let directory, let name) = end else { return found }
      let names = try about(
        .given(path),
        try (ParentWalk.names(from: directory, upTo: root.directory.identity), directory.status()))
      // Outside the scopes, the file may still be in a scope through a link.
      if names.0 == nil { return nil }
      return try root.propertyFile(name, in: names.1.identity, rules)
    } catch {
      if error.kind.isOfNothing { return found }
      throw error
    }
  }

  private static func propertyFile(
    _ name: FileName, in directory: Descriptor, _ place: FilePlace, _ root: Folder, _ rules: Rules
  ) throws(FileError) -> [FileName]? {
    guard rules.takes(name) else { return nil }
    let names = try about(
      place, try ParentWalk.names(from: directory, upTo: root.directory.identity))
    guard let names, names.allSatisfy({ rules.canBeScope($0) }) else { return nil }
    return names + [name]
  }
}

extension Folder {
  /// The path of a property file here or below that is this directory entry, through links.
  fileprivate func propertyFile(
    _ name: FileName, in directory: FileIdentity, _ rules: Rules
  ) throws(FileError) -> [FileName]? {
    if self.directory.identity == directory, rules.takes(name) { return path + [name] }
    for entry in entries where entry.kind == nil || entry.kind == .link {
      guard rules.takes(entry.name) else { continue }
      // A broken link leads to no file.
      if case .entry(let found, let last, _)? = try? end(of: entry.name),
        found.identity == directory, last == name
      {
        return path + [entry.name]
      }
    }
    for child in listing(rules).folders {
      do throws(FileError) {
        let folder = try folder(named: child, rules: rules)
        if let found = try folder.propertyFile(name, in: directory, rules) { return found }
      } catch {
        // A directory without permission is not a scope.
        if case .system(let cause) = error.kind, cause != .noPermission { throw error }
      }
    }
    return nil
  }
}
