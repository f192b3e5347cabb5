import SystemCalls

extension Folder {
  /// The bytes of a file in this directory, following links inside the tree.
  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    guard name.isComponent else { throw FileError(place(of: name), .notAName) }
    if let bytes = try listedFile(name) { return bytes }
    return try opened(end(of: name), place(of: name)).bytes
  }

  /// Skips the check of the kind, which the listing contains; nil if the entry is not or no longer a regular file.
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

  /// An open file that was read, in the directory that contains it after all links.
  struct OpenedFile {
    let directory: Directory
    let name: FileName
    let descriptor: Descriptor
    let bytes: [UInt8]
    let status: FileStatus
  }

  func opened(_ end: Walk.End, _ place: FilePlace) throws(FileError) -> OpenedFile {
    guard case .entry(let directory, let name, let status) = end else {
      throw FileError(place, .notARegularFile(.directory))
    }
    // Opening a device has side effects, so check the kind before and, since it may change, after.
    guard status.kind == .regular else { throw FileError(place, .notARegularFile(status.kind)) }
    let descriptor = try about(place, try Descriptor.open(name, at: directory.descriptor, .file))
    directory.observer?.opened(file: descriptor, status.identity, name, in: directory)
    let contents = try FileReader(descriptor: descriptor, place: place).contents()
    return OpenedFile(
      directory: directory, name: name, descriptor: descriptor, bytes: contents.bytes,
      status: contents.status)
  }
}
