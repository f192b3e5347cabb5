import JSONSource

/// A scope as it is asked: where values that are worked out count from.
final class Standpoint {
  let asked: Asked
  /// What holds there, as far as it has been read.
  fileprivate(set) var view: View

  init(_ asked: Asked, _ view: View) {
    self.asked = asked
    self.view = view
  }
}

/// One scope that is asked: its view, and the answers that come of it.
package final class AskedScope {
  let standpoint: Standpoint
  let resolver: Resolver

  init(_ standpoint: Standpoint, _ resolver: Resolver) {
    self.standpoint = standpoint
    self.resolver = resolver
  }

  package var view: View { standpoint.view }

  /// Whether secrets are shown.
  package var isRevealing: Bool { resolver.reveals }

  /// The effective value under a key, or why there is none.
  package func answer(_ key: Key) throws(Unresolved) -> Answer {
    try resolver.cover(key, in: standpoint)
    let (entry, rest) = view.deepest(key)
    if rest.isEmpty {
      guard entry.isLive else { return .absent(entry.absence) }
      let value = EffectiveValue(entry: entry, key: key)
      return .value(try worked(value))
    }
    switch try resolver.locate(key, in: standpoint) {
    case .absent(let absence):
      return .absent(absence ?? view.elementAbsence(rest, behind: entry))
    case .entry(let found, _) where found.isSame(as: entry) && found.isObject:
      return .value(EffectiveValue(entry: entry, key: key))
    case .inner(let element, let spot)
    where spot.entry.isSame(as: entry) && spot.scope === standpoint:
      let value = try resolver.force(.inner(element, spot))
      return .value(EffectiveValue(entry: entry, key: key, element: element, value: value))
    case let located:
      return .value(EffectiveValue(entry: entry, key: key, value: try resolver.force(located)))
    }
  }

  /// The value, nil where there is none.
  package func value(_ key: Key) throws(Unresolved) -> EffectiveValue? {
    if case .value(let value) = try answer(key) { value } else { nil }
  }

  /// The value with nothing left to work out.
  package func whole(_ value: EffectiveValue) throws(Unresolved) -> Value {
    if let value = value.value { return value }
    return try resolver.force(spot(value))
  }

  private func spot(_ value: EffectiveValue) -> Resolver.Spot {
    Resolver.Spot(
      scope: standpoint, key: value.key, entry: value.entry, mask: view.mask(value.key))
  }

  /// The members of an object, in order; a leaf is worked out.
  package func members(
    of value: EffectiveValue
  ) throws(Unresolved) -> [(name: Name, value: EffectiveValue)] {
    var members: [(name: Name, value: EffectiveValue)] = []
    for member in lazyMembers(of: value) {
      members.append((member.name, try worked(member.value)))
    }
    return members
  }

  /// The members of an object, in order, as they stand.
  func lazyMembers(of value: EffectiveValue) -> [(name: Name, value: EffectiveValue)] {
    if let inside = value.value {
      return inside.members.map { name, member in
        let element = value.element.map { $0.member(name) ?? $0 }
        return (
          name,
          EffectiveValue(
            entry: value.entry, key: value.key.appending(name), element: element, value: member)
        )
      }
    }
    return (value.entry.members?.live() ?? []).map {
      ($0.name, EffectiveValue(entry: $0.entry, key: value.key.appending($0.name)))
    }
  }

  /// A value in which a computed leaf is worked out.
  func worked(_ value: EffectiveValue) throws(Unresolved) -> EffectiveValue {
    guard value.value == nil, !value.entry.isObject, value.entry.isComputing else { return value }
    return EffectiveValue(
      entry: value.entry, key: value.key, value: try resolver.force(spot(value)))
  }

  /// Calls `body` for every scalar, array and empty object in a value, in order, or with the reason why
  /// one could not be worked out.
  package func forEachLeaf(
    of value: EffectiveValue, _ body: (EffectiveValue, Unresolved?) -> Void
  ) {
    let found: EffectiveValue
    do throws(Unresolved) { found = try worked(value) } catch {
      body(value, error)
      return
    }
    let members = found.isObject ? lazyMembers(of: found) : []
    // The top is no key, also where nothing is in it.
    if members.isEmpty && !(found.isObject && found.key.names.isEmpty) { body(found, nil) }
    for member in members { forEachLeaf(of: member.value, body) }
  }

  /// The leaves of a value, in order; the first that cannot be worked out is an error.
  package func leaves(of value: EffectiveValue) throws(Unresolved) -> [EffectiveValue] {
    var leaves: [EffectiveValue] = []
    var failure: Unresolved?
    forEachLeaf(of: value) { leaf, error in
      leaves.append(leaf)
      failure = failure ?? error
    }
    if let failure { throw failure }
    return leaves
  }

  /// What is secret in a value where it is shown under its key.
  package func mask(_ value: EffectiveValue) -> Mask {
    if resolver.reveals { return .none }
    let mask = view.mask(value.key)
    return value.value.map { mask.union($0.mask) } ?? mask
  }
}

extension Resolver {
  /// Makes sure that everything at, above and below a key is read.
  func cover(_ key: Key, in scope: Standpoint) throws(Unresolved) {
    // Each time something more is read, so that this comes to an end.
    while let needed = scope.view.needed(for: key),
      let wider = try outside.view(scope.asked, covering: needed)
    {
      scope.view = wider
    }
  }
}
