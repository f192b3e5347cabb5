import SystemCalls

/// An output file of the user, which keeps its old contents until all new bytes are written.
package enum OutputFile {
  private static let attempts = 10

  /// Replaces a file atomically, keeping its mode and, if possible, its owner. Skips a file with these bytes.
  /// Follows links; writes devices, pipes and open descriptors such as `/dev/stdout` in place.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) -> FileWrite {
    for _ in 1..<attempts {
      do throws(FileError) { return try writeOnce(bytes, to: path, from: base) } catch {
        // Another process created the file meanwhile, so replace it.
        if error.kind != .changedMeanwhile { throw error }
      }
    }
    return try writeOnce(bytes, to: path, from: base)
  }

  private static func writeOnce(
    _ bytes: [UInt8], to path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) -> FileWrite {
    let place = FilePlace.given(path)
    let (directory, name): (Descriptor, FileName)
    switch try target(of: path, base) {
    case .entry(let found, let last): (directory, name) = (found, last)
    case .stream(let stream):
      try about(place, try stream.write(bytes))
      return FileWrite(replacing: nil)
    }
    let found = try about(place, try present(Descriptor.status(of: name, at: directory)))
    guard let known = found else {
      return try replace(name, in: directory, place, old: nil, bytes)
    }
    let parent = try about(place, try directory.status())
    try known.requireTrustedOwner(in: parent, place)
    if known.kind == .directory { throw FileError(place, .notARegularFile(.directory)) }
    if known.kind != .regular {
      try about(place) { () throws(Errno) in
        let stream = try Descriptor.open(name, at: directory, .stream)
        try stream.write(bytes)
        try stream.closeNow()
      }
      return FileWrite(replacing: nil)
    }
    let old = try old(name, in: directory, place, known)
    // Another process may have replaced the file.
    try old.status.requireTrustedOwner(in: parent, place)
    if old.bytes == bytes { return .untouched }
    return try replace(name, in: directory, place, old: old, bytes)
  }

  /// The existing file; without bytes if it is unreadable or too large.
  private static func old(
    _ name: FileName, in directory: Descriptor, _ place: FilePlace, _ known: FileStatus
  ) throws(FileError) -> FileReplacement.OldFile {
    let descriptor: Descriptor
    do throws(Errno) { descriptor = try Descriptor.open(name, at: directory, .file) } catch {
      guard error == .noPermission else { throw FileError(place, error.kind) }
      return FileReplacement.OldFile(descriptor: nil, status: known)
    }
    // A file too large to read can still be replaced.
    guard known.size <= Descriptor.contentLimit else {
      return FileReplacement.OldFile(descriptor: descriptor, status: known)
    }
    let (bytes, status) = try descriptor.contents(at: place)
    return FileReplacement.OldFile(descriptor: descriptor, status: status, bytes: bytes)
  }

  private static func replace(
    _ name: FileName, in directory: Descriptor, _ place: FilePlace, old: FileReplacement.OldFile?,
    _ bytes: [UInt8]
  ) throws(FileError) -> FileWrite {
    // The file may be in a scope, whose writers clear drafts. Without the lock, the draft gets a name they keep.
    let lock = try? DirectoryLock(directory, place, .none)
    let directory = lock?.descriptor ?? directory
    return try SignalBlock.during { () throws(FileError) in
      let replacement = try FileReplacement(
        of: name, in: directory, place, locked: lock != nil, former: old, bytes)
      do throws(FileError) {
        try replacement.install(old: old)
        try about(place) { () throws(Errno) in
          if let lock { return try lock.descriptor.sync() }
          // A directory without permission to list cannot be synced.
          _ = try present(directory.reopened().sync(), unless: { $0 == .noPermission })
        }
      } catch {
        try replacement.restore()
        throw error
      }
      return FileWrite(replacing: old?.status, keepsOwner: replacement.keepsOwner)
    }
  }

  /// The end of a path, after links.
  enum Target {
    case entry(Descriptor, FileName)
    case stream(OpenStream)
  }

  /// Whether two paths lead to the same file, even if it does not exist yet.
  package static func isSame(
    _ path: [UInt8], _ other: [UInt8], from base: WorkingDirectory
  ) -> Bool {
    if path == other { return true }
    switch (try? target(of: path, base), try? target(of: other, base)) {
    case (.entry(let directory, let name)?, .entry(let otherDirectory, let otherName)?):
      guard name == otherName, let identity = try? directory.identity() else { return false }
      return (try? otherDirectory.identity()) == identity
    case (.stream(let stream)?, .stream(let otherStream)?):
      return stream.number == otherStream.number
    default: return false
    }
  }

  /// Resolves a path; calls `step` for each name on the way that may be a link.
  static func target(
    of path: [UInt8], _ base: WorkingDirectory,
    _ step: (Descriptor, FileName) throws(FileError) -> Void = { _, _ in }
  ) throws(FileError) -> Target {
    let given = FilePlace.given(path)
    var path = path
    for _ in 0..<Directory.linkLimit {
      let end = path.lastIndex(of: .slash).map { $0 + 1 } ?? 0
      let name = FileName(path[end...])
      let parent = end == 0 ? [UInt8(ascii: ".")] : Array(path[..<end])
      guard name.isComponent else { throw FileError(.given(path), .notAName) }
      let directory = try base.openForOutput(parent)
      // Links in `/dev/fd` have targets that are not paths.
      let stream = try about(given, try OpenStream(name, in: directory))
      if let stream { return .stream(stream) }
      try step(directory, name)
      let target: [UInt8]
      do throws(Errno) { target = try Descriptor.target(of: name, at: directory) } catch {
        // EINVAL: not a link.
        guard error == .invalid || error == .notFound else {
          throw FileError(given, error.kind)
        }
        return .entry(directory, name)
      }
      let (link, holder) = try about(
        given, try (Descriptor.status(of: name, at: directory), directory.status()))
      try link.requireTrustedOwner(in: holder, .given(path))
      path = target.first == .slash ? target : (end == 0 ? target : parent + target)
    }
    throw FileError(.given(path), .tooManyLinks(limit: Directory.linkLimit))
  }

  /// The tree's property file or settings that writing to a path would create or change, by any links; nil if none.
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
    guard rules.takes(name) || name == .settings else { return nil }
    let names = try about(
      place, try ParentWalk.names(from: directory, upTo: root.directory.identity))
    guard let names, names.allSatisfy({ rules.canBeScope($0) }),
      name != .settings || names.isEmpty
    else { return nil }
    return names + [name]
  }
}

extension Folder {
  /// The path of a property file here or below that is this directory entry, through links.
  fileprivate func propertyFile(
    _ name: FileName, in directory: FileIdentity, _ rules: Rules
  ) throws(FileError) -> [FileName]? {
    try first(rules) { folder in
      if folder.directory.identity == directory, rules.takes(name) { return folder.path + [name] }
      for entry in folder.possibleLinks where rules.takes(entry.name) {
        // A broken link leads to no file.
        if case .entry(let found, let last, _)? = try? folder.directory.end(of: entry.name),
          found.identity == directory, last == name
        {
          return folder.path + [entry.name]
        }
      }
      return nil
    }
  }
}
