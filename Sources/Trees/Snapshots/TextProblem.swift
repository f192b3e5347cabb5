import Cascade

/// A problem with a fixed message.
package struct TextProblem: ForeignProblem {
  package let words: String

  package init(words: String) {
    self.words = words
  }
}
