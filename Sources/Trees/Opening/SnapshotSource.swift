import CommandSpec

/// The snapshot of the root's tree to read or compare with.
package enum SnapshotSource {
  case directory([UInt8])
  /// A git revision, or its merge base with the requested revision.
  case revision([UInt8], isMergeBase: Bool)
  case staged

  package static let options = Group(
    Option(
      "--against", type: .bytes("DIR", .directory),
      help: "Compare with the copy of the tree in DIR"),
    Option(
      "--since", type: .bytes("REV", .revision),
      help: "Compare with git revision REV of the tree"),
    make: { (directory, revision) throws(UsageError) -> SnapshotSource? in
      switch (directory, revision) {
      case (_?, _?): throw .conflictingOptions("--against", "--since")
      case (let directory?, nil): .directory(directory)
      case (nil, let revision?): .revision(revision, isMergeBase: false)
      case (nil, nil): nil
      }
    })

  package init?(at revision: [UInt8]?, isStaged: Bool) throws(UsageError) {
    if revision != nil && isStaged { throw .conflictingOptions("--at", "--staged") }
    if isStaged {
      self = .staged
    } else if let revision {
      self = .revision(revision, isMergeBase: false)
    } else {
      return nil
    }
  }

  package var isStaged: Bool { if case .staged = self { true } else { false } }

  package var name: [UInt8] {
    switch self {
    case .directory(let name), .revision(let name, _): name
    case .staged: Array("--staged".utf8)
    }
  }
}
