import JSONSource

/// A range of bytes in a file; line and column are worked out only when printed.
package struct Place: Sendable {
  package let file: SourceFile
  package let range: ByteRange

  package init(_ file: SourceFile, _ range: ByteRange) {
    self.file = file
    self.range = range
  }
}
