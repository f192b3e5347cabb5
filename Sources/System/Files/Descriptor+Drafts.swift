extension Descriptor {
  /// Puts a file of these bytes under a name of this directory, as a whole and in the place of what stands there.
  /// Returns whether it has the former one's owner and group. Its setuid, setgid and sticky bits are not taken over.
  ///
  /// `permissions` are those of a file without a former one, less the user's mask. `locked` is whether the caller has
  /// the lock of this directory. The disk is not waited for: what is made of many files at once can be made again.
  package func put(
    _ bytes: [UInt8], as name: FileName, like former: FileReplacement.Former?,
    permissions: UInt32 = 0o666, locked: Bool
  ) throws(Errno) -> Bool {
    if former != nil { try Descriptor.demandWritable(name, in: self) }
    let (draft, file) = try TemporaryName.make(in: self, locked: locked) { (draft) throws(Errno) in
      // A new file has its final mode from the start; that of an old one may be narrower than the mask leaves it.
      try Descriptor.create(draft, at: self, permissions: former == nil ? permissions : 0o600)
    }
    try file.write(bytes)
    let keepsOwner = try former.map { (former) throws(Errno) in
      try file.resemble(former.descriptor, former.status, withSpecialBits: false)
    }
    try file.closeNow()
    try Descriptor.rename(draft.bytes, to: name, in: self)
    draft.release()
    return keepsOwner ?? true
  }
}
