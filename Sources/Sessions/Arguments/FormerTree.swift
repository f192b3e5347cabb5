import CommandSpec

/// A tree as it was, as the caller names it.
package enum FormerTree {
  /// A copy of it, in a directory.
  case directory([UInt8])
  /// A git revision of the root, or where it and the current one parted.
  case revision([UInt8], isMergeBase: Bool)

  /// The options that name one; they exclude each other.
  package static let options = Group(
    Option(
      "--against", type: .bytes("DIR", .directory),
      help: "another copy of the tree, to compare with"),
    Option(
      "--since", type: .bytes("REV", .revision),
      help: "a git revision of the tree, to compare with; nothing is checked out"),
    make: { (directory, revision) throws(UsageError) -> FormerTree? in
      switch (directory, revision) {
      case (_?, _?): throw .conflictingOptions("--against", "--since")
      case (let directory?, nil): .directory(directory)
      case (nil, let revision?): .revision(revision, isMergeBase: false)
      case (nil, nil): nil
      }
    })

  /// What the caller typed.
  package var name: [UInt8] {
    switch self {
    case .directory(let name), .revision(let name, _): name
    }
  }
}
