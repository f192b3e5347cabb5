import Cascade

/// A key whose effective value differs between two scopes.
package struct ValueChange {
  package enum Kind: String { case added, removed, changed, moved }

  package let key: Key
  package let kind: Kind
  package let from: ValueCursor?
  package let to: ValueCursor?
  /// The object around the key that was added or removed with it.
  package let object: Key?

  /// The mask for either scope and either value: parts computed from secrets of either scope are secret.
  func mask(_ from: Evaluation, _ to: Evaluation, _ keys: SecretKeys) -> Mask {
    if from.isRevealing { return .none }
    var mask = from.mask(key).union(to.mask(key))
    for case let whole? in [try? self.from?.whole(), try? self.to?.whole()] {
      mask = whole.mask(mask, keys)
    }
    return mask
  }
}

/// The differing leaves of two scopes, in the order of the first scope, then of the second.
package struct Difference {
  package private(set) var changes: [ValueChange] = []

  init(_ changes: [ValueChange]) { self.changes = changes }

  /// Compares the values of `key`; `withMoves` also reports equal values from different places.
  /// Failures under `except` are ignored.
  package init(
    from: Evaluation, to: Evaluation, under key: Key, withMoves: Bool = false,
    passingOver except: [KeyPattern] = []
  ) throws(EvaluationError) {
    var changes: [ValueChange] = []
    var failure: EvaluationError?
    var comparison = LeafComparison(withMoves: withMoves) {
      changes.append($0)
    } onFailure: { key, sides, _ in
      if except.lead(to: key) { return }
      failure = failure ?? sides.from ?? sides.to
    }
    comparison.compare(try from.value(key), try to.value(key))
    if let failure { throw failure }
    // An object that replaces another value, or is replaced, is evaluated whole.
    for change in changes where change.kind == .changed {
      for value in [change.from, change.to] where value?.isObject == true {
        _ = try value?.whole()
      }
    }
    self.changes = changes
  }

  package func leavingOut(_ patterns: [KeyPattern]) throws(EvaluationError) -> Difference {
    if patterns.isEmpty { return self }
    let left = changes.filter { !patterns.lead(to: $0.key) }
    return Difference(
      try left.map { (change) throws(EvaluationError) in
        ValueChange(
          key: change.key, kind: change.kind, from: try change.from?.leavingOut(patterns),
          to: try change.to?.leavingOut(patterns), object: change.object)
      })
  }

  package init(
    from: Evaluation, to: Evaluation, under patterns: [KeyPattern]
  ) throws(EvaluationError) {
    var changes: [ValueChange] = []
    var compared: Set<Key> = []
    var told: Set<Key> = []
    for pattern in patterns {
      for key in try from.keys(of: pattern) + to.keys(of: pattern)
      where compared.insert(key).inserted {
        let difference = try Difference(from: from, to: to, under: key)
        // Two patterns may name overlapping keys.
        changes += difference.changes.filter { told.insert($0.key).inserted }
      }
    }
    self.init(changes)
  }
}

extension [KeyPattern] {
  func lead(to key: Key) -> Bool { contains { $0.leadsTo(key) } }
}

extension ValueCursor {
  func holds(_ patterns: [KeyPattern]) throws(EvaluationError) -> Bool {
    if patterns.isEmpty { return false }
    return try leaves().contains { patterns.lead(to: $0.key) }
  }

  func leavingOut(_ patterns: [KeyPattern]) throws(EvaluationError) -> ValueCursor {
    guard isObject, try holds(patterns) else { return self }
    let left = try leaves().filter { !patterns.lead(to: $0.key) }
    let kept = try left.map { (leaf) throws(EvaluationError) in
      (leaf.key.names.dropFirst(key.names.count), try leaf.whole())
    }
    return ValueCursor(
      scope, key, node, mask, element: element, value: EffectiveValue.gathered(kept))
  }
}

extension Evaluation {
  func secretKeys(with other: Evaluation) -> SecretKeys {
    SecretKeys(top: mask(Key()).union(other.mask(Key())))
  }

  /// The keys that a pattern names, parents first: a star matches existing members, a name always matches.
  fileprivate func keys(of pattern: KeyPattern) throws(EvaluationError) -> [Key] {
    var keys: [Key] = []
    var rest = [(key: Key(), way: PatternState(pattern))]
    while let (key, way) = rest.popLast() {
      if way.isAtEnd {
        keys.append(key)
        continue
      }
      var names = way.names
      if way.isWide {
        guard let value = try value(key), value.isObject else { continue }
        names += value.liveMembers.map(\.name)
      }
      for name in names.uniqued.reversed() {
        let inner = way.descending(name)
        if !inner.isEmpty { rest.append((key.appending(name), inner)) }
      }
    }
    return keys
  }
}
