import CLibrary

/// One file on its way to new bytes: they are written beside it, then put in its place, and until that is
/// concluded the old file can be put back. Whatever lets go of it before leaves no name behind.
package final class FileReplacement {
  /// What the new file is to take the place of.
  package struct Former {
    /// Nil where the user may not read it.
    let descriptor: Descriptor?
    /// What was told of it.
    package let status: FileStatus

    /// Joins an open file and what was told of it.
    package init(descriptor: Descriptor?, status: FileStatus) {
      (self.descriptor, self.status) = (descriptor, status)
    }
  }

  /// Why a file was not replaced, or put back.
  package enum Obstacle: Error {
    case system(Errno)
    /// Its directory takes no new file.
    case nothingBeside(Errno)
    /// Somebody else made it, or put another one in its place.
    case changedMeanwhile
    /// It is mounted by itself, so that no other file can take its place.
    case mountPoint
    /// The old one stays under another name.
    case notPutBack(Errno, kept: FileName)
  }

  private enum Stage {
    case drafted(TemporaryName)
    /// In a place where nothing stood, or nothing that can be put back.
    case made
    /// The old file is under another name.
    case replaced(TemporaryName)
  }

  private let directory: Descriptor
  private let name: FileName
  private let isLocked: Bool
  private let isNew: Bool
  private let identity: FileIdentity
  private var stage: Stage
  /// Whether owner and group are those of the old file.
  package let keepsOwner: Bool

  /// Writes the new file beside the old one, down to the disk.
  package init(
    of name: FileName, in directory: Descriptor, locked: Bool, former: Former?, _ bytes: [UInt8]
  ) throws(Obstacle) {
    self.directory = directory
    self.name = name
    isLocked = locked
    isNew = former == nil
    if former != nil {
      try Self.attempt(Descriptor.demandWritable(name, in: directory))
    }
    let (draft, descriptor): (TemporaryName, Descriptor)
    do throws(Errno) {
      (draft, descriptor) = try Self.draft(in: directory, locked: locked, isNew: isNew)
    } catch {
      throw former != nil && error.isRefusal ? .nothingBeside(error) : .system(error)
    }
    (identity, keepsOwner) = try Self.attempt(descriptor.fill(bytes, like: former))
    stage = .drafted(draft)
  }

  /// Puts the new file where the old one is; `old` tells what that holds, which is only looked at where
  /// it cannot be kept otherwise.
  package func install(old: (former: Former, bytes: [UInt8])?) throws(Obstacle) {
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
      case EEXIST where isNew, ESTALE: throw .changedMeanwhile
      case EBUSY, EXDEV: throw .mountPoint
      default: throw .system(error)
      }
    }
  }

  /// Puts back what stood there, unless somebody else has replaced the new file already.
  package func putBack() throws(Obstacle) {
    defer { stage = .made }
    switch stage {
    case .drafted: return
    case .made:
      guard isInPlace(ifUnknown: true) else { return }
      try Self.attempt(Descriptor.unlink(name, in: directory))
    case .replaced(let spare):
      do throws(Errno) {
        guard isInPlace(ifUnknown: true) else { return }
        try Descriptor.rename(spare.bytes, to: name, in: directory)
        spare.release()
      } catch {
        spare.release()
        throw .notPutBack(error, kept: spare.bytes)
      }
    }
  }

  private static func attempt<Result>(
    _ call: @autoclosure () throws(Errno) -> Result
  ) throws(Obstacle) -> Result {
    do throws(Errno) { return try call() } catch { throw .system(error) }
  }

  /// Whether the new file is the one that stands there, as far as can be told.
  private func isInPlace(ifUnknown: Bool) -> Bool {
    do throws(Errno) {
      return try Descriptor.status(of: name, at: directory).identity == identity
    } catch {
      return error == .notFound ? false : ifUnknown
    }
  }

  /// Its owner's alone, until it gets the mode of the old file; one that has no old file has its own mode
  /// from the start, as the user's mask or the directory's access list leaves it.
  private static func draft(
    in directory: Descriptor, locked: Bool, isNew: Bool
  ) throws(Errno) -> (TemporaryName, Descriptor) {
    try TemporaryName.make(in: directory, locked: locked) { (name) throws(Errno) in
      try Descriptor.create(name, at: directory, permissions: isNew ? 0o666 : 0o600)
    }
  }

  /// A second name for the old file, or a second file like it where the disk gives no second names.
  private func spare(_ old: (former: Former, bytes: [UInt8])?) throws(Errno) -> TemporaryName {
    do throws(Errno) {
      let spare = try TemporaryName.make(in: directory, locked: isLocked) {
        (spare) throws(Errno) in
        try Descriptor.link(name, as: spare, in: directory)
      }.name
      // Another file may have come there since it was looked at: that one is not to go.
      if let old, try !holds(spare, old) { throw Errno(code: ESTALE) }
      return spare
    } catch {
      guard error.refusesLinks, let old else { throw error }
      let (spare, descriptor) = try Self.draft(
        in: directory, locked: isLocked, isNew: false)
      _ = try descriptor.fill(old.bytes, like: old.former)
      return spare
    }
  }

  /// Whether the old file has a second name; or, where that name made a file of its own (`isLike`), a file
  /// with the same bytes.
  private func holds(
    _ spare: TemporaryName, _ old: (former: Former, bytes: [UInt8])
  ) throws(Errno) -> Bool {
    let kept = try Descriptor.status(of: spare.bytes, at: directory)
    if kept.identity == old.former.status.identity { return true }
    guard kept.kind == .regular, kept.isLike(old.former.status) else { return false }
    let descriptor = try Descriptor.open(spare.bytes, at: directory, .file)
    return try descriptor.bytes(upTo: old.bytes.count + 1) == old.bytes
  }

  /// A link, unlike a rename, never takes the place of what has come there meanwhile.
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
      // A server that was asked twice says that there is nothing to rename: it has been done.
      guard isInPlace(ifUnknown: false) else { throw error }
    }
    draft.release()
  }
}

extension Descriptor {
  /// Gives a new file its bytes and the looks of another, and closes it once the disk has it.
  fileprivate func fill(
    _ bytes: [UInt8], like former: FileReplacement.Former?
  ) throws(Errno) -> (FileIdentity, keepsOwner: Bool) {
    try write(bytes)
    let keepsOwner = try former.map { (former) throws(Errno) in
      try resemble(former.descriptor, former.status)
    }
    let identity = try status().identity
    try sync()
    try closeNow()
    return (identity, keepsOwner ?? true)
  }
}

extension Errno {
  fileprivate var isRefusal: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// The disk has no hard links, no more for this file, or none for this user (proc(5),
  /// protected_hardlinks).
  fileprivate var refusesLinks: Bool {
    [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code)
  }
}
