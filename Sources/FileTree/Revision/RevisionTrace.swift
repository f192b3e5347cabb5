import SystemCalls

/// What was read in a directory of a revision and below it: its names and what they are, the bytes of some of its files,
/// and some of its directories.
///
/// What was worked out from that alone comes to the same in every revision in which it is the same.
package final class RevisionTrace {
  struct Part {
    let kind: FileKind
    let name: [UInt8]
    /// The object whose bytes were read; nil where they were not.
    let object: ObjectID?
    /// What was read in the directory that it is; nil where nobody looked.
    let below: RevisionTrace?
  }

  private let parts: [Part]
  /// Directories that were looked at, and whether all is the same in them.
  private var known: [ObjectID: Bool] = [:]

  private static let mostKnown = 512

  init(_ parts: [Part]) { self.parts = parts }

  /// Whether all is the same in another directory.
  package func holds(in object: ObjectID, _ blobs: any BlobStore) throws(BlobError) -> Bool {
    if let known = known[object] { return known }
    var inner: [(trace: RevisionTrace, object: ObjectID)] = []
    var holds = try compare(object, blobs) { part, entry in
      if let below = part.below { inner.append((below, entry.object)) }
      return part.object.map { $0 == entry.object } ?? true
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
    var holds = true
    let fits = try compare(object, blobs) { part, entry in
      if let below = part.below {
        let object = entry.object
        if let known = below.known[object] {
          holds = holds && known
        } else {
          directories.append((below, object))
        }
      } else if let known = part.object, known != entry.object {
        files.append(entry.object)
      }
      return true
    }
    // Then nobody has to come back for it.
    if directories.isEmpty { note(fits && holds && files.isEmpty, of: object) }
    return (files, directories)
  }

  /// Goes through another directory as long as it holds the same names of the same kinds, and what is said of each lets
  /// it; whether that is to the end.
  private func compare(
    _ object: ObjectID, _ blobs: any BlobStore, _ body: (Part, TreeObject.Entry) -> Bool
  ) throws(BlobError) -> Bool {
    let bytes = try blobs.bytes(of: object, .tree)
    var next = 0
    for entry in TreeObject(bytes, of: object) {
      guard next < parts.count, parts[next].kind == entry.kind,
        parts[next].name.elementsEqual(entry.name), body(parts[next], entry)
      else { return false }
      next += 1
    }
    return next == parts.count
  }
}
