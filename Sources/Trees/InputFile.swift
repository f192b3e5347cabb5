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
      try about(place, try descriptor.setBlocking())
    }
  }

  package func contents() throws(FileError) -> [UInt8] {
    try FileReader(descriptor: descriptor, place: place).stream()
  }
}
