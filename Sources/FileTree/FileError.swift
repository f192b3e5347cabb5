import SystemCalls

/// Where in the file system something stands.
package enum FilePlace: Hashable, Sendable {
  /// A path from the tree's root, component by component; the root itself is the empty list.
  case inTree([FileName])
  /// A path as the user gave it, or relative to the working directory.
  case given([UInt8])
}

/// What kept the disk from being read or written, and where.
package struct FileError: Error, Hashable, Sendable {
  /// What went wrong, without its place.
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
    /// Another repository holds what would stand here.
    case submodule
    /// The file `.git` names a directory in which there is no repository.
    case noRepository(at: [UInt8])
    /// The object of a revision that git does not have.
    case missingObject(id: [UInt8])
    /// The object of a directory is not as git writes one.
    case brokenObject(id: [UInt8])
    /// The names of a revision are more than are read, or take more bytes.
    case tooManyNames(limit: Int, mebibytes: Int)
    /// The objects of a revision cannot be read; what is said of it.
    case unreadableObjects([UInt8])
    /// A link in a directory in which none is followed.
    case linkOnTheWay
    /// It belongs to this user, and its directory may be written to by others than its owner.
    case planted(owner: UInt32)
    /// The root of a tree that is read, where files are to be written.
    case rootOfTree
    case tooLarge(limit: Int)
    case notUTF8
    case notAName
    case emptyPath
    case nulInPath
    case absolutePath
    case pathLeavesTree(path: [UInt8])
    /// The directory cannot be locked for writing.
    case cannotLock(Errno)
    /// Somebody else has locked the directory, and was waited for so long.
    case locked(seconds: Int)
    /// Its directory takes no new file.
    case cannotWriteBeside(Errno)
    /// Somebody else wrote it, or another file took its place, since it was read.
    case changedMeanwhile
    /// It is mounted by itself, so that no other file can take its place.
    case mountPoint
    /// The same file as another one that is to be written at the same time.
    case sameFile(as: FilePlace)
    /// It was replaced, what belongs with it was not, and the old one stays under another name.
    case notPutBack(Errno, kept: FileName)
    case system(Errno)

    /// Whether nothing is there, nor can be.
    package var isOfNothing: Bool { self == .notFound || self == .notADirectory }

    /// Whether there is no such thing as was looked for: nothing, something of another kind, or a link that
    /// leads nowhere.
    package var isAbsence: Bool {
      switch self {
      case .notFound, .notADirectory, .danglingLink: true
      default: false
      }
    }
  }

  /// The file, directory or link that the error is about.
  package let place: FilePlace
  /// What went wrong there.
  package let kind: Kind

  /// Joins a place and what went wrong there.
  package init(_ place: FilePlace, _ kind: Kind) {
    self.place = place
    self.kind = kind
  }
}
