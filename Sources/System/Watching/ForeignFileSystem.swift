#if os(Linux)
  // The Glibc module does not import it. The structure begins with the file system type (statfs(2)).
  @_silgen_name("fstatfs")
  private func fileSystemStatus(_ number: Int32, _ status: UnsafeMutableRawPointer) -> Int32
#endif

/// Network file systems, whose remote writes cause no notifications.
enum ForeignFileSystem {
  static func holds(_ opened: Descriptor) -> Bool {
    #if os(Linux)
      // Larger than the structure on any architecture.
      var status = [Int](repeating: 0, count: 64)
      defer { withExtendedLifetime(opened) {} }
      let isKnown = status.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { fileSystemStatus(opened.number, $0) == 0 } ?? false
      }
      return isKnown && kinds.contains(UInt32(truncatingIfNeeded: status[0]))
    #else
      return false
    #endif
  }

  #if os(Linux)
    /// NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS (<linux/magic.h>).
    private static let kinds: Set<UInt32> = [
      0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x517B, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
      0x6B41_4653,
    ]
  #endif
}
