import SystemCalls

extension FileStatus {
  /// Throws if another user may have planted this: it belongs to that user, and others can write to its directory.
  func requireTrustedOwner(
    in directory: FileStatus, _ place: @autoclosure () -> FilePlace
  ) throws(FileError) {
    if directory.isWritableByOthers, owner != directory.owner,
      !Discovery.trustedOwners.contains(owner)
    {
      throw FileError(place(), .planted(owner: owner))
    }
  }

  /// Whether it belongs to the user or root, and no other user may write to it.
  package var isWrittenByUserAlone: Bool {
    Discovery.trustedOwners.contains(owner) && !isWritableByOthers
  }
}

extension WorkingDirectory {
  /// Opens a directory for output; refuses links that another user may have planted.
  func openForOutput(_ path: [UInt8]) throws(FileError) -> Descriptor {
    guard !path.isEmpty, !path.contains(0) else { return try open(path, .traversal) }
    var way: [UInt8] = path.first == .slash ? [.slash] : []
    var directory = try open(way.isEmpty ? [UInt8(ascii: ".")] : way, .traversal)
    for name in path.split(separator: .slash).map({ FileName($0) }) where !name.isDot {
      way += name
      directory = try Self.next(name, in: directory, .given(way), whole: .given(path))
      way.append(.slash)
    }
    return directory
  }

  private static func next(
    _ name: FileName, in directory: Descriptor, _ place: FilePlace, whole: FilePlace
  ) throws(FileError) -> Descriptor {
    do throws(Errno) {
      return try Descriptor.open(name, at: directory, .traversalWithoutLink)
    } catch {
      // The error for a link depends on the system.
      guard error == .notADirectory || error == .tooManyLinks else {
        throw FileError(whole, error.kind)
      }
    }
    let (link, parent) = try about(
      whole, try (Descriptor.status(of: name, at: directory), directory.status()))
    if link.kind == .link { try link.requireTrustedOwner(in: parent, place) }
    return try about(whole, try Descriptor.open(name, at: directory, .traversal))
  }
}
