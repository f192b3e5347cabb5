/// Where the bytes of git's objects come from, by their names.
package protocol BlobStore: AnyObject {
  /// The bytes of an object of a kind, at most so many; what `next` tells will probably be asked for next.
  func bytes(
    of object: ObjectID, _ kind: GitObjectKind, limit: Int, next: () -> [ObjectID]
  ) throws(BlobError) -> [UInt8]

  /// Has objects be on their way that will be wanted; what goes wrong goes wrong again then.
  func expect(_ objects: [ObjectID])
}

extension BlobStore {
  /// The bytes of an object that nothing is asked for with.
  package func bytes(of object: ObjectID, _ kind: GitObjectKind) throws(BlobError) -> [UInt8] {
    try bytes(of: object, kind, limit: FileReader.limit) { [] }
  }
}

/// What an object of git is.
package enum GitObjectKind: String, CaseIterable { case blob, tree, commit }

/// Why an object's bytes are not to be had.
package enum BlobError: Error {
  /// There is no object of this name, or none of that kind.
  case missing
  /// There are more than were wanted.
  case tooLarge
  /// A directory's object in which there are no entries as git writes them.
  case broken(ObjectID)
  /// No object can be read, for a reason in words.
  case unreadable([UInt8])
}
