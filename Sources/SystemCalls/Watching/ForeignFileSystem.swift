/// Network file systems, whose remote writes cause no notifications.
enum ForeignFileSystem {
  static func holds(_ opened: Descriptor) -> Bool {
    #if os(Linux)
      var status = statfs()
      defer { withExtendedLifetime(opened) {} }
      return fstatfs(opened.number, &status) == 0
        && kinds.contains(UInt32(truncatingIfNeeded: status.f_type))
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
