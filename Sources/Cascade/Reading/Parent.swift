/// A scope from which another one inherits, and what says so.
package struct Parent {
  package let scope: Scope
  /// Where that is said; nil for the scope above, of which nobody need say it.
  package let place: SourceRange?
  /// What a rule's template draws on, where a rule says it.
  package let drawn: [SourceRange]

  package init(_ scope: Scope, at place: SourceRange? = nil, drawing drawn: [SourceRange] = []) {
    (self.scope, self.place, self.drawn) = (scope, place, drawn)
  }

  /// All that says so.
  package var places: [SourceRange] { (place.map { [$0] } ?? []) + drawn }
}

extension RuledParent {
  /// The parent, if it gives one.
  package var parent: Parent? {
    if case .scope(let scope) = target { Parent(scope, at: place, drawing: drawn) } else { nil }
  }
}
