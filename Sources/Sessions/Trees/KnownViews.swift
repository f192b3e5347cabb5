import Cascade

/// A scope that was read: what its files say, and what holds in it.
final class KnownView {
  let view: View
  let reading: ScopeReading

  init(_ view: View, _ reading: ScopeReading) {
    self.view = view
    self.reading = reading
  }
}

/// The scopes that were read, parents before children.
struct KnownViews {
  private var all: [KnownView] = []
  // Most commands ask for one or two scopes, which are found faster by looking at each.
  private var places: [Scope: KnownView]?
  private static var few: Int { 16 }

  subscript(scope: Scope) -> KnownView? {
    if let places { return places[scope] }
    for known in all where known.view.scope == scope { return known }
    return nil
  }

  mutating func append(_ known: KnownView) {
    all.append(known)
    if places != nil {
      places?[known.view.scope] = known
    } else if all.count > Self.few {
      var places: [Scope: KnownView] = [:]
      for known in all { places[known.view.scope] = known }
      self.places = places
    }
  }
}
