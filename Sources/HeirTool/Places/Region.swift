/// The line and column where a place begins, from 1. The end would reveal the length of a secret.
package struct Region: Equatable {
  package enum Unit { case bytes, codePoints }

  package let startLine: Int
  package let startColumn: Int
  package static let beginning = Region(startLine: 1, startColumn: 1)
}
