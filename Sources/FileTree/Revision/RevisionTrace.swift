import SystemCalls

/// What was read in a directory of a revision and below it: its names and what they are, the bytes of some of its files,
/// and some of its directories.
///
/// What was worked out from that alone comes to the same in every revision in which it is the same. Most directories
/// differ in what nobody read, so their objects are compared as bytes.
package final class RevisionTrace {
  struct Part {
    /// Where the name of the object stands, behind mode, name and NUL.
    let identity: Int
    /// Whether the object was read.
    let isRead: Bool
    /// What was read in the directory that it is; nil where nobody looked.
    let below: RevisionTrace?
  }

  /// As git keeps the directory.
  private let bytes: [UInt8]
  private let parts: [Part]
  /// Directories that were looked at, and whether all is the same in them.
  private var known: [ObjectID: Bool] = [:]

  private static let mostKnown = 512

  init(_ bytes: [UInt8], _ parts: [Part]) { (self.bytes, self.parts) = (bytes, parts) }

  /// Whether all is the same in another directory.
  package func holds(in object: ObjectID, _ blobs: any BlobStore) throws(BlobError) -> Bool {
    if let known = known[object] { return known }
    var inner: [(trace: RevisionTrace, object: ObjectID)] = []
    var holds = try compare(object, blobs) { part, object in
      if let below = part.below { inner.append((below, object)) }
      return part.below != nil
    }
    for (trace, object) in inner where holds { holds = try trace.holds(in: object, blobs) }
    note(holds, of: object)
    return holds
  }

  private func note(_ holds: Bool, of object: ObjectID) {
    if known.count == Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known[object] = holds
  }

  /// What may be read of another directory to know what is different there: objects of files, and of directories with
  /// what was read in those.
  package func differences(
    in object: ObjectID, _ blobs: any BlobStore
  ) throws(BlobError) -> (
    files: [ObjectID], directories: [(trace: RevisionTrace, object: ObjectID)]
  ) {
    var files: [ObjectID] = []
    var directories: [(trace: RevisionTrace, object: ObjectID)] = []
    if known[object] == true { return (files, directories) }
    var holds = true
    let fits = try compare(object, blobs) { part, object in
      if let below = part.below {
        if let known = below.known[object] {
          holds = holds && known
        } else {
          directories.append((below, object))
        }
      } else {
        files.append(object)
      }
      return true
    }
    // Then nobody has to come back for it.
    if directories.isEmpty { note(fits && holds && files.isEmpty, of: object) }
    return (files, directories)
  }

  /// Goes through another directory as long as it holds the same names of the same kinds, and what is said of each object
  /// that was read and is another one lets it; whether that is to the end.
  private func compare(
    _ object: ObjectID, _ blobs: any BlobStore, _ body: (Part, ObjectID) -> Bool
  ) throws(BlobError) -> Bool {
    let other = try blobs.bytes(of: object, .tree)
    guard other.count == bytes.count else { return false }
    var place = 0
    var next = 0
    while let difference = bytes.firstDifference(from: other, behind: place) {
      while next < parts.count, parts[next].identity + object.size <= difference { next += 1 }
      guard next < parts.count, parts[next].identity <= difference else { return false }
      let part = parts[next]
      place = part.identity + object.size
      if part.isRead, !body(part, ObjectID(other[part.identity..<place])) { return false }
    }
    return true
  }
}
