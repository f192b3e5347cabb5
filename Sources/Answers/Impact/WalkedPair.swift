import Cascade
import JSONSource

/// A scope of both snapshots, as visited by an impact.
final class WalkedPair {
  let scopes: BeforeAfter<WalkedScope>
  /// The edits of the levels that its parent lacks.
  let edits: [ScopeEdits]
  /// Whether the whole lineage is unchanged, and no dependency made a difference so far.
  var isSame: Bool
  let number: Int?

  init(
    _ scopes: BeforeAfter<WalkedScope>, _ edits: [ScopeEdits], below above: WalkedPair?,
    hasSameParents: Bool, number: Int?
  ) {
    (self.scopes, self.edits, self.number) = (scopes, edits, number)
    newPositions = BeforeAfter { side in
      let shared = above?.scopes[side].visited.role == .shared ? above?.newPositions[side] : nil
      return (shared ?? []) + scopes[side].visited.addedPositions
    }
    isSame = (above?.isSame ?? true) && edits.isEmpty && hasSameParents
  }

  /// The positions of levels that the nearest asked scope before does not have.
  let newPositions: BeforeAfter<[Int]>

  var isNew: Bool { scopes.from.delta.isWhole || scopes.to.delta.isWhole }

  var isCertain: Bool { scopes.from.isCertain && scopes.to.isCertain }

  var scope: Scope { scopes.to.view.scope }

  var asked: BeforeAfter<Evaluation> { BeforeAfter { scopes[$0].asked } }

  /// Records which edits translate secrets of this scope, or of a descendant that declares secrets.
  func noteTranslations(in other: WalkedPair) {
    if edits.isEmpty { return }
    for side in [Side.from, .to] {
      let scope = other.scopes[side]
      if other === self || scope.hidesSomething {
        for one in edits { one.note(in: scope.asked, side) }
      }
    }
  }

  /// Calls `body` for the keys that its own levels touch, with their values in both snapshots.
  func forEachTouched(_ body: (Key, ValueCursor?, ValueCursor?) -> Void) {
    func visit(_ key: Key, _ values: BeforeAfter<ValueCursor?>, _ deltas: BeforeAfter<Delta?>) {
      let areWhole = deltas.from?.isWhole == true || deltas.to?.isWhole == true
      guard !areWhole, values.from?.node.isObject == true, values.to?.node.isObject == true else {
        body(key, values.from, values.to)
        return
      }
      for name in [deltas.from, deltas.to].flatMap({ $0?.names ?? [] }).uniqued {
        visit(
          key.appending(name), BeforeAfter { values[$0]?.liveMember(name) },
          BeforeAfter { deltas[$0]?.member(name) })
      }
    }
    visit(Key(), BeforeAfter { scopes[$0].asked.cursor }, BeforeAfter { scopes[$0].delta })
  }
}

extension ValueCursor {
  func liveMember(_ name: Name) -> ValueCursor? {
    guard let node = node.member(name), node.isLive else { return nil }
    return member(name, node)
  }
}
