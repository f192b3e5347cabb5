import SafeText
import SystemCalls

/// The place of a file or directory.
package enum FilePlace: Hashable, Sendable {
  /// Path components from the tree's root; the root is the empty list.
  case inTree([FileName])
  /// A path from the user, or relative to the working directory.
  case given([UInt8])

  package var path: [UInt8] {
    switch self {
    case .inTree(let names): names.joinedPath
    case .given(let path): path
    }
  }
}

/// An error in reading or writing a file.
package struct FileError: Error, Hashable, Sendable {
  package enum Kind: Error, Hashable, Sendable {
    case notFound
    case notADirectory
    case notARegularFile(FileKind)
    case linkLeavesTree(target: [UInt8])
    case danglingLink(target: [UInt8])
    case tooManyLinks(limit: Int)
    case directoryCycle(ancestor: [FileName])
    case tooDeep(limit: Int)
    case tooManyLinkedScopes(limit: Int)
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
    case pathLeavesTree(path: [UInt8])
    case cannotLock(Errno)
    /// Another process held the lock for the whole timeout.
    case locked(milliseconds: Int)
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

extension Errno {
  var kind: FileError.Kind {
    switch self {
    case .notFound: .notFound
    case .notADirectory: .notADirectory
    default: .system(self)
    }
  }

  /// The parent is unreadable or was deleted, which ends an ascent before `/`.
  var endsAscent: Bool { self == .noPermission || self == .notFound }
}

package func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ body: () throws(Errno) -> Result
) throws(FileError) -> Result {
  do throws(Errno) { return try body() } catch { throw FileError(place(), error.kind) }
}

package func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ call: @autoclosure () throws(Errno) -> Result
) throws(FileError) -> Result {
  do throws(Errno) { return try call() } catch { throw FileError(place(), error.kind) }
}

/// The result of a call; nil if there is no such file.
package func existing<Result>(
  _ look: @autoclosure () throws(FileError) -> Result,
  unless isNothing: (FileError.Kind) -> Bool = { $0 == .notFound }
) throws(FileError) -> Result? {
  do throws(FileError) { return try look() } catch {
    if isNothing(error.kind) { return nil }
    throw error
  }
}

extension FileError {
  /// Without the path, and safe to print.
  package var words: String { Printable.string(problem.utf8) }

  package var problem: String {
    switch kind {
    case .notFound: "no such file or directory"
    case .notADirectory: "not a directory"
    case .notARegularFile(let kind): "\(kind.words), not a regular file"
    case .linkLeavesTree(let target):
      "link to \"\(text(target))\", which is outside the tree; only links inside the tree are followed"
    case .danglingLink(let target): "link to \"\(text(target))\", which does not exist"
    case .tooManyLinks(let limit): "more than \(limit) links in the path, or a loop of links"
    case .directoryCycle(let ancestor):
      "directory cycle: link back to \"/\(text(ancestor.joinedPath))\""
    case .tooDeep(let limit): "more than \(limit) levels of directories"
    case .tooManyLinkedScopes(let limit): "more than \(limit) scopes are reached through links"
    case .deletedDirectory: "the current directory has been deleted; change to another"
    case .submodule:
      "git submodule; ignore it in '.heir'"
    case .noRepository(let path): "points to \"\(text(path))\", which is not a git repository"
    case .missingObject(let id):
      "git object \(text(id)) is missing; 'git fetch' the whole revision"
    case .brokenObject(let id): "git object \(text(id)) is corrupt; see 'git fsck'"
    case .tooManyNames(let limit, let mebibytes):
      "more than \(limit) files and directories, or \(mebibytes) MiB of names"
    case .unreadableObjects(let words): "cannot be read with git: \(text(words))"
    case .linkInPath:
      "link, which is not followed when writing; remove it, or replace it by a directory"
    case .planted(let owner):
      "belongs to user \(owner) in a directory that others can write to; remove it, or write elsewhere"
    case .rootOfTree: "root of a tree in use; render into a directory outside the tree"
    case .tooLarge(let limit): "larger than \(limit / (1 << 20)) MiB"
    case .notUTF8: "name is not valid UTF-8; rename it"
    case .notAName: "not a valid file name"
    case .emptyPath: "empty path"
    case .nulInPath: "path contains a NUL byte"
    case .pathLeavesTree(let path): "path \"\(text(path))\" is outside the tree"
    case .cannotLock(let error):
      "cannot be locked for writing (\(words(of: error))); write it on a local file system"
    case .locked(milliseconds: 0): "locked by another process; wait with '--wait'"
    case .locked(let time):
      "still locked by another process after \(time % 1000 == 0 ? "\(time / 1000) s" : "\(time) ms"); wait longer with '--wait'"
    case .cannotCreateDraft(let error):
      "cannot be replaced, because no file can be created in its directory: \(words(of: error))"
    case .changedMeanwhile: "changed by another process since it was read; try again"
    case .mountPoint: "a mount point, which cannot be replaced; write the mounted file"
    case .sameFile(let other):
      "the same file as \"\(text(other.path))\"; use one of the names"
    case .notRestored(let error, let kept):
      "was replaced and cannot be restored (\(words(of: error))); "
        + "the old file is \"\(text(kept))\" until the next write"
    case .system(let error): words(of: error)
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func words(of error: Errno) -> String {
    let words = error.message
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

extension FileKind {
  fileprivate var words: String {
    switch self {
    case .regular: "regular file"
    case .directory: "directory"
    case .link: "link"
    case .fifo: "FIFO"
    case .socket: "socket"
    case .device: "device"
    case .submodule: "git submodule"
    case .other: "special file"
    }
  }
}
