import Cascade

/// A scope that was read: its levels, one for each tree, and its lineage.
final class KnownScope {
  let scope: Scope
  let levels: [Level]
  let lineage: Lineage

  init(_ scope: Scope, _ levels: [Level], _ lineage: Lineage) {
    self.scope = scope
    self.levels = levels
    self.lineage = lineage
  }
}

/// The scopes that were read, parents before children.
struct KnownScopes {
  private(set) var all: [KnownScope] = []
  // Most commands ask for one or two scopes, whose lineages are found faster by looking at each.
  private var places: [Scope: KnownScope]?
  private static var few: Int { 16 }

  subscript(scope: Scope) -> KnownScope? {
    if let places { return places[scope] }
    for known in all where known.scope == scope { return known }
    return nil
  }

  mutating func append(_ known: KnownScope) {
    all.append(known)
    if places != nil {
      places?[known.scope] = known
    } else if all.count > Self.few {
      var places: [Scope: KnownScope] = [:]
      for known in all { places[known.scope] = known }
      self.places = places
    }
  }
}
