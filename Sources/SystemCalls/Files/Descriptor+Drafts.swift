extension Descriptor {
  /// Replaces a file in this directory atomically; returns whether the owner and group of `former` were kept.
  /// Does not copy setuid, setgid and sticky bits, and does not sync: generated files can be generated again.
  ///
  /// `permissions`, less the umask, apply without `former`; `locked` if the caller holds this directory's lock.
  package func put(
    _ bytes: [UInt8], as name: FileName, like former: FileReplacement.OldFile?,
    permissions: UInt32 = 0o666, locked: Bool
  ) throws(Errno) -> Bool {
    if former != nil { try Descriptor.requireWritable(name, in: self) }
    let (draft, file) = try TemporaryName.make(in: self, locked: locked) { (draft) throws(Errno) in
      // The mode of an existing file may be narrower than the umask, so its draft starts private.
      try Descriptor.create(draft, at: self, permissions: former == nil ? permissions : 0o600)
    }
    try file.write(bytes)
    let keepsOwner = try former.map { (former) throws(Errno) in
      try file.copyAttributes(former.descriptor, former.status, withSpecialBits: false)
    }
    try file.closeNow()
    try Descriptor.rename(draft.bytes, to: name, in: self)
    draft.release()
    return keepsOwner ?? true
  }
}
