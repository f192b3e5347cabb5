/// An outcome with the place that decided it.
package struct StatementOutcome {
  package let outcome: Outcome
  /// The nearest such place.
  package let by: SourceRange?

  package init(_ outcome: Outcome, by: SourceRange? = nil) {
    (self.outcome, self.by) = (outcome, by)
  }
}

/// The outcome of a statement.
package enum Outcome: String {
  case effective, merged, overridden, stopped, excluded, replaced, refused
  case acted, idle

  package var isInForce: Bool { self == .effective || self == .merged }
}
