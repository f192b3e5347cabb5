import CLibrary

extension Descriptor {
  /// Makes this file, which is new and its owner's alone, one that looks like another: owner, group,
  /// extended attributes with access lists, mode. Says whether it has the other one's owner and group.
  ///
  /// Who is not root cannot give a file away. It then is the user's own, and nobody may do more with it
  /// than with the other one: where the group is another, group and others may do what both could, and an
  /// access list, whose entries speak of the owning group, is not taken over but leaves nothing to either.
  func resemble(
    _ other: Descriptor?, _ status: FileStatus, withSpecialBits: Bool = true
  ) throws(Errno) -> Bool {
    let kept = try takeOwner(status)
    // Owner and group go first: changing them takes special bits of the mode away.
    let isListed = try other.map { (other) throws(Errno) in
      try takeExtended(other, withAccessList: kept.group)
    }
    var mode = withSpecialBits ? status.mode : status.mode & 0o777
    if !kept.owner { mode &= ~0o4000 }
    if !kept.group {
      let shared = isListed == true ? 0 : mode & mode >> 3 & 0o7
      mode = mode & 0o1700 | shared << 3 | shared
    }
    try setMode(mode)
    return kept.owner && kept.group
  }

  private func takeOwner(_ status: FileStatus) throws(Errno) -> (owner: Bool, group: Bool) {
    let own = try self.status()
    if own.owner == status.owner, own.group == status.group { return (true, true) }
    do throws(Errno) {
      try setOwner(status.owner, group: status.group)
      return (true, true)
    } catch {
      // EINVAL: an owner whom this container does not know.
      guard error.code == EPERM || error.code == EINVAL else { throw error }
    }
    do throws(Errno) {
      try setOwner(nil, group: status.group)
      return (own.owner == status.owner, true)
    } catch {
      guard error.code == EPERM || error.code == EINVAL else { throw error }
      return (own.owner == status.owner, own.group == status.group)
    }
  }

  #if canImport(Darwin)
    /// Says whether the other one has an access list or may have one.
    private func takeExtended(
      _ other: Descriptor, withAccessList: Bool
    ) throws(Errno) -> Bool {
      let what = withAccessList ? COPYFILE_ACL | COPYFILE_XATTR : COPYFILE_XATTR
      _ = try call { number in
        defer { withExtendedLifetime(other) {} }
        return fcopyfile(other.number, number, nil, copyfile_flags_t(what))
      }
      return true
    }
  #else
    /// Says whether the other one has an access list.
    private func takeExtended(
      _ other: Descriptor, withAccessList: Bool
    ) throws(Errno) -> Bool {
      let names = try other.extendedNames()
      let isListed = names.contains(.accessList)
      // The directory may have given the new file a list of its own.
      if !isListed || !withAccessList, try extendedNames().contains(.accessList) {
        try about(.accessList) { fremovexattr($0, $1) }
      }
      for name in names where withAccessList || name != .accessList {
        if name.isBoundToBytes { continue }
        do throws(Errno) {
          guard let value = try other.extended(name) else { continue }
          try setExtended(name, value)
        } catch {
          // What the system keeps for itself it hands on by itself, or to nobody.
          guard name.isOfTheSystem, error.isRefusal else { throw error }
        }
      }
      return isListed
    }

    private func extendedNames() throws(Errno) -> [FileName] {
      let list = try present(
        grown { flistxattr($0, $1, $2) }, unless: { $0.code == ENOTSUP || $0.code == ENOSYS })
      return list?.split(separator: 0).map { FileName($0) } ?? []
    }

    /// Nil if it is gone by now.
    private func extended(_ name: FileName) throws(Errno) -> [UInt8]? {
      try present(
        grown { number, buffer, size in name.withCString { fgetxattr(number, $0, buffer, size) } },
        unless: { $0.code == ENODATA })
    }

    private func setExtended(_ name: FileName, _ value: [UInt8]) throws(Errno) {
      try about(name) { number, name in
        value.withUnsafeBytes { fsetxattr(number, name, $0.baseAddress, $0.count, 0) }
      }
    }

    private func about(
      _ name: FileName, _ body: (Int32, UnsafePointer<CChar>) -> Int32
    ) throws(Errno) {
      try Optional(self).call(name, body)
    }

    /// What a call fills in, with as much room as it says that it needs; that can grow meanwhile.
    private func grown(
      _ body: (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
    ) throws(Errno) -> [UInt8] {
      while true {
        let size = try call { body($0, nil, 0) }
        if size == 0 { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        do throws(Errno) {
          let length = try call { number in
            bytes.withUnsafeMutableBytes { buffer in
              buffer.withMemoryRebound(to: CChar.self) { body(number, $0.baseAddress, $0.count) }
            }
          }
          return Array(bytes.prefix(length))
        } catch {
          if error.code != ERANGE { throw error }
        }
      }
    }
  #endif
}

#if !canImport(Darwin)
  extension FileName {
    fileprivate static let accessList = FileName("system.posix_acl_access".utf8)

    /// Tells about the very bytes of the old file, which the new one has not (xattr(7), evm, ima).
    fileprivate var isBoundToBytes: Bool {
      self == FileName("security.ima".utf8) || self == FileName("security.evm".utf8)
    }

    fileprivate var isOfTheSystem: Bool {
      starts(with: "security.".utf8) || starts(with: "trusted.".utf8)
    }
  }

  extension Errno {
    fileprivate var isRefusal: Bool { code == EPERM || code == EACCES || code == ENOTSUP }
  }
#endif
