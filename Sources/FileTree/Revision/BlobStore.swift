/// Where the bytes of a revision's files come from, by the names of git's objects.
package protocol BlobStore: AnyObject {
  /// The bytes of an object, at most so many; what `next` tells will probably be asked for next.
  func bytes(
    of object: [UInt8], limit: Int, next: () -> [[UInt8]]
  ) throws(BlobError) -> [UInt8]
}

/// Why an object's bytes are not to be had.
package enum BlobError: Error {
  /// There is no object of this name.
  case missing
  /// There are more than were wanted.
  case tooLarge
  /// No object can be read, for a reason in words.
  case unreadable([UInt8])
}
