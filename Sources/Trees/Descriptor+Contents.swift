import SystemCalls

/// An input file of the user, which may be a pipe or a device.
package struct InputFile {
  package static let standardInput = [UInt8(ascii: "-")]

  let descriptor: Descriptor
  let identity: FileIdentity
  /// Whether it can be read again, unlike a pipe.
  package let isLasting: Bool
  private let place: FilePlace

  /// Opens the file; calls `tell` once if a pipe has no writer for a second.
  package init(
    _ path: [UInt8], from base: WorkingDirectory, tell: () -> Void = {}
  ) throws(FileError) {
    place = .given(path)
    let isStream = path == Self.standardInput
    descriptor =
      isStream
      ? try about(place, try Descriptor.standardInput()) : try base.open(path, .input)
    let status = try about(place, try descriptor.status())
    identity = status.identity
    isLasting = !isStream && status.kind == .regular
    if !isStream && !isLasting {
      if status.kind == .fifo { try about(place, try descriptor.waitForWriter(tell)) }
      try about(place, try descriptor.setBlocking(true))
    }
  }

  package func contents() throws(FileError) -> [UInt8] {
    try descriptor.stream(at: place)
  }
}

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

  func stream(
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
