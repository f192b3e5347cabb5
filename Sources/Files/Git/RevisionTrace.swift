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
  package func holds(in object: ObjectID, _ blobs: BlobReader) throws(FileError.Kind) -> Bool {
    if let known = known[object] { return known }
    let (hasSameNames, files, directories) = try compare(object, blobs)
    var holds = hasSameNames && files.isEmpty
    for (trace, object) in directories where holds { holds = try trace.holds(in: object, blobs) }
    if known.count == Self.maxKnown { known.removeAll(keepingCapacity: true) }
    known[object] = holds
    return holds
  }

  /// The objects to read to find the differences in another directory.
  package func differences(
    in object: ObjectID, _ blobs: BlobReader
  ) throws(FileError.Kind) -> (files: [ObjectID], directories: [Directory]) {
    if known[object] == true { return ([], []) }
    let (_, files, directories) = try compare(object, blobs)
    return (files, directories.filter { $0.trace.known[$0.object] == nil })
  }

  package typealias Directory = (trace: RevisionTrace, object: ObjectID)

  /// Compares names and kinds, and lists the read objects that differ.
  private func compare(
    _ object: ObjectID, _ blobs: BlobReader
  ) throws(FileError.Kind) -> (hasSameNames: Bool, files: [ObjectID], directories: [Directory]) {
    let other = try blobs.bytes(of: object, .tree)
    guard other.count == bytes.count else { return (false, [], []) }
    var files: [ObjectID] = []
    var directories: [Directory] = []
    var place = 0
    var next = 0
    while let difference = (place..<bytes.count).first(where: { bytes[$0] != other[$0] }) {
      while next < parts.count, parts[next].identity + object.size <= difference { next += 1 }
      guard next < parts.count, parts[next].identity <= difference else {
        return (false, files, directories)
      }
      let part = parts[next]
      place = part.identity + object.size
      guard part.isRead else { continue }
      let object = ObjectID(other[part.identity..<place])
      if let below = part.below {
        directories.append((below, object))
      } else {
        files.append(object)
      }
    }
    return (true, files, directories)
  }
}

/// The type of a git object.
package enum GitObjectKind: String, CaseIterable { case blob, tree, commit }
