import Cascade

/// A scope that two times of a tree have, as an impact sees it.
final class WalkedPair {
  let scopes: Sides<WalkedScope>
  /// What its own files say otherwise.
  let edits: ScopeEdits?
  /// Whether its whole lineage says the same in both times, and nothing that it draws on beyond made a
  /// difference so far.
  var isSame: Bool
  /// Its number among the asked ones; nil for one that only stands above them.
  let number: Int?

  init(_ scopes: Sides<WalkedScope>, _ edits: ScopeEdits?, isSame: Bool, number: Int?) {
    (self.scopes, self.edits, self.isSame, self.number) = (scopes, edits, isSame, number)
  }

  var isCertain: Bool { scopes.from.isCertain && scopes.to.isCertain }

  var scope: Scope { scopes.to.view.scope }

  /// Notes which of its edited statements translate what is secret in it, or in a scope below it that calls
  /// something secret.
  func noteTranslations(in other: WalkedPair) {
    guard let edits else { return }
    for side in [Side.from, .to] {
      let scope = other.scopes[side]
      if other === self || scope.hidesSomething { edits.note(in: scope.asked, side) }
    }
  }
}
