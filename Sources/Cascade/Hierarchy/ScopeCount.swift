/// Counts the scopes of a walk.
package struct ScopeCount {
  /// Links between directories multiply scopes: 20 directories with two links each lead to a million.
  package static let linkedLimit = 10_000

  package private(set) var all = 0
  private var linked = 0

  package init() {}

  package mutating func add(_ place: any ScopePlace, limit: Int) throws(WalkLimit) {
    all += 1
    if all > limit { throw .scopes(limit) }
    guard let home = place.linkHome else { return }
    linked += 1
    if linked > Self.linkedLimit { throw .linkedScopes(Self.linkedLimit, place.scope, home) }
  }
}
