/// The kind of a directory entry.
package enum FileKind: Hashable, Sendable {
  case regular, directory, link, fifo, socket, device, submodule, other
}

/// The identity of a file or directory, independent of its names.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  package let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// A total order for locks that all processes share.
  package func precedes(_ other: FileIdentity) -> Bool {
    (device, inode) < (other.device, other.inode)
  }
}

/// The metadata of a file; equal if the file was not changed.
package struct FileStatus: Hashable, Sendable {
  package let kind: FileKind
  package let identity: FileIdentity
  package let size: Int
  package let owner: UInt32
  let group: UInt32
  let mode: UInt32
  /// The number of hard links; some file systems do not count those of directories.
  package let linkCount: Int
  package let modified: Instant
  let changed: Instant

  /// Whether the files are equal apart from changes that a new hard link causes.
  /// A link changes ctime, and overlayfs copies the file from a lower layer.
  package func isLike(_ other: FileStatus) -> Bool {
    kind == other.kind && size == other.size && modified == other.modified
      && owner == other.owner && group == other.group && mode == other.mode
  }

  /// Whether other users may write to it; the group bits are also the mask of an access list.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }

  /// A file time.
  package struct Instant: Hashable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) {
      seconds = Int(time.tv_sec)
      nanoseconds = Int(time.tv_nsec)
    }
  }

  init(_ status: stat) {
    kind = FileKind(mode: status.st_mode)
    identity = FileIdentity(status)
    size = Int(clamping: status.st_size)
    owner = status.st_uid
    group = status.st_gid
    mode = UInt32(status.st_mode) & 0o7777
    linkCount = Int(clamping: status.st_nlink)
    #if os(Linux)
      modified = Instant(status.st_mtim)
      changed = Instant(status.st_ctim)
    #else
      modified = Instant(status.st_mtimespec)
      changed = Instant(status.st_ctimespec)
    #endif
  }
}

extension FileKind {
  init(mode: mode_t) {
    self =
      switch mode & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .regular
      case mode_t(S_IFDIR): .directory
      case mode_t(S_IFLNK): .link
      case mode_t(S_IFIFO): .fifo
      case mode_t(S_IFSOCK): .socket
      case mode_t(S_IFCHR), mode_t(S_IFBLK): .device
      default: .other
      }
  }

  init?(directoryType type: UInt8) {
    // An unknown kind is 0; the others are the file type bits of a mode (readdir(3)).
    if type == 0 { return nil }
    self.init(mode: mode_t(type) << 12)
  }
}
