/// A statement of a level about a key, with its outcome.
package struct Step {
  package let say: Statement
  package let position: Int
  package let fate: Fate
  /// False if a marker only restored the value of previous trees.
  package let takes: Bool

  package init(_ say: Statement, at position: Int, _ fate: Fate, takes: Bool = false) {
    (self.say, self.position, self.fate, self.takes) = (say, position, fate, takes)
  }

  package var outcome: Outcome { fate.outcome }
  package var by: SourceRange? { fate.by }
  package var place: SourceRange { say.place }
}
