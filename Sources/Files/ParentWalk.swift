import SystemCalls

/// Climbs from an open directory by `..`, without paths.
struct ParentWalk {
  private(set) var descriptor: Descriptor
  private(set) var identity: FileIdentity
  private(set) var height = 0

  /// Whether the start was deleted, so that `..` leads nowhere.
  let startIsDeleted: Bool

  init(from descriptor: Descriptor) throws(Errno) {
    self.descriptor = descriptor
    let status = try descriptor.status()
    identity = status.identity
    startIsDeleted = try descriptor.isDeleted(status)
  }

  /// The path from the start: `.`, `..`, `../..`.
  var path: [UInt8] {
    height == 0 ? [UInt8(ascii: ".")] : Array(repeating: Array("..".utf8), count: height).joinedPath
  }

  /// Opens the parent; returns false at the root directory and if the parent cannot be entered.
  mutating func climb() throws(Errno) -> Bool {
    let above: Descriptor
    do throws(Errno) {
      above = try Descriptor.open(Array("..".utf8), at: descriptor, .traversal)
    } catch {
      if error.endsAscent { return false }
      throw error
    }
    let identity = try above.status().identity
    // Only the root directory is its own parent (POSIX, pathname resolution).
    guard identity != self.identity else { return false }
    descriptor = above
    self.identity = identity
    height += 1
    return true
  }

  /// The names on the way down from `top` to a directory; nil if it is not below `top`.
  static func names(
    from descriptor: Descriptor, upTo top: FileIdentity
  ) throws(Errno) -> [FileName]? {
    // Finding names lists each directory, so first check that `top` is above.
    guard let way = try way(from: descriptor, upTo: top) else { return nil }
    var ascent = try ParentWalk(from: descriptor)
    var names: [FileName] = []
    for identity in way {
      guard try ascent.climb(), let name = try ascent.name(of: identity) else { return nil }
      names.append(name)
    }
    return names.reversed()
  }

  /// The directories from a directory up to `top`, without `top`; nil if `top` is not above.
  static func way(
    from descriptor: Descriptor, upTo top: FileIdentity
  ) throws(Errno) -> [FileIdentity]? {
    var ascent = try ParentWalk(from: descriptor)
    var way: [FileIdentity] = []
    while ascent.identity != top {
      way.append(ascent.identity)
      guard try ascent.climb() else { return nil }
    }
    return way
  }

  private func name(of child: FileIdentity) throws(Errno) -> FileName? {
    let entries = try descriptor.reopened().entries()
    // A mount point's inode differs from that of its entry: then compare all.
    let likely = entries.filter { $0.inode == child.inode }
    var failure: Errno?
    for entry in likely + entries {
      do throws(Errno) {
        let status = try Descriptor.status(of: entry.name, at: descriptor)
        if status.identity == child { return entry.name }
      } catch {
        // An error of another entry matters only if the name is not found.
        if error != .notFound { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
    return nil
  }
}
