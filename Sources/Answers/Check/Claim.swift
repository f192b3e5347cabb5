import Cascade

/// A finding that holds unless a scope visited later disproves it.
struct Claim {
  enum Condition {
    case always
    /// The marker has no effect in any scope; `unmet` is reported instead if it matches a key.
    case idle(Marker, unmet: Diagnostic?)
    /// No scope needs the value.
    case vain(SourceRange.ID)
    /// All parts hold; otherwise those that hold are reported one by one.
    case all([Claim])
  }

  let diagnostic: Diagnostic
  let condition: Condition

  init(_ diagnostic: Diagnostic, _ condition: Condition = .always) {
    (self.diagnostic, self.condition) = (diagnostic, condition)
  }

  func findings(_ effects: StatementEffects) -> [Diagnostic] {
    switch condition {
    case .idle(let marker, let unmet?) where effects.hasMatch(marker) && !effects.hasEffect(marker):
      [unmet]
    case .all(let parts) where !holds(effects): parts.flatMap { $0.findings(effects) }
    default: holds(effects) ? [diagnostic] : []
    }
  }

  private func holds(_ effects: StatementEffects) -> Bool {
    switch condition {
    case .always: true
    case .idle(let marker, _): !effects.hasEffect(marker)
    case .vain(let value): !effects.isNeeded(value)
    case .all(let parts): parts.allSatisfy { $0.holds(effects) }
    }
  }
}
