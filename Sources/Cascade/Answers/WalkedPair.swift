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

  /// Notes which edited statements translate what is secret: a table of translations tells as much.
  func noteTranslations() {
    for edit in edits?.all ?? [] {
      guard case .value(let key) = edit.subject else { continue }
      for side in [Side.from, .to] {
        guard let value = edit.values[side], value.isComputing, let place = edit.places[side]
        else { continue }
        let scope = scopes[side]
        for step in scope.view.steps(key) where step.place.isSame(as: place) {
          guard case .value(let written) = step.say else { continue }
          value.note(isSecret: scope.asked.mask(ofStep: written, under: key).isSecret)
        }
      }
    }
  }
}
