/// What lines and columns a report points at, all from 1; the end is where the next character stands.
struct Region: Equatable {
  /// What columns count.
  enum Unit { case bytes, codePoints }

  let startLine: Int
  let startColumn: Int
  let endLine: Int
  let endColumn: Int

  /// The beginning of a file, for what is about all of it.
  static let beginning = Region(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1)
}
