import SystemCalls

/// The place of a file or directory.
package enum FilePlace: Hashable, Sendable {
  /// Path components from the tree's root; the root is the empty list.
  case inTree([FileName])
  /// A path from the user, or relative to the working directory.
  case given([UInt8])
}

/// An error in reading or writing a file.
package struct FileError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case notFound
    case notADirectory
    case notARegularFile(FileKind)
    case linkLeavesTree(target: [UInt8])
    case danglingLink(target: [UInt8])
    case tooManyLinks(limit: Int)
    case directoryCycle(ancestor: [FileName])
    case tooDeep(limit: Int)
    case deletedDirectory
    /// A git submodule, whose files are in another repository.
    case submodule
    case noRepository(at: [UInt8])
    case missingObject(id: [UInt8])
    case brokenObject(id: [UInt8])
    case tooManyNames(limit: Int, mebibytes: Int)
    /// Git cannot read the objects, with its message.
    case unreadableObjects([UInt8])
    case linkInPath
    /// Another user owns it in a directory that others can write to.
    case planted(owner: UInt32)
    /// The root of a tree that is read, given as an output directory.
    case rootOfTree
    case tooLarge(limit: Int)
    case notUTF8
    case notAName
    case emptyPath
    case nulInPath
    case absolutePath
    case pathLeavesTree(path: [UInt8])
    case cannotLock(Errno)
    /// Another process held the lock for the whole timeout.
    case locked(seconds: Int)
    case cannotCreateDraft(Errno)
    /// Another process changed or replaced it since it was read.
    case changedMeanwhile
    case mountPoint
    case sameFile(as: FilePlace)
    /// It was replaced, a later file failed, and the old file remains under a temporary name.
    case notRestored(Errno, kept: FileName)
    case system(Errno)

    package var isOfNothing: Bool { self == .notFound || self == .notADirectory }

    /// Whether the target is missing: no file, another kind of file, or a dangling link.
    package var isAbsence: Bool {
      switch self {
      case .notFound, .notADirectory, .danglingLink: true
      default: false
      }
    }
  }

  package let place: FilePlace
  package let kind: Kind

  package init(_ place: FilePlace, _ kind: Kind) {
    self.place = place
    self.kind = kind
  }
}
