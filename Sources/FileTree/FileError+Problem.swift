import SystemCalls

extension FileError {
  /// What went wrong in words, without the place; bytes of names are not yet escaped for a terminal.
  package var problem: String {
    switch kind {
    case .notFound: "no such file or directory"
    case .notADirectory: "not a directory"
    case .notARegularFile(let kind): "\(kind.words), not a regular file"
    case .linkLeavesTree(let target):
      "link leads to \"\(text(target))\", outside the tree; only links inside it are followed"
    case .danglingLink(let target): "link leads to \"\(text(target))\", which does not exist"
    case .tooManyLinks(let limit): "more than \(limit) links on the way, or a loop of links"
    case .directoryCycle(let ancestor):
      "directory cycle: leads back to \"/\(ancestor.map(text).joined(separator: "/"))\""
    case .tooDeep(let limit): "more than \(limit) levels of directories"
    case .deletedDirectory: "this directory has been deleted; change to one that is there"
    case .submodule:
      "git submodule, whose files are in another repository; leave it out with '.heir'"
    case .noRepository(let path): "leads to \"\(text(path))\", where there is no repository"
    case .missingObject(let id):
      "git does not have its bytes (\(text(id))); 'git fetch' the revision whole"
    case .brokenObject(let id): "git's object \(text(id)) is broken; 'git fsck' says more"
    case .tooManyNames(let limit, let mebibytes):
      "more than \(limit) files and directories, or \(mebibytes) MiB of their names"
    case .unreadableObjects(let words): "cannot be read through git: \(text(words))"
    case .linkOnTheWay:
      "link, which is not followed where files are rendered; put a directory or nothing in its place"
    case .planted(let owner):
      "belongs to user \(owner), and others may write to its directory; remove it, or write elsewhere"
    case .rootOfTree: "root of a tree that is read; render into a directory outside of it"
    case .tooLarge(let limit): "larger than \(limit / (1 << 20)) MiB"
    case .notUTF8: "name is not valid UTF-8; rename it"
    case .notAName: "not a name that a directory can hold"
    case .emptyPath: "empty path"
    case .nulInPath: "path holds a NUL byte"
    case .absolutePath: "absolute path; write it relative to the file that says so"
    case .pathLeavesTree(let path): "path \"\(text(path))\" leads outside the tree"
    case .cannotLock(let error):
      "cannot be locked for writing (\(words(of: error))); write it on a local file system"
    case .locked(seconds: 0): "locked by another process; '--wait' waits for it"
    case .locked(let seconds):
      "locked by another process, still after \(seconds) s; '--wait' waits longer"
    case .cannotWriteBeside(let error):
      "no new file can be made beside it, which is how it is replaced: \(words(of: error))"
    case .changedMeanwhile: "changed by somebody else since it was read; try again"
    case .mountPoint: "a mount of its own, which cannot be replaced; write the file that is mounted"
    case .sameFile(let other):
      "the same file as \"\(text(other))\"; write it through one of its names"
    case .notPutBack(let error, let kept):
      "was replaced and cannot be put back (\(words(of: error))); "
        + "the old file is \"\(text(kept))\" until the next write"
    case .system(let error): words(of: error)
    }
  }

  private func text(_ place: FilePlace) -> String {
    switch place {
    case .inTree(let names): names.map(text).joined(separator: "/")
    case .given(let path): text(path)
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
    case .other: "something else"
    }
  }
}
