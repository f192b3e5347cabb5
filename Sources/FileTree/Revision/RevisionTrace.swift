import SystemCalls

/// What was read in a directory of a revision and below it: its names and what they are, the bytes of some of its files,
/// and some of its directories.
///
/// What was worked out from that alone comes to the same in every revision in which it is the same.
package final class RevisionTrace {
  struct Part {
    let kind: FileKind
    let name: [UInt8]
    /// The identity of the object whose bytes were read; nil where they were not.
    let identity: [UInt8]?
    /// What was read in the directory that it is; nil where nobody looked.
    let below: RevisionTrace?
  }

  /// A directory in which has to be looked on.
  private typealias Inner = (trace: RevisionTrace, identity: ArraySlice<UInt8>)

  private let parts: [Part]
  /// Directories that were looked at, by their objects' identities, and whether all is the same in them.
  private var known: [ArraySlice<UInt8>: Bool] = [:]

  init(_ parts: [Part]) { self.parts = parts }

  /// Whether all is the same in another directory.
  package func holds(in object: [UInt8], _ blobs: any BlobStore) throws(BlobError) -> Bool {
    let bytes = try blobs.bytes(of: object, .tree)
    guard let inner = inner(in: bytes, nameLength: object.count) else { return false }
    for (trace, identity) in inner {
      if let known = trace.known[identity] {
        if known { continue }
        return false
      }
      let holds = try trace.holds(in: TreeObject.name(of: identity), blobs)
      // What is kept keeps no whole directory.
      trace.known[Array(identity)[...]] = holds
      if !holds { return false }
    }
    return true
  }

  /// The objects that have to be read to know whether all is the same in other directories, as far as those are
  /// read, and what has to be the same in each.
  package func wanted(
    _ objects: [(trace: RevisionTrace, object: [UInt8])], _ blobs: any BlobStore
  ) throws(BlobError) -> [(trace: RevisionTrace, object: [UInt8])] {
    var wanted: [(trace: RevisionTrace, object: [UInt8])] = []
    for (trace, object) in objects {
      let bytes = try blobs.bytes(of: object, .tree)
      for (trace, identity) in trace.inner(in: bytes, nameLength: object.count) ?? []
      where trace.known[identity] == nil {
        wanted.append((trace, TreeObject.name(of: identity)))
      }
    }
    return wanted
  }

  /// Nil where something is different here.
  private func inner(in bytes: [UInt8], nameLength: Int) -> [Inner]? {
    var found: [Inner] = []
    var next = 0
    for entry in TreeObject(bytes, nameLength: nameLength) {
      guard next < parts.count else { return nil }
      let part = parts[next]
      next += 1
      guard part.kind == entry.kind, part.name.elementsEqual(entry.name),
        part.identity.map({ $0.elementsEqual(entry.identity) }) ?? true
      else { return nil }
      if let below = part.below { found.append((below, entry.identity)) }
    }
    return next == parts.count ? found : nil
  }
}
