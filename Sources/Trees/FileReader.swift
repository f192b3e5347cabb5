import SystemCalls

/// Reads an open file up to a limit, which holds even if the file grows meanwhile.
struct FileReader {
  static let limit = 256 << 20

  private let descriptor: Descriptor
  private let place: () -> FilePlace
  private let limit: Int

  init(
    descriptor: Descriptor, place: @autoclosure @escaping () -> FilePlace, limit: Int = Self.limit
  ) {
    (self.descriptor, self.place, self.limit) = (descriptor, place, limit)
  }

  func contents() throws(FileError) -> (bytes: [UInt8], status: FileStatus) {
    let status = try about(place(), try descriptor.status())
    guard status.kind == .regular else { throw FileError(place(), .notARegularFile(status.kind)) }
    guard status.size <= limit else { throw FileError(place(), .tooLarge(limit: limit)) }
    // One byte more than the size: a read needs room to detect the end.
    var bytes = try about(
      place(), try descriptor.bytes(upTo: status.size + 1, size: status.size))
    if bytes.count > status.size { try readOn(&bytes) }
    return (bytes, status)
  }

  func stream() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readOn(&bytes)
    return bytes
  }

  private func readOn(_ bytes: inout [UInt8]) throws(FileError) {
    while true {
      let room = min(max(bytes.count, 4096), limit + 1 - bytes.count)
      let more = try about(place(), try descriptor.bytes(upTo: room))
      bytes += more
      guard bytes.count <= limit else { throw FileError(place(), .tooLarge(limit: limit)) }
      if more.count < room { return }
    }
  }
}
