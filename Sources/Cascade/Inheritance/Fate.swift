/// What became of a statement.
package struct Fate {
  package let outcome: Outcome
  /// The nearest place that decided it.
  package let by: SourceRange?

  package init(_ outcome: Outcome, by: SourceRange? = nil) {
    (self.outcome, self.by) = (outcome, by)
  }
}

/// How it ended.
package enum Outcome: String {
  case effective, merged, overridden, stopped, excluded, replaced, refused
  case acted, idle

  /// Whether the statement gives something to what holds.
  package var isInForce: Bool { self == .effective || self == .merged }
}
