import SystemCalls

/// A file as it was read, or its absence: the basis of a write.
package struct FileSnapshot: Sendable {
  let folder: Folder
  package let name: FileName
  /// nil if it does not exist, as are its bytes.
  let status: FileStatus?
  package let bytes: [UInt8]?
  /// The path of the file from the root, without links.
  package let path: [FileName]
  /// The directory that contains the file after all links.
  let holder: FileIdentity

  /// Its name in that directory.
  var ownName: FileName { path[path.count - 1] }

  var place: FilePlace { folder.place(of: name) }

  /// Whether the file is unchanged since `former`. `ignoringLinkChanges` ignores changes by new or removed hard links.
  func isStill(_ former: FileSnapshot, ignoringLinkChanges: Bool) -> Bool {
    guard bytes == former.bytes, holder == former.holder, ownName == former.ownName else {
      return false
    }
    guard ignoringLinkChanges, let status, let known = former.status else {
      return status == former.status
    }
    return status.isLike(known)
  }

  init(_ name: FileName, in folder: Folder, _ file: Directory.OpenedFile?) {
    self.name = name
    self.folder = folder
    (status, bytes) = (file?.status, file?.bytes)
    let directory = file?.directory ?? folder.directory
    path = directory.path + [file?.name ?? name]
    holder = directory.identity
  }
}

/// New bytes for a file that was read or does not exist yet.
package struct FileChange: Sendable {
  package let snapshot: FileSnapshot
  package let bytes: [UInt8]

  package init(_ snapshot: FileSnapshot, bytes: [UInt8]) {
    self.snapshot = snapshot
    self.bytes = bytes
  }

  var changesNothing: Bool { snapshot.bytes == bytes }
}

/// The result of writing a file.
package struct FileWrite: Hashable, Sendable {
  /// Whether the file was created or replaced; false if it already had these bytes.
  package let isTouched: Bool
  /// Whether owner and group were kept; if not, the mode grants no more than before.
  package let keepsOwner: Bool
  /// Whether the old file has other hard links, which now refer to another file.
  package let hasOtherLinks: Bool

  static let untouched = FileWrite(isTouched: false, keepsOwner: true, hasOtherLinks: false)
}

extension FileWrite {
  /// A created or replaced file; `old` is nil for a new file.
  init(replacing old: FileStatus?, keepsOwner: Bool = true) {
    self.init(
      isTouched: true, keepsOwner: keepsOwner, hasOtherLinks: (old?.linkCount ?? 1) > 1)
  }
}
