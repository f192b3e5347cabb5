import SystemCalls

/// Goes upwards by `..` from an open directory, without ever asking for a path.
struct Ascent {
  private(set) var descriptor: Descriptor
  private(set) var identity: FileIdentity
  /// How many directories lie below.
  private(set) var height = 0

  /// Whether it began in a directory that was deleted, from which nothing leads to where it was.
  let beginsNowhere: Bool

  init(from descriptor: Descriptor) throws(Errno) {
    self.descriptor = descriptor
    let status = try descriptor.status()
    identity = status.identity
    beginsNowhere = try descriptor.isDeleted(status)
  }

  /// The way here from where the ascent began: `.`, `..`, `../..`.
  var path: [UInt8] {
    height == 0 ? [UInt8(ascii: ".")] : Array(repeating: Array("..".utf8), count: height).joinedPath
  }

  /// Goes one directory up, or says no: at the top, and where what is above cannot be entered.
  mutating func climb() throws(Errno) -> Bool {
    let above: Descriptor
    do throws(Errno) {
      above = try Descriptor.open(Array("..".utf8), at: descriptor, .passage)
    } catch {
      if error.endsAscent { return false }
      throw error
    }
    let identity = try above.status().identity
    // Only the top is its own parent (POSIX, pathname resolution).
    guard identity != self.identity else { return false }
    descriptor = above
    self.identity = identity
    height += 1
    return true
  }

  /// The names of the directories on the way down from one to another; nil if that is not below it.
  static func names(
    from descriptor: Descriptor, upTo top: FileIdentity
  ) throws(Errno) -> [FileName]? {
    // Names cost a look through each directory, so it is first made sure that they are needed.
    guard let way = try way(from: descriptor, upTo: top) else { return nil }
    var ascent = try Ascent(from: descriptor)
    var names: [FileName] = []
    for identity in way {
      guard try ascent.climb(), let name = try ascent.name(of: identity) else { return nil }
      names.append(name)
    }
    return names.reversed()
  }

  /// The directories on the way up from one to another, which is not among them; nil if it is not above.
  static func way(
    from descriptor: Descriptor, upTo top: FileIdentity
  ) throws(Errno) -> [FileIdentity]? {
    var ascent = try Ascent(from: descriptor)
    var way: [FileIdentity] = []
    while ascent.identity != top {
      way.append(ascent.identity)
      guard try ascent.climb() else { return nil }
    }
    return way
  }

  /// What the directory here calls one of its directories.
  private func name(of child: FileIdentity) throws(Errno) -> FileName? {
    let entries = try descriptor.reopened().entries()
    // A mount point's inode differs from the one that its entry tells: then all are asked.
    let likely = entries.filter { $0.inode == child.inode }
    var failure: Errno?
    for entry in likely + entries {
      do throws(Errno) {
        let status = try Descriptor.status(of: entry.name, at: descriptor)
        if status.identity == child { return entry.name }
      } catch {
        // What is wrong with another entry does not matter as long as this one is found.
        if error != .notFound { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
    return nil
  }
}
