import Cascade
import JSONSource
import Legible

/// Looks in the scopes of a walk, until one knows, which key was meant by one that nobody mentions.
package final class KeyHintSearch: ScopeVisitor {
  /// What the first of them has to say.
  package private(set) var hint: KeyHint?
  private let key: Key
  private let world: any ResolverWorld
  private var open: [WalkedScope] = []
  // Of all scopes together, as there may be many.
  private let patience = Patience(searches: 10)

  package init(_ key: Key, _ world: any ResolverWorld) { (self.key, self.world) = (key, world) }

  package func enter(_ visited: VisitedScope) {
    let scope = WalkedScope(visited, world, reveals: false, below: open.last)
    open.append(scope)
    // What a scope takes over as it is was looked at above.
    guard hint == nil, visited.isAsked, scope.isCertain,
      scope.delta.isWhole || !scope.delta.names.isEmpty
    else { return }
    let found = scope.asked.hint(for: key, in: scope.delta, patience)
    if found.obstacle != nil || !found.keys.isEmpty { hint = found }
  }

  package func miss(_ problem: Diagnostic) {}

  package func leave() { open.removeLast() }
}
