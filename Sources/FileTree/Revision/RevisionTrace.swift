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
    let object: [UInt8]?
    /// What was read in the directory that it is; nil where nobody looked.
    let below: RevisionTrace?
  }

  private let parts: [Part]
  /// Objects of directories that were looked at, and whether all is the same in them.
  private var known: [[UInt8]: Bool] = [:]

  init(_ parts: [Part]) { self.parts = parts }

  /// Whether all is the same in another directory.
  package func holds(in object: [UInt8], _ blobs: any BlobStore) throws(BlobError) -> Bool {
    if let known = known[object] { return known }
    let bytes = try blobs.bytes(of: object, .tree)
    var holds = true
    if let below = directories(in: bytes, nameLength: object.count) {
      for (trace, object) in below where try !trace.holds(in: object, blobs) {
        holds = false
        break
      }
    } else {
      holds = false
    }
    known[object] = holds
    return holds
  }

  /// The objects that have to be read to know whether all is the same in other directories, as far as those are
  /// read, and what has to be the same in each.
  package func wanted(
    _ objects: [(trace: RevisionTrace, object: [UInt8])], _ blobs: any BlobStore
  ) throws(BlobError) -> [(trace: RevisionTrace, object: [UInt8])] {
    var wanted: [(trace: RevisionTrace, object: [UInt8])] = []
    for (trace, object) in objects {
      let bytes = try blobs.bytes(of: object, .tree)
      for one in trace.directories(in: bytes, nameLength: object.count) ?? []
      where one.trace.known[one.object] == nil { wanted.append(one) }
    }
    return wanted
  }

  /// The directories in which has to be looked on; nil where something is different here.
  private func directories(
    in bytes: [UInt8], nameLength: Int
  ) -> [(trace: RevisionTrace, object: [UInt8])]? {
    var found: [(trace: RevisionTrace, object: [UInt8])] = []
    var rest = parts[...]
    for entry in TreeObject(bytes, nameLength: nameLength) {
      guard let part = rest.popFirst(), part.kind == entry.kind,
        part.name.elementsEqual(entry.name), part.object.map({ $0 == entry.object }) ?? true
      else { return nil }
      if let below = part.below { found.append((below, entry.object)) }
    }
    return rest.isEmpty ? found : nil
  }
}
