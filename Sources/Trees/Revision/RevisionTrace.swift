import SystemCalls

/// The parts of a revision's directory that were read: names, kinds, some files and some directories.
///
/// A result computed from them is valid for every revision in which they are equal.
/// Most directories differ in unread parts only, so their objects are compared as bytes.
package final class RevisionTrace {
  struct Part {
    /// The offset of the object's ID, after mode, name and NUL.
    let identity: Int
    let isRead: Bool
    let below: RevisionTrace?
  }

  private let bytes: [UInt8]
  private let parts: [Part]
  private var known: [ObjectID: Bool] = [:]

  private static let maxKnown = 512

  init(_ bytes: [UInt8], _ parts: [Part]) { (self.bytes, self.parts) = (bytes, parts) }

  /// Whether all parts read are equal in another directory.
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
    if known.count == Self.maxKnown { known.removeAll(keepingCapacity: true) }
    known[object] = holds
  }

  /// The objects to read to find the differences in another directory.
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
    // Complete without further objects, so the result can be cached.
    if directories.isEmpty { note(fits && holds && files.isEmpty, of: object) }
    return (files, directories)
  }

  /// Compares tree objects: names and kinds must be equal, and `body` decides for each read object that differs.
  /// Returns whether all were accepted.
  private func compare(
    _ object: ObjectID, _ blobs: any BlobStore, _ body: (Part, ObjectID) -> Bool
  ) throws(BlobError) -> Bool {
    let other = try blobs.bytes(of: object, .tree)
    guard other.count == bytes.count else { return false }
    var place = 0
    var next = 0
    while let difference = (place..<bytes.count).first(where: { bytes[$0] != other[$0] }) {
      while next < parts.count, parts[next].identity + object.size <= difference { next += 1 }
      guard next < parts.count, parts[next].identity <= difference else { return false }
      let part = parts[next]
      place = part.identity + object.size
      if part.isRead, !body(part, ObjectID(other[part.identity..<place])) { return false }
    }
    return true
  }
}

/// A source of git objects.
package protocol BlobStore: AnyObject {
  /// The bytes of an object, at most `limit`; `next` returns objects that will probably be read next.
  func bytes(
    of object: ObjectID, _ kind: GitObjectKind, limit: Int, next: () -> [ObjectID]
  ) throws(BlobError) -> [UInt8]

  /// Prefetches objects; errors are reported when they are read.
  func expect(_ objects: [ObjectID])
}

extension BlobStore {
  package func bytes(of object: ObjectID, _ kind: GitObjectKind) throws(BlobError) -> [UInt8] {
    try bytes(of: object, kind, limit: FileReader.limit) { [] }
  }
}

/// The type of a git object.
package enum GitObjectKind: String, CaseIterable { case blob, tree, commit }

/// Why an object cannot be read.
package enum BlobError: Error {
  case missing
  case tooLarge
  case broken(ObjectID)
  /// Git failed, with its message.
  case unreadable([UInt8])
}
