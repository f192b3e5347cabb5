#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that the user names for output: what stood there stays until all of the new bytes are written.
package enum OutputFile {
  private static let attempts = 100

  /// Puts bytes into a file: beside it first, then in its place. A link leads to the file that it names,
  /// and a device or a pipe is written as it stands.
  package static func write(
    _ bytes: [UInt8], to path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) {
    let (directory, name) = try target(of: path, base)
    let place = FilePlace.given(path)
    let known = try? Descriptor.status(of: name, at: directory, followingLinks: true)
    if let known, known.kind == .directory { throw FileError(place, .notARegularFile(.directory)) }
    if let known, known.kind != .regular {
      try about(place) { () throws(Errno) in
        try Descriptor.open(name, at: directory, .stream).write(bytes)
      }
      return
    }
    try about(place) { () throws(Errno) in try replace(name, in: directory, bytes, known) }
  }

  private static func replace(
    _ name: FileName, in directory: Descriptor, _ bytes: [UInt8], _ known: FileStatus?
  ) throws(Errno) {
    // A new file has what the user's mask leaves of the usual mode; what is to replace one is nobody
    // else's until it has that one's.
    let (draft, descriptor) = try create(in: directory, mode: known == nil ? 0o666 : 0o600)
    do throws(Errno) {
      try descriptor.write(bytes)
      if let known { try descriptor.setMode(known.mode) }
      try descriptor.sync()
      try Descriptor.rename(draft, to: name, in: directory)
    } catch {
      Descriptor.unlink(draft, in: directory)
      throw error
    }
  }

  /// The directory in which a path ends, and its last name there, links followed.
  private static func target(
    of path: [UInt8], _ base: WorkingDirectory
  ) throws(FileError) -> (Descriptor, FileName) {
    let slash = UInt8(ascii: "/")
    var path = path
    for _ in 0..<Walk.linkLimit {
      let end = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
      let name = FileName(path[end...])
      let parent = end == 0 ? [UInt8(ascii: ".")] : Array(path[..<end])
      guard name.isComponent else { throw FileError(.given(path), .notAName) }
      let directory = try base.open(parent, .passage)
      guard let target = try? Descriptor.target(of: name, at: directory) else {
        return (directory, name)
      }
      path = target.first == slash ? target : (end == 0 ? target : parent + target)
    }
    throw FileError(.given(path), .tooManyLinks(limit: Walk.linkLimit))
  }

  /// A new file under a name that nobody can guess, open for writing.
  private static func create(
    in directory: Descriptor, mode: UInt32
  ) throws(Errno) -> (FileName, Descriptor) {
    var last = Errno(code: EEXIST)
    for _ in 0..<attempts {
      let name = Array(".heir-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp".utf8)
      do throws(Errno) {
        return (name, try Descriptor.create(name, at: directory, mode: mode))
      } catch {
        guard error.code == EEXIST else { throw error }
        last = error
      }
    }
    throw last
  }
}
