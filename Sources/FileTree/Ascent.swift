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
    beginsNowhere = descriptor.isDeleted(status)
  }

  /// The way here from where the ascent began: `.`, `..`, `../..`.
  var path: [UInt8] {
    height == 0
      ? [UInt8(ascii: ".")]
      : Array(repeatElement(Array("..".utf8), count: height).joined(separator: Array("/".utf8)))
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
}
