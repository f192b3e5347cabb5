/// The line and the column that a report points at, from 1. Where something ends is not told: that would
/// tell how long a secret is.
struct Region: Equatable {
  /// What columns count.
  enum Unit { case bytes, codePoints }

  let startLine: Int
  let startColumn: Int

  /// The beginning of a file, for what is about all of it.
  static let beginning = Region(startLine: 1, startColumn: 1)
}
