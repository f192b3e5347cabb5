import CLibrary

/// What kind of thing a directory entry is.
package enum FileKind: Hashable, Sendable {
  case regular, directory, link, fifo, socket, device, submodule, other
}

/// Which file or directory it is, whatever names lead to it.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  /// The file's number there.
  package let inode: UInt64

  /// That of no file.
  package static let ofNothing = FileIdentity(device: .max, inode: .max)

  private init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// An order of all that there are, the same to everybody.
  package func precedes(_ other: FileIdentity) -> Bool {
    (device, inode) < (other.device, other.inode)
  }
}

/// What the disk tells of a file without reading it; equal as long as nobody changed anything of it.
package struct FileStatus: Hashable, Sendable {
  /// What it is.
  package let kind: FileKind
  /// Which one it is.
  package let identity: FileIdentity
  /// How many bytes it holds.
  package let size: Int
  /// Whose it is, by number.
  package let owner: UInt32
  let group: UInt32
  /// The permissions alone.
  let mode: UInt32
  /// How many names it has; some file systems do not count those of directories.
  package let linkCount: Int
  /// When its bytes were last changed, and when anything of it was.
  package let modified: Instant
  let changed: Instant

  /// Whether all is the same that a further name of the file does not change: that counts as a change of it,
  /// and where directories are stacked (overlayfs) it makes a file of its own out of one farther down.
  package func isLike(_ other: FileStatus) -> Bool {
    kind == other.kind && size == other.size && modified == other.modified
      && owner == other.owner && group == other.group && mode == other.mode
  }

  /// Whether users other than the owner may write to it; the bits of the group also bound an access list.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }

  /// A time as the disk keeps it.
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

  /// The kind that `readdir` tells, or nil where it does not.
  init?(directoryType type: UInt8) {
    switch Int(type) {
    case Int(DT_REG): self = .regular
    case Int(DT_DIR): self = .directory
    case Int(DT_LNK): self = .link
    case Int(DT_FIFO): self = .fifo
    case Int(DT_SOCK): self = .socket
    case Int(DT_CHR), Int(DT_BLK): self = .device
    default: return nil
    }
  }
}
