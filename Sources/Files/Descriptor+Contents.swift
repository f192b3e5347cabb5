import SystemCalls

extension Descriptor {
  static let contentLimit = 256 << 20

  /// The contents of a regular file up to a limit, which holds even if the file grows meanwhile.
  func contents(
    at place: FilePlace, limit: Int = contentLimit
  ) throws(FileError) -> (bytes: [UInt8], status: FileStatus) {
    let status = try about(place, try status())
    guard status.kind == .regular else { throw FileError(place, .notARegularFile(status.kind)) }
    guard status.size <= limit else { throw FileError(place, .tooLarge(limit: limit)) }
    return (try stream(at: place, size: status.size, limit: limit), status)
  }

  package func stream(
    at place: FilePlace, size: Int = 0, limit: Int = contentLimit
  ) throws(FileError) -> [UInt8] {
    // One byte more than the size: a read needs room to detect the end.
    var bytes = try about(place, try self.bytes(upTo: size + 1, size: size))
    if bytes.count <= size { return bytes }
    while true {
      let room = min(max(bytes.count, 4096), limit + 1 - bytes.count)
      let more = try about(place, try self.bytes(upTo: room))
      bytes += more
      guard bytes.count <= limit else { throw FileError(place, .tooLarge(limit: limit)) }
      if more.count < room { return bytes }
    }
  }
}
