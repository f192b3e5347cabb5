extension Descriptor {
  /// Up to `count` bytes from the current offset; fewer only at the end of the file.
  /// Stops after `size` bytes without another read.
  package func bytes(upTo count: Int, size: Int = 0) throws(Errno) -> [UInt8] {
    // Uninitialized, since clearing the memory first would write it twice.
    try [UInt8](unsafeUninitializedCapacity: count) { (buffer, filled) throws(Errno) in
      guard let start = buffer.baseAddress else { return }
      while filled < count {
        // Linux transfers at most 2 GiB per call and macOS refuses more; `count` is far smaller.
        let length = try call { SystemCalls.read($0, start + filled, count - filled) }
        filled += length
        if length == 0 || filled == size { return }
      }
    }
  }
}
