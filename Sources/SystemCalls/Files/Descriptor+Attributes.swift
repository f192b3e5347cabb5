extension Descriptor {
  /// Copies owner, group, extended attributes, access lists and mode of `other` to this new private file.
  /// Returns whether owner and group are those of `other`.
  ///
  /// Only root may give files away. A file that keeps its own owner or group must not grant more than `other`.
  /// With another group, group and others get the intersection of their modes; with an access list, nothing.
  package func copyAttributes(
    _ other: Descriptor?, _ status: FileStatus, withSpecialBits: Bool
  ) throws(Errno) -> Bool {
    let kept = try takeOwner(status)
    // Owner and group first: changing them clears special bits of the mode.
    let isListed = try other.map { (other) throws(Errno) in
      try takeExtended(other, withAccessList: kept.group)
    }
    var mode = withSpecialBits ? status.mode : status.mode & 0o777
    if !kept.owner { mode &= ~0o4000 }
    if !kept.group {
      let shared = isListed == true ? 0 : mode & mode >> 3 & 0o7
      mode = mode & 0o1700 | shared << 3 | shared
    }
    try call { fchmod($0, mode_t(truncatingIfNeeded: mode)) }
    return kept.owner && kept.group
  }

  private func takeOwner(_ status: FileStatus) throws(Errno) -> (owner: Bool, group: Bool) {
    let own = try self.status()
    if own.owner == status.owner, own.group == status.group { return (true, true) }
    // The largest number keeps the owner.
    for owner in [status.owner, .max] {
      // EINVAL: the owner has no mapping in this container.
      let done = try present(
        call { fchown($0, owner, status.group) },
        unless: { $0.code == EPERM || $0.code == EINVAL })
      if done != nil { return (owner == status.owner || own.owner == status.owner, true) }
    }
    return (own.owner == status.owner, own.group == status.group)
  }

  private func takeExtended(
    _ other: Descriptor, withAccessList: Bool
  ) throws(Errno) -> Bool {
    #if canImport(Darwin)
      let what = withAccessList ? COPYFILE_ACL | COPYFILE_XATTR : COPYFILE_XATTR
      _ = try call { number in
        defer { withExtendedLifetime(other) {} }
        return fcopyfile(other.number, number, nil, copyfile_flags_t(what))
      }
      return true
    #else
      let names = try other.extendedNames()
      let isListed = names.contains(.accessList)
      // The directory may have given the new file a default access list.
      if !isListed || !withAccessList, try extendedNames().contains(.accessList) {
        try Optional(self).call(.accessList) { fremovexattr($0, $1) }
      }
      for name in names where withAccessList || name != .accessList {
        if name.isBoundToBytes { continue }
        do throws(Errno) {
          guard let value = try other.extended(name) else { continue }
          try Optional(self).call(name) { number, name in
            value.withUnsafeBytes { fsetxattr(number, name, $0.baseAddress, $0.count, 0) }
          }
        } catch {
          // The system manages its own attributes and may refuse changes to them.
          guard name.isOfTheSystem, [EPERM, EACCES, ENOTSUP].contains(error.code) else {
            throw error
          }
        }
      }
      return isListed
    #endif
  }

  #if !canImport(Darwin)
    private func extendedNames() throws(Errno) -> [FileName] {
      let list = try present(
        grown { flistxattr($0, $1, $2) }, unless: { $0.code == ENOTSUP || $0.code == ENOSYS })
      return list?.split(separator: 0).map { FileName($0) } ?? []
    }

    private func extended(_ name: FileName) throws(Errno) -> [UInt8]? {
      try present(
        grown { number, buffer, size in name.withCString { fgetxattr(number, $0, buffer, size) } },
        unless: { $0.code == ENODATA })
    }

    /// The result of a call that reports its size; repeats if the size grows meanwhile.
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

    /// Signatures of the old file's bytes (xattr(7), evm, ima).
    fileprivate var isBoundToBytes: Bool {
      self == FileName("security.ima".utf8) || self == FileName("security.evm".utf8)
    }

    fileprivate var isOfTheSystem: Bool {
      starts(with: "security.".utf8) || starts(with: "trusted.".utf8)
    }
  }
#endif

/// A path component, as bytes.
package typealias FileName = [UInt8]

extension FileName {
  package var isDot: Bool { count == 1 && self[0] == UInt8(ascii: ".") }
  package var isDotDot: Bool {
    count == 2 && self[0] == UInt8(ascii: ".") && self[1] == UInt8(ascii: ".")
  }

  package var isComponent: Bool {
    !isEmpty && !isDot && !isDotDot && !contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  package var isUTF8: Bool {
    allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
  }

  /// Splits a path; an empty component becomes `.`, so that a trailing slash requires a directory.
  package var components: [FileName] {
    split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { $0.isEmpty ? [UInt8(ascii: ".")] : FileName($0) }
  }
}

extension [FileName] {
  package var joinedPath: [UInt8] {
    var path: [UInt8] = []
    path.reserveCapacity(reduce(count) { $0 + $1.count })
    for name in self {
      if !path.isEmpty { path.append(UInt8(ascii: "/")) }
      path += name
    }
    return path
  }
}
