import SystemCalls

extension OutputFile {
  /// The path in a tree of a property file that would come of writing a file, whichever names and links
  /// lead there; nil where none would. What is wrong with the path, writing tells.
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
        try (Ascent.names(from: directory, upTo: root.directory.identity), directory.status()))
      // Beside what is a scope by its name, links make some.
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
    let names = try about(place, try Ascent.names(from: directory, upTo: root.directory.identity))
    guard let names, names.allSatisfy({ rules.canBeScope($0) }) else { return nil }
    return names + [name]
  }
}

extension Folder {
  /// The path of a property file, here or below, that lies in a directory under a name: in a scope that a link
  /// leads to, or by a link of its own.
  fileprivate func propertyFile(
    _ name: FileName, in directory: FileIdentity, _ rules: Rules
  ) throws(FileError) -> [FileName]? {
    if self.directory.identity == directory, rules.takes(name) { return path + [name] }
    for entry in entries where entry.kind == nil || entry.kind == .link {
      guard rules.takes(entry.name) else { continue }
      // One that is broken leads to nothing that is read.
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
        // What cannot be opened is no scope that could be asked.
        if case .system(let cause) = error.kind, cause != .noPermission { throw error }
      }
    }
    return nil
  }
}
