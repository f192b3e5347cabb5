#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads an open file whole, up to a bound that also holds when the file grows meanwhile.
struct FileReader {
  /// The bound of F2, in bytes.
  static let limit = 256 << 20

  let descriptor: Descriptor
  let place: FilePlace
  var limit = Self.limit

  func contents() throws(FileError) -> (bytes: [UInt8], status: FileStatus) {
    let status = try about(place) { () throws(Errno) in try descriptor.status() }
    guard status.kind == .regular else { throw FileError(place, .notARegularFile(status.kind)) }
    guard status.size <= limit else { throw FileError(place, .tooLarge(limit: limit)) }
    // One byte more than the size: the read that finds the end needs room to find something.
    var bytes = try about(place) { () throws(Errno) in try descriptor.bytes(upTo: status.size + 1) }
    if bytes.count > status.size { try readOn(&bytes) }
    return (bytes, status)
  }

  /// Reads to the end of what may be no file.
  func stream() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readOn(&bytes)
    return bytes
  }

  private func readOn(_ bytes: inout [UInt8]) throws(FileError) {
    while true {
      let room = min(max(bytes.count, 4096), limit + 1 - bytes.count)
      let more = try about(place) { () throws(Errno) in try descriptor.bytes(upTo: room) }
      bytes += more
      guard bytes.count <= limit else { throw FileError(place, .tooLarge(limit: limit)) }
      if more.count < room { return }
    }
  }

}

extension Descriptor {
  /// Up to `count` bytes from where it is; fewer only at the end of the file.
  func bytes(upTo count: Int) throws(Errno) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { (buffer, filled) throws(Errno) in
      guard let start = buffer.baseAddress else { return }
      while filled < count {
        let length = try call { Self.read($0, start + filled, count - filled) }
        if length == 0 { return }
        filled += length
      }
    }
  }

  // Linux moves at most 2 GiB in one call, macOS refuses more; the bound is far below both.
  private static func read(_ number: Int32, _ start: UnsafeMutablePointer<UInt8>, _ count: Int)
    -> Int
  {
    #if canImport(Glibc)
      Glibc.read(number, start, count)
    #elseif canImport(Musl)
      Musl.read(number, start, count)
    #elseif canImport(Darwin)
      Darwin.read(number, start, count)
    #endif
  }
}
