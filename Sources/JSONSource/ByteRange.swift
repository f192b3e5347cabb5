/// A half-open range of byte offsets in a source.
package struct ByteRange: Equatable, Sendable {
  package let start: Int
  package let end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }
}
