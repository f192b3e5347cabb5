/// The line and the column that a report points at, from 1. Where something ends is not told: that would
/// tell how long a secret is.
package struct Region: Equatable {
  /// What columns count.
  package enum Unit { case bytes, codePoints }

  package let startLine: Int
  package let startColumn: Int

  /// The beginning of a file, for what is about all of it.
  package static let beginning = Region(startLine: 1, startColumn: 1)
}
