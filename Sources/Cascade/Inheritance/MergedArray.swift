import JSONSource

/// An array that several levels put together, or one from which elements were taken (I8, I9).
package final class MergedArray {
  package let elements: [Element]
  /// The arrays that took part, the farthest first.
  package let arrays: [Written]
  /// Whether something in it is worked out in the asked scope.
  let isComputing: Bool

  init(_ elements: [Element], of arrays: [Written]) {
    self.elements = elements
    self.arrays = arrays
    isComputing = elements.contains(where: \.isComputing)
  }
}
