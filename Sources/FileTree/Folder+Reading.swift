import SystemCalls

extension Folder {
  /// The bytes of a file directly in this directory, also through a link that stays in the tree.
  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    guard name.isComponent else { throw FileError(place(of: name), .notAName) }
    if let bytes = try listedFile(name) { return bytes }
    return try opened(end(of: name), place(of: name)).bytes
  }

  /// What the directory told of a file when it was listed need not be asked again before it is opened; nil where it
  /// is something else, or has become it.
  private func listedFile(_ name: FileName) throws(FileError) -> [UInt8]? {
    guard directory.observer == nil, entries.named(name)?.kind == .regular,
      let descriptor = try? Descriptor.open(name, at: directory.descriptor, .file)
    else { return nil }
    return try FileReader(descriptor: descriptor, place: self.place(of: name)).contents().bytes
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    let place = try place(ofRelative: path)
    let file = try opened(end(of: path), place)
    return (file.bytes, file.directory.path + [file.name])
  }

  /// A file that was read, still open, with the directory that holds it behind all links.
  struct OpenedFile {
    let directory: Directory
    let name: FileName
    let descriptor: Descriptor
    let bytes: [UInt8]
    /// What was told of it before the first byte was read.
    let status: FileStatus
  }

  func opened(_ end: Walk.End, _ place: FilePlace) throws(FileError) -> OpenedFile {
    guard case .entry(let directory, let name, let status) = end else {
      throw FileError(place, .notARegularFile(.directory))
    }
    // Asked before opening, since opening a device can do things; asked again of what was opened,
    // since only that counts.
    guard status.kind == .regular else { throw FileError(place, .notARegularFile(status.kind)) }
    let descriptor = try about(place, try Descriptor.open(name, at: directory.descriptor, .file))
    directory.observer?.opened(file: descriptor, status.identity, name, in: directory)
    let contents = try FileReader(descriptor: descriptor, place: place).contents()
    return OpenedFile(
      directory: directory, name: name, descriptor: descriptor, bytes: contents.bytes,
      status: contents.status)
  }
}
