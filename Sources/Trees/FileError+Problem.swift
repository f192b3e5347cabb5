import SystemCalls

extension FileError {
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
      "directory cycle: link back to \"/\(ancestor.map(text).joined(separator: "/"))\""
    case .tooDeep(let limit): "more than \(limit) levels of directories"
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
      "link, which rendering does not follow; remove it, or replace it by a directory"
    case .planted(let owner):
      "belongs to user \(owner) in a directory that others can write to; remove it, or write elsewhere"
    case .rootOfTree: "root of a tree in use; render into a directory outside the tree"
    case .tooLarge(let limit): "larger than \(limit / (1 << 20)) MiB"
    case .notUTF8: "name is not valid UTF-8; rename it"
    case .notAName: "not a valid file name"
    case .emptyPath: "empty path"
    case .nulInPath: "path contains a NUL byte"
    case .absolutePath: "absolute path; write it relative to this file"
    case .pathLeavesTree(let path): "path \"\(text(path))\" is outside the tree"
    case .cannotLock(let error):
      "cannot be locked for writing (\(words(of: error))); write it on a local file system"
    case .locked(seconds: 0): "locked by another process; wait with '--wait'"
    case .locked(let seconds):
      "still locked by another process after \(seconds) s; wait longer with '--wait'"
    case .cannotCreateDraft(let error):
      "cannot be replaced, because no file can be created in its directory: \(words(of: error))"
    case .changedMeanwhile: "changed by another process since it was read; try again"
    case .mountPoint: "a mount point, which cannot be replaced; write the mounted file"
    case .sameFile(let other):
      "the same file as \"\(text(other))\"; use one of the names"
    case .notRestored(let error, let kept):
      "was replaced and cannot be restored (\(words(of: error))); "
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
    case .other: "special file"
    }
  }
}
