import CLibrary

extension Descriptor {
  /// Puts a file of these bytes under a name, as a whole and in the place of what stands there; it is written in
  /// another directory of the same disk, whose lock one has. Says whether it has the former one's owner and group.
  ///
  /// The disk is not waited for: what is made of many files at once can be made again.
  package func put(
    _ bytes: [UInt8], as name: FileName, like former: FileReplacement.Former?,
    draftIn drafts: Descriptor
  ) throws(Errno) -> Bool {
    if former != nil { try Descriptor.demandWritable(name, in: self) }
    do throws(Errno) {
      return try put(bytes, as: name, like: former, drafts, locked: true)
    } catch {
      // Something else is mounted here.
      guard error.code == EXDEV else { throw error }
      return try put(bytes, as: name, like: former, self, locked: false)
    }
  }

  private func put(
    _ bytes: [UInt8], as name: FileName, like former: FileReplacement.Former?,
    _ drafts: Descriptor, locked: Bool
  ) throws(Errno) -> Bool {
    let (draft, file) = try TemporaryName.make(in: drafts, locked: locked) {
      (draft) throws(Errno) in
      try Descriptor.create(draft, at: drafts, permissions: former == nil ? 0o666 : 0o600)
    }
    try file.write(bytes)
    let keepsOwner = try former.map { (former) throws(Errno) in
      try file.resemble(former.descriptor, former.status)
    }
    try file.closeNow()
    try Descriptor.rename(draft.bytes, in: drafts, to: name, in: self)
    draft.release()
    return keepsOwner ?? true
  }
}
