import JSONSource

/// A file as messages name it: where it lies in its tree, and its bytes.
package final class SourceFile: Sendable {
  /// From its tree's root, without a leading slash.
  package let path: [UInt8]
  package let scope: Scope
  package let source: Source

  package init(path: [UInt8], scope: Scope, source: Source) {
    self.path = path
    self.scope = scope
    self.source = source
  }
}

/// A range of bytes in a file; line and column are worked out only when printed.
package struct Place: Sendable {
  package let file: SourceFile
  package let range: ByteRange

  package init(_ file: SourceFile, _ range: ByteRange) {
    self.file = file
    self.range = range
  }
}
