/// A parent scope and the places that give it.
package struct Parent {
  package let scope: Scope
  /// nil for the parent directory.
  package let place: SourceRange?
  package let drawn: [SourceRange]

  package init(_ scope: Scope, at place: SourceRange? = nil, drawing drawn: [SourceRange] = []) {
    (self.scope, self.place, self.drawn) = (scope, place, drawn)
  }

  package var places: [SourceRange] { (place.map { [$0] } ?? []) + drawn }
}

extension RuleResult {
  package var parent: Parent? {
    if case .scope(let scope) = target { Parent(scope, at: place, drawing: drawn) } else { nil }
  }
}
