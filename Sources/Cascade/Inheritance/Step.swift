/// One statement of one level about a key, and what became of it.
package struct Step {
  package let say: Statement
  /// The level's position in the lineage.
  package let position: Int
  package let fate: Fate
  /// Whether a marker that acted took something, and did not only give back what the trees before gave.
  package let takes: Bool

  package init(_ say: Statement, at position: Int, _ fate: Fate, takes: Bool = false) {
    (self.say, self.position, self.fate, self.takes) = (say, position, fate, takes)
  }

  package var outcome: Outcome { fate.outcome }
  /// The nearest place that decided it.
  package var by: SourceRange? { fate.by }
  package var place: SourceRange { say.place }
}
