import SystemCalls

/// A file that the user names for input, which may be a pipe or a device.
package struct InputFile {
  /// What stands for standard input.
  package static let standardInput = [UInt8(ascii: "-")]

  let descriptor: Descriptor
  let identity: FileIdentity
  /// Whether it can be read again: what comes through a pipe is gone then.
  package let isLasting: Bool
  private let place: FilePlace

  /// Opens it; `tell` is called if nothing comes through a pipe for a second.
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

  /// All that it holds, up to what a property file may.
  package func contents() throws(FileError) -> [UInt8] {
    try FileReader(descriptor: descriptor, place: place).stream()
  }
}
