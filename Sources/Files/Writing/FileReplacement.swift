import SystemCalls

/// An atomic replacement of a file: draft, install, and until it is released, undo. It leaves no temporary files.
final class FileReplacement {
  /// The file to replace.
  struct OldFile {
    let descriptor: Descriptor?
    let status: FileStatus
    /// nil if the file was not read.
    var bytes: [UInt8]?
  }

  private enum Stage {
    case drafted(TemporaryName)
    /// Created where no file was, or with no old file to restore.
    case made
    case replaced(TemporaryName)
  }

  private let directory: Descriptor
  private let name: FileName
  private let place: FilePlace
  private let isLocked: Bool
  private let isNew: Bool
  private let identity: FileIdentity
  private var stage: Stage
  let keepsOwner: Bool

  /// Writes and syncs the draft next to the old file.
  init(
    of name: FileName, in directory: Descriptor, _ place: FilePlace, locked: Bool,
    former: OldFile?, _ bytes: [UInt8]
  ) throws(FileError) {
    (self.directory, self.name, self.place) = (directory, name, place)
    isLocked = locked
    isNew = former == nil
    if former != nil { try about(place, try Descriptor.requireWritable(name, in: directory)) }
    let (draft, descriptor): (TemporaryName, Descriptor)
    do throws(Errno) {
      // A replacement stays private until it gets the old mode.
      (draft, descriptor) = try directory.draft(
        locked: locked, permissions: isNew ? 0o666 : 0o600)
    } catch {
      throw FileError(
        place, former != nil && error.isRefusal ? .cannotCreateDraft(error) : error.kind)
    }
    (identity, keepsOwner) = try about(place, try descriptor.fill(bytes, like: former))
    stage = .drafted(draft)
  }

  /// Renames the draft into place. `old` is copied if the file system has no hard links.
  func install(old: OldFile?) throws(FileError) {
    guard case .drafted(let draft) = stage else { return }
    do throws(Errno) {
      if isNew {
        try make(draft)
        stage = .made
      } else {
        let spare = try spare(old)
        try move(draft)
        stage = .replaced(spare)
      }
    } catch {
      switch error.code {
      case EEXIST where isNew, ESTALE: throw FileError(place, .changedMeanwhile)
      case EBUSY, EXDEV: throw FileError(place, .mountPoint)
      default: throw FileError(place, error.kind)
      }
    }
  }

  /// Restores the old file, unless another process has replaced the new file.
  func restore() throws(FileError) {
    defer { stage = .made }
    switch stage {
    case .drafted: return
    case .made:
      guard isInPlace(ifUnknown: true) else { return }
      try about(place, try Descriptor.unlink(name, in: directory))
    case .replaced(let spare):
      do throws(Errno) {
        guard isInPlace(ifUnknown: true) else { return }
        try Descriptor.rename(spare.bytes, to: name, in: directory)
        spare.release()
      } catch {
        spare.release()
        throw FileError(place, .notRestored(error, kept: spare.bytes))
      }
    }
  }

  private func isInPlace(ifUnknown: Bool) -> Bool {
    do throws(Errno) {
      return try Descriptor.status(of: name, at: directory).identity == identity
    } catch {
      return error == .notFound ? false : ifUnknown
    }
  }

  /// A second name for the old file, or a copy if the file system refuses hard links.
  private func spare(_ old: OldFile?) throws(Errno) -> TemporaryName {
    do throws(Errno) {
      let spare = try TemporaryName.make(in: directory, locked: isLocked) {
        (spare) throws(Errno) in
        try Descriptor.link(name, as: spare, in: directory)
      }.name
      // Another process may have replaced the file since it was read: its file must not be lost.
      if let old, let bytes = old.bytes, try !holds(spare, old.status, bytes) {
        throw Errno(code: ESTALE)
      }
      return spare
    } catch {
      guard error.refusesLinks, let old, let bytes = old.bytes else { throw error }
      let (spare, descriptor) = try directory.draft(locked: isLocked, permissions: 0o600)
      _ = try descriptor.fill(bytes, like: old)
      return spare
    }
  }

  /// Whether the spare is the old file, or an equal copy where a link copies the file (`isLike`).
  private func holds(
    _ spare: TemporaryName, _ old: FileStatus, _ bytes: [UInt8]
  ) throws(Errno) -> Bool {
    let kept = try Descriptor.status(of: spare.bytes, at: directory)
    if kept.identity == old.identity { return true }
    guard kept.kind == .regular, kept.isLike(old) else { return false }
    let descriptor = try Descriptor.open(spare.bytes, at: directory, .file)
    return try descriptor.bytes(upTo: bytes.count + 1) == bytes
  }

  /// A link, unlike a rename, fails if another process has created the file.
  private func make(_ draft: TemporaryName) throws(Errno) {
    do throws(Errno) {
      try Descriptor.link(draft.bytes, as: name, in: directory)
    } catch {
      guard error.refusesLinks else { throw error }
      if try present(Descriptor.status(of: name, at: directory)) != nil { throw Errno.exists }
      try move(draft)
    }
  }

  private func move(_ draft: TemporaryName) throws(Errno) {
    do throws(Errno) {
      try Descriptor.rename(draft.bytes, to: name, in: directory)
    } catch {
      // NFS may report ENOENT if a retransmitted rename already succeeded.
      guard isInPlace(ifUnknown: false) else { throw error }
    }
    draft.release()
  }
}

extension Descriptor {
  /// Replaces a file in this directory atomically; returns whether the owner and group of `former` were kept.
  /// Does not copy setuid, setgid and sticky bits, and does not sync: generated files can be generated again.
  ///
  /// `permissions`, less the umask, apply without `former`; `locked` if the caller holds this directory's lock.
  func put(
    _ bytes: [UInt8], as name: FileName, like former: FileReplacement.OldFile?,
    permissions: UInt32 = 0o666, locked: Bool
  ) throws(Errno) -> Bool {
    if former != nil { try Descriptor.requireWritable(name, in: self) }
    // The mode of an existing file may be narrower than the umask, so its draft starts private.
    let (draft, file) = try self.draft(
      locked: locked, permissions: former == nil ? permissions : 0o600)
    let keepsOwner = try file.fill(bytes, like: former, isGenerated: true).keepsOwner
    try Descriptor.rename(draft.bytes, to: name, in: self)
    draft.release()
    return keepsOwner
  }

  fileprivate func draft(
    locked: Bool, permissions: UInt32
  ) throws(Errno) -> (TemporaryName, Descriptor) {
    try TemporaryName.make(in: self, locked: locked) { (name) throws(Errno) in
      try Descriptor.create(name, at: self, permissions: permissions)
    }
  }

  /// Writes and closes a draft. A generated file is not synced, and gets no special bits.
  fileprivate func fill(
    _ bytes: [UInt8], like former: FileReplacement.OldFile?, isGenerated: Bool = false
  ) throws(Errno) -> (FileIdentity, keepsOwner: Bool) {
    try write(bytes)
    let keepsOwner = try former.map { (former) throws(Errno) in
      try copyAttributes(former.descriptor, former.status, withSpecialBits: !isGenerated)
    }
    let identity = try status().identity
    if !isGenerated { try sync() }
    try closeNow()
    return (identity, keepsOwner ?? true)
  }
}

extension Errno {
  fileprivate var isRefusal: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// No hard links on this file system, for this file or for this user (proc(5), protected_hardlinks).
  fileprivate var refusesLinks: Bool {
    [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code)
  }
}
