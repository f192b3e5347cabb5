#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(Errno) {
    var start = 0
    while start < bytes.count {
      start += try call { number in
        bytes.withUnsafeBytes { buffer in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
          #if canImport(Glibc)
            return Glibc.write(number, rest.baseAddress, rest.count)
          #elseif canImport(Musl)
            return Musl.write(number, rest.baseAddress, rest.count)
          #else
            return Darwin.write(number, rest.baseAddress, rest.count)
          #endif
        }
      }
    }
  }

  func setMode(_ mode: UInt32) throws(Errno) {
    _ = try call { fchmod($0, mode_t(truncatingIfNeeded: mode)) }
  }

  /// Waits until the disk has it.
  func sync() throws(Errno) {
    do throws(Errno) { _ = try call { fsync($0) } } catch {
      // Not every file system knows of it.
      if error.code != EINVAL && error.code != ENOTSUP { throw error }
    }
  }

  static func rename(
    _ name: [UInt8], to other: [UInt8], in directory: Descriptor
  ) throws(Errno) {
    _ = try directory.call { number -> Int32 in
      (name + [0]).withUnsafeBytes { from -> Int32 in
        (other + [0]).withUnsafeBytes { to -> Int32 in
          guard let from = from.bindMemory(to: CChar.self).baseAddress,
            let to = to.bindMemory(to: CChar.self).baseAddress
          else { return -1 }
          return renameat(number, from, number, to)
        }
      }
    }
  }

  /// Takes a file away; that it cannot be taken is no reason to fail.
  static func unlink(_ name: [UInt8], in directory: Descriptor) {
    _ = try? directory.call { number -> Int32 in
      (name + [0]).withUnsafeBytes { path in
        path.bindMemory(to: CChar.self).baseAddress.map { unlinkat(number, $0, 0) } ?? -1
      }
    }
  }
}
