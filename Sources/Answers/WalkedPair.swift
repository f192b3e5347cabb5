import Cascade
import JSONSource

/// A scope that two times of a tree have, as an impact sees it.
final class WalkedPair {
  let scopes: BeforeAfter<WalkedScope>
  /// What the files of the scopes say otherwise that have a say in it, and none in the one above.
  let edits: [ScopeEdits]
  /// The first names of all keys that its lineage may make something else of, scope by scope; nil where they may be
  /// any: also where other scopes have a say in it or in one above, or in another order.
  let edited: [NameMap<Void>]?
  /// Whether its whole lineage says the same in both times, and nothing that it draws on beyond made a
  /// difference so far.
  var isSame: Bool
  /// Its number among the asked ones; nil for one that only stands above them.
  let number: Int?

  init(
    _ scopes: BeforeAfter<WalkedScope>, _ edits: [ScopeEdits], below above: WalkedPair?,
    hasSameParents: Bool, number: Int?
  ) {
    (self.scopes, self.edits, self.number) = (scopes, edits, number)
    isSame = (above?.isSame ?? true) && edits.isEmpty && hasSameParents
    let own = hasSameParents ? edits.map(\.firstNames) : [nil]
    let aboveEdited = above.map(\.edited) ?? []
    edited = own.contains { $0 == nil } ? nil : aboveEdited.map { $0 + own.compactMap(\.self) }
  }

  /// Whether all has to be looked at, in either time.
  var isNew: Bool { scopes.from.delta.isWhole || scopes.to.delta.isWhole }

  var isCertain: Bool { scopes.from.isCertain && scopes.to.isCertain }

  var scope: Scope { scopes.to.view.scope }

  /// The scopes that have a say in it in each of the times.
  private(set) lazy var scopesInOrder = BeforeAfter { side in
    let order = scopes[side].view.lineage.ancestors.map(\.scope)
    return (order: order, all: Set(order))
  }

  /// Whether those that have a say in both have it in another order.
  private(set) lazy var isMoved: Bool = {
    let (from, to) = (scopesInOrder.from, scopesInOrder.to)
    return !from.order.filter(to.all.contains).elementsEqual(to.order.filter(from.all.contains))
  }()

  /// Notes which of its edited statements translate what is secret in it, or in a scope below it that calls
  /// something secret.
  func noteTranslations(in other: WalkedPair) {
    if edits.isEmpty { return }
    for side in [Side.from, .to] {
      let scope = other.scopes[side]
      if other === self || scope.hidesSomething {
        for one in edits { one.note(in: scope.asked, side) }
      }
    }
  }
}

extension WalkedPair {
  private typealias Values = BeforeAfter<ValueCursor?>

  /// Calls `body` for the keys that have to be compared, with what is there in both times: what either
  /// touches, and at the top where all has to be. `told` are the first names of what was told of scopes above.
  func forEachDifference(
    told: NameMap<Void>, _ body: (Key, ValueCursor?, ValueCursor?) -> Void
  ) {
    let concerned = edited.map { $0 + [told] }
    func isConcerned(_ name: Name) -> Bool {
      concerned.map { $0.contains { $0[name] != nil } } ?? true
    }
    // To list what is touched costs more than to ask for some.
    var only: Name?
    if let concerned, concerned.reduce(0, { $0 + $1.names.count }) <= 16,
      !scopes.from.delta.isWhole, !scopes.to.delta.isWhole
    {
      var touched = NameMap<Void>()
      for name in concerned.lazy.flatMap(\.names) where isTouched(name) { touched[name] = () }
      guard let first = touched.names.first else { return }
      if touched.names.count == 1 { only = first }
    }
    func visit(_ key: Key, _ values: Values, _ deltas: BeforeAfter<Delta?>) {
      let areWhole = deltas.from?.isWhole == true || deltas.to?.isWhole == true
      guard !areWhole, values.from?.node.isObject == true, values.to?.node.isObject == true else {
        body(key, values.from, values.to)
        return
      }
      var names = NameMap<Void>()
      if let only, key.names.isEmpty {
        names[only] = ()
      } else {
        for side in [Side.from, .to] { for name in deltas[side]?.names ?? [] { names[name] = () } }
      }
      for name in names.names where !key.names.isEmpty || isConcerned(name) {
        visit(
          key.appending(name), BeforeAfter { values[$0]?.liveMember(name) },
          BeforeAfter { deltas[$0]?.member(name) })
      }
    }
    visit(Key(), BeforeAfter { scopes[$0].asked.cursor }, BeforeAfter { scopes[$0].delta })
  }

  private func isTouched(_ name: Name) -> Bool {
    scopes.from.delta.member(name) != nil || scopes.to.delta.member(name) != nil
  }
}

extension ValueCursor {
  /// The place of a member that has a value.
  func liveMember(_ name: Name) -> ValueCursor? {
    guard let node = node.member(name), node.isLive else { return nil }
    return member(name, node)
  }
}
