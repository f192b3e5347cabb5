/// A leaf of a value (a scalar, an array, an empty object) with its origins.
package struct ReferenceLeaf: Hashable, Sendable, CustomStringConvertible {
  package var key: PlainKey
  package var value: PlainValue
  /// One, but for `{}` that several levels write and for merged arrays: then all of them, the nearest first.
  package var origins: [ReferenceOrigin]

  package var description: String {
    "\(ReferencePattern.spelled(key)) = \(value.compact) at \(origins)"
  }
}

package enum ReferenceAnswer: Hashable, Sendable {
  case value(PlainValue, leaves: [ReferenceLeaf])
  case absent(ReferenceAbsence)

  package var value: PlainValue? {
    if case .value(let value, _) = self { return value }
    return nil
  }

  package var absence: ReferenceAbsence? {
    if case .absent(let absence) = self { return absence }
    return nil
  }
}

/// The reference result for a scope.
package struct ReferenceResolution: Sendable {
  package let scope: [PlainName]
  private let holding: ReferenceHolding
  private let names: Mentions
  /// What each level of the lineage says, the farthest first.
  let said: [ReferenceStatements]

  /// The names of members by containing key, in the order of their first mention.
  private struct Mentions: Sendable {
    var members: [PlainKey: [PlainName]] = [:]

    /// The names so far come first, unless they are mentioned again.
    mutating func start(_ key: PlainKey, _ later: [PlainKey]) {
      members[key]?.removeAll { later.contains(key + [$0]) }
    }

    mutating func note(_ key: PlainKey) {
      guard let name = key.last else { return }
      let holder = PlainKey(key.dropLast())
      if !members[holder, default: []].contains(name) { members[holder, default: []].append(name) }
    }

    func keys(below key: PlainKey) -> [PlainKey] {
      (members[key] ?? []).flatMap { [key + [$0]] + keys(below: key + [$0]) }
    }
  }

  init(
    scope: [PlainName], holding: ReferenceHolding, said: [ReferenceStatements],
    starts: [PlainKey: Int]
  ) {
    self.scope = scope
    self.holding = holding
    self.said = said
    var names = Mentions()
    for (position, level) in said.enumerated() {
      for (key, start) in starts where start == position {
        names.start(key, said[position...].flatMap(\.mentions))
      }
      for key in level.mentions { names.note(key) }
    }
    self.names = names
  }

  /// Every key that any file of the lineage mentions, each object before its members.
  package var mentioned: [PlainKey] { names.keys(below: []) }

  /// The whole effective value: always an object.
  package var value: PlainValue { object(at: []) }

  /// Every leaf of the effective value, in its order.
  package var leaves: [ReferenceLeaf] { leaves(at: []) }

  package func answer(_ key: PlainKey) -> ReferenceAnswer {
    if let value = value(at: key) { return .value(value, leaves: leaves(at: key)) }
    if case .absent(let absence) = holding.entries[key] { return .absent(absence) }
    return .absent(.neverSet)
  }

  /// For each element of an array the places that gave it, the farthest first: one where it was not overlaid.
  /// nil where the key has no array. The array was merged if its leaf has several origins.
  package func elements(_ key: PlainKey) -> [[ReferenceOrigin]]? {
    guard case .leaf(let leaf) = holding.entries[key] else { return nil }
    return leaf.elements?.map(\.origins)
  }

  /// What became of every value under the key that is no object, level by level, the nearest first. A value
  /// that another file of its scope overwrote was never there (T3).
  package func valueOutcomes(_ key: PlainKey) -> [ReferenceFate] {
    said.reversed().compactMap { level in
      guard case .leaf(_, let origin) = level.own[key] else { return nil }
      return ReferenceFate(of: origin, at: key, in: holding)
    }
  }

  func entry(_ key: PlainKey) -> ReferenceHolding.Entry? { holding.entries[key] }

  /// The members of an object that have a value, in their order.
  func members(of key: PlainKey) -> [PlainName] {
    (names.members[key] ?? []).filter { holding.isAlive(key + [$0]) }
  }

  private func value(at key: PlainKey) -> PlainValue? {
    switch holding.entries[key] {
    case .leaf(let leaf): leaf.value.plain
    case .emptyObject: .object([])
    case .object: object(at: key)
    case .absent, nil: nil
    }
  }

  private func object(at key: PlainKey) -> PlainValue {
    .object(
      (names.members[key] ?? []).compactMap { name in
        value(at: key + [name]).map { PlainMember(name, $0) }
      })
  }

  private func leaves(at key: PlainKey) -> [ReferenceLeaf] {
    switch holding.entries[key] {
    case .leaf(let leaf):
      return [ReferenceLeaf(key: key, value: leaf.value.plain, origins: leaf.origins)]
    case .emptyObject(let origins):
      return [ReferenceLeaf(key: key, value: .object([]), origins: origins)]
    case .absent: return []
    case .object, nil:
      return (names.members[key] ?? []).flatMap { leaves(at: key + [$0]) }
    }
  }
}
