import Cascade

/// What is told in words already, where a finding with a place is wanted.
package struct Wording: ForeignProblem {
  package let words: String

  package init(words: String) {
    self.words = words
  }
}
