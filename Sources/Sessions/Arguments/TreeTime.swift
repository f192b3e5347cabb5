import CommandSpec

/// The root's tree at some time, as the caller names it.
package enum TreeTime {
  /// A copy of it, in a directory.
  case directory([UInt8])
  /// A git revision of the root, or where it and the asked one parted.
  case revision([UInt8], isMergeBase: Bool)
  /// What the next commit would keep of it: git's index.
  case staged

  /// The options that name one to compare with; they exclude each other.
  package static let options = Group(
    Option(
      "--against", type: .bytes("DIR", .directory),
      help: "Compare with the copy of the tree in DIR"),
    Option(
      "--since", type: .bytes("REV", .revision),
      help: "Compare with git revision REV of the tree"),
    make: { (directory, revision) throws(UsageError) -> TreeTime? in
      switch (directory, revision) {
      case (_?, _?): throw .conflictingOptions("--against", "--since")
      case (let directory?, nil): .directory(directory)
      case (nil, let revision?): .revision(revision, isMergeBase: false)
      case (nil, nil): nil
      }
    })

  /// The one that is asked, as '--at' and '--staged' name it; they exclude each other.
  init?(at revision: [UInt8]?, isStaged: Bool) throws(UsageError) {
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

  /// What the caller typed.
  package var name: [UInt8] {
    switch self {
    case .directory(let name), .revision(let name, _): name
    case .staged: Array("--staged".utf8)
    }
  }
}
