import SystemCalls

/// A file as it was read, or its absence: the basis of a write.
package struct FileSnapshot: Sendable {
  let folder: Folder
  package let name: FileName
  /// Its place after all links; nil if it does not exist.
  let found: Location?
  package let bytes: [UInt8]?

  struct Location: Hashable, Sendable {
    let directory: FileIdentity
    let name: FileName
    let status: FileStatus
  }

  package let path: [FileName]

  /// Whether it has other hard links, which keep the old bytes.
  var hasOtherLinks: Bool { (found?.status.linkCount ?? 1) > 1 }

  /// The directory that contains the file.
  var holder: FileIdentity { found?.directory ?? folder.directory.identity }

  var place: FilePlace { folder.place(of: name) }

  /// Whether the file is unchanged since `former`. `ignoringLinkChanges` ignores changes by new or removed hard links.
  func isStill(_ former: FileSnapshot, ignoringLinkChanges: Bool) -> Bool {
    guard bytes == former.bytes else { return false }
    guard ignoringLinkChanges, let found, let known = former.found else {
      return found == former.found
    }
    return found.directory == known.directory && found.name == known.name
      && found.status.isLike(known.status)
  }

  init(_ name: FileName, in folder: Folder, _ file: Directory.OpenedFile?) {
    self.name = name
    self.folder = folder
    bytes = file?.bytes
    path = file.map { $0.directory.path + [$0.name] } ?? folder.directory.path + [name]
    found = file.map {
      Location(directory: $0.directory.identity, name: $0.name, status: $0.status)
    }
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
