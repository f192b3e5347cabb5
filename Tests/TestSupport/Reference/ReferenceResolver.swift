/// The naive resolver: `effective(S) = overlay(passed(before(S)), own(S))`, as the specification says it.
/// It was written from the specification alone and exists to be compared with the real one.
package struct ReferenceResolver: Sendable {
  package let tree: ReferenceTree

  package init(_ tree: ReferenceTree) { self.tree = tree }

  /// What holds in the scope. One that the tree does not list says nothing.
  package func resolve(_ scope: [PlainName]) -> ReferenceResolution {
    ReferenceResolution(
      scope: scope, holding: effective(scope),
      mentions: lineage(of: scope).flatMap { statements(of: $0).mentions })
  }

  /// The farthest first.
  private func lineage(of scope: [PlainName]) -> [[PlainName]] {
    (0...scope.count).map { Array(scope.prefix($0)) }
  }

  private func statements(of scope: [PlainName]) -> ReferenceStatements {
    ReferenceStatements(of: scope, in: tree)
  }

  private func effective(_ scope: [PlainName]) -> ReferenceHolding {
    let statements = statements(of: scope)
    var holding = scope.isEmpty ? ReferenceHolding() : passed(from: Array(scope.dropLast()))
    holding.take(by: inOrder(statements.markers, of: .stop)) { .stopped($0) }
    holding.overlay(statements.own)
    return holding
  }

  /// I5: on the step to the scope below go the keys that are excluded in this scope or above it.
  private func passed(from scope: [PlainName]) -> ReferenceHolding {
    var holding = effective(scope)
    let markers = lineage(of: scope).flatMap { statements(of: $0).markers }
    holding.take(by: inOrder(markers, of: .exclude)) { .excluded($0) }
    return holding
  }

  /// Which of several markers on one key is the reason: the one with the shortest path, then the nearest to
  /// the asked scope (stops are all of one level), then the one read first.
  private func inOrder(
    _ markers: [ReferenceMarker], of directive: ReferenceMarker.Directive
  ) -> [ReferenceMarker] {
    markers.filter { $0.directive == directive }.sorted {
      ($0.pattern.parts.count, $1.level, $0.turn) < ($1.pattern.parts.count, $0.level, $1.turn)
    }
  }
}
