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
