import Cascade

/// The views of scopes that were read, parents before children.
struct KnownViews {
  private var all: [(view: View, reading: ScopeReading)] = []
  // Most commands ask for one or two scopes, which are found faster by looking at each.
  private var places: [Scope: Int]?
  private static var few: Int { 16 }

  subscript(scope: Scope) -> (view: View, reading: ScopeReading)? {
    if let places { return places[scope].map { all[$0] } }
    for known in all where known.view.scope == scope { return known }
    return nil
  }

  mutating func append(_ view: View, _ reading: ScopeReading) {
    all.append((view, reading))
    if places != nil {
      places?[view.scope] = all.count - 1
    } else if all.count > Self.few {
      places = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { ($0.element.view.scope, $0.offset) })
    }
  }
}
