import JSONSource

/// One key in one directive: an instruction of a scope, with its place.
package final class Marker {
  package enum Kind { case stop, exclude }

  package let kind: Kind
  package let file: SourceFile
  /// The list's element, or the `true` in place of a list.
  package let range: ByteRange
  /// From the top object of the file.
  package let pattern: KeyPattern
  /// As written: a key's text, or nil for `true`.
  package let argument: [UInt8]?
  /// Where its scope stands in the order of reading: level, file; set once the lineage is known.
  let fileNumber: Int

  init(
    _ kind: Kind, file: SourceFile, range: ByteRange, pattern: KeyPattern, argument: [UInt8]?,
    fileNumber: Int
  ) {
    self.kind = kind
    self.file = file
    self.range = range
    self.pattern = pattern
    self.argument = argument
    self.fileNumber = fileNumber
  }

  package var place: Place { Place(file, range) }

  /// Whether this marker is read before `other`: nearer the root, an earlier file, farther up in it.
  func isRead(before other: Marker) -> Bool {
    let left = (file.scope.depth, fileNumber, range.start)
    let right = (other.file.scope.depth, other.fileNumber, other.range.start)
    return left < right
  }
}
