import SystemCalls

/// A file that the user names for input, which may be a pipe or a device.
package enum InputFile {
  /// All that it holds, up to what a property file may; `-` is standard input.
  package static func read(
    _ path: [UInt8], from base: WorkingDirectory
  ) throws(FileError) -> [UInt8] {
    let place = FilePlace.given(path)
    let descriptor =
      path == [UInt8(ascii: "-")]
      ? try about(place, try Descriptor.standardInput())
      : try base.open(path, .input)
    return try FileReader(descriptor: descriptor, place: place).stream()
  }
}
