import SystemCalls

/// A file as it was when it was read, or that there was none: what a write is based on.
package struct FileSnapshot: Sendable {
  let folder: Folder
  /// The name by which it was asked for.
  package let name: FileName
  /// Where it lies behind all links; nil where there is none.
  let found: Found?
  /// All that the file holds, or nil where there is none.
  package let bytes: [UInt8]?

  struct Found: Hashable, Sendable {
    let directory: FileIdentity
    let name: FileName
    let status: FileStatus
  }

  /// The path from the root without links, which is that of its name where there is no file yet.
  package let path: [FileName]

  /// Whether the file has further names (hard links). They keep the old bytes: the file that takes its
  /// place is a new one.
  var hasOtherNames: Bool { (found?.status.linkCount ?? 1) > 1 }

  var place: FilePlace { folder.place(of: name) }

  /// Whether the file is still what it was when another snapshot was taken; one that was given names or
  /// lost some meanwhile has been touched, but not otherwise changed.
  func isStill(_ former: FileSnapshot, givenNames: Bool) -> Bool {
    guard bytes == former.bytes else { return false }
    guard givenNames, let found, let known = former.found else { return found == former.found }
    return found.directory == known.directory && found.name == known.name
      && found.status.isLike(known.status)
  }

  init(_ name: FileName, in folder: Folder, _ file: Folder.OpenedFile?) {
    self.name = name
    self.folder = folder
    bytes = file?.bytes
    path = file.map { $0.directory.path + [$0.name] } ?? folder.directory.path + [name]
    found = file.map {
      Found(directory: $0.directory.identity, name: $0.name, status: $0.status)
    }
  }
}

/// New bytes for a file that was read, or for one that is not there yet.
package struct FileChange: Sendable {
  /// The file as it was read.
  package let snapshot: FileSnapshot
  /// All that it is to hold.
  package let bytes: [UInt8]

  /// Joins a file that was read and what it is to hold.
  package init(_ snapshot: FileSnapshot, bytes: [UInt8]) {
    self.snapshot = snapshot
    self.bytes = bytes
  }

  var changesNothing: Bool { snapshot.bytes == bytes }
}

/// What became of a file that was written.
package struct FileWrite: Hashable, Sendable {
  /// Whether a file was made or replaced; not, where it held these bytes before.
  package let isTouched: Bool
  /// Whether owner and group are still those of the old file; if not, they are the user's own, and the
  /// mode grants nobody more than before.
  package let keepsOwner: Bool
  /// Whether the old file has further names (hard links): under this one stands another file now.
  package let isParted: Bool

  static let untouched = FileWrite(isTouched: false, keepsOwner: true, isParted: false)
}
