import CLibrary

extension Descriptor {
  /// Up to `count` bytes from where it is; fewer only at the end of the file, which a read that was given just
  /// `size` of them has found, though it had room for more.
  package func bytes(upTo count: Int, size: Int = 0) throws(Errno) -> [UInt8] {
    // The call fills the memory: to clear it before would be to go through it twice.
    try [UInt8](unsafeUninitializedCapacity: count) { (buffer, filled) throws(Errno) in
      guard let start = buffer.baseAddress else { return }
      while filled < count {
        // Linux moves at most 2 GiB in one call, macOS refuses more; the bound is far below both.
        let length = try call { CLibrary.read($0, start + filled, count - filled) }
        filled += length
        if length == 0 || filled == size { return }
      }
    }
  }
}
