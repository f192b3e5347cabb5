import JSONSource

/// A range of bytes in a file; line and column are worked out only when printed.
package struct Place: Sendable {
  package let file: SourceFile
  package let range: ByteRange

  package init(_ file: SourceFile, _ range: ByteRange) {
    self.file = file
    self.range = range
  }

  /// Whether both are where one statement begins, however often its file was read: a fragment says
  /// something for each that includes it.
  func isSame(as other: Place) -> Bool {
    range.start == other.range.start && file.isSame(as: other.file)
  }
}

extension SourceFile {
  /// Whether both are one file of one scope, included from the same place.
  func isSame(as other: SourceFile) -> Bool {
    if self === other { return true }
    guard home == other.home, path == other.path, scope == other.scope else { return false }
    guard let includedFrom, let others = other.includedFrom else {
      return includedFrom == nil && other.includedFrom == nil
    }
    return includedFrom.isSame(as: others)
  }
}
