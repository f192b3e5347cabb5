/// A word that completes the line.
package struct Candidate: Equatable, Sendable {
  package var word: [UInt8]
  package let help: String
  /// Whether the word continues, so that no space follows.
  package var isOpen: Bool

  package init(_ word: [UInt8], help: String = "", isOpen: Bool = false) {
    self.word = word
    self.help = help
    self.isOpen = isOpen
  }

  init(_ word: String, help: String = "") { self.init(Array(word.utf8), help: help) }
}
