import JSONSource

/// The statements that exact names and patterns reach along a key (K4).
package struct PatternCursor {
  /// A node of a level, with the position of the level in the lineage.
  package struct Place {
    let position: Int
    let tree: StatementTree
    package var isByWildcard = false
  }

  private let arrived: [Place]
  private let concerns: StatementKinds
  /// Whether no name has been followed; patterns do not match the top object itself.
  private let isTop: Bool

  package init(
    _ levels: some Sequence<(position: Int, level: Level)>, _ concerns: StatementKinds
  ) {
    self.init(
      levels.compactMap { position, level in
        level.statements.has(concerns)
          ? Place(position: position, tree: level.statements) : nil
      }, concerns, isTop: true)
  }

  init(at tree: StatementTree, _ position: Int, _ concerns: StatementKinds) {
    self.init([Place(position: position, tree: tree)], concerns)
  }

  private init(_ arrived: [Place], _ concerns: StatementKinds, isTop: Bool = false) {
    (self.arrived, self.concerns, self.isTop) = (arrived, concerns, isTop)
  }

  /// The nodes reached, including those after a `**` that matches no name here.
  package var places: [Place] {
    if !arrived.contains(where: { $0.tree.deep != nil }) { return arrived }
    let known =
      arrived.count > 8
      ? Set(arrived.lazy.filter(\.tree.isDeep).map { ObjectIdentifier($0.tree) }) : nil
    func isKnown(_ tree: StatementTree) -> Bool {
      known?.contains(ObjectIdentifier(tree)) ?? arrived.contains { $0.tree === tree }
    }
    var named: Set<ObjectIdentifier> = []
    var places: [Place] = []
    for place in arrived {
      places.append(place)
      guard let tree = place.tree.deep, tree.has(concerns) else { continue }
      if !isKnown(tree) {
        places.append(Place(position: place.position, tree: tree, isByWildcard: place.isByWildcard))
      } else if !place.isByWildcard {
        named.insert(ObjectIdentifier(tree))
      }
    }
    if named.isEmpty { return places }
    for index in places.indices where named.contains(ObjectIdentifier(places[index].tree)) {
      places[index].isByWildcard = false
    }
    return places
  }

  package var isEmpty: Bool { arrived.isEmpty }
  var namesSomething: Bool { places.contains { !$0.tree.markers.isEmpty } }

  /// Whether all members must be examined, because a pattern may match any of them.
  package var hasAny: Bool { places.contains { $0.tree.isWide(concerns) } }

  package func descending(_ name: Name) -> PatternCursor {
    if arrived.isEmpty { return self }
    var next: [Place] = []
    for place in places {
      if let tree = place.tree.member(name), tree.has(concerns) {
        next.append(Place(position: place.position, tree: tree))
      }
      for tree in place.tree.fitting(name) where tree.has(concerns) {
        next.append(Place(position: place.position, tree: tree, isByWildcard: true))
      }
    }
    return PatternCursor(next, concerns)
  }

  /// The cursor at every array element; only `*` and `**` match elements (A1).
  package var atElements: PatternCursor {
    if arrived.isEmpty { return self }
    return PatternCursor(
      places.flatMap { place in
        ((place.tree.isDeep ? [place.tree] : []) + [place.tree.any].compactMap { $0 })
          .filter { $0.has(concerns) }
          .map { Place(position: place.position, tree: $0, isByWildcard: true) }
      }, concerns)
  }

  /// The cursor at all members together.
  var atMembers: PatternCursor {
    PatternCursor(
      places.flatMap { place in
        (place.tree.inner(concerns).filter { !$0.isDeep } + (place.tree.isDeep ? [place.tree] : []))
          .map { Place(position: place.position, tree: $0) }
      }, concerns)
  }

  var atAllBelow: PatternCursor { PatternCursor(places + inside(places, but: places), concerns) }

  /// The nodes reachable from `start`, each listed once, without `known`.
  private func inside(
    _ start: [Place], but known: [Place], where isMeant: (StatementTree) -> Bool = { _ in true }
  ) -> ArraySlice<Place> {
    var all = start
    var seen = Set(known.map { ObjectIdentifier($0.tree) })
    var next = 0
    while next < all.count {
      for tree in all[next].tree.inner(concerns)
      where isMeant(tree) && seen.insert(ObjectIdentifier(tree)).inserted {
        all.append(Place(position: all[next].position, tree: tree))
      }
      next += 1
    }
    return all[start.count...]
  }

  package func descending(_ path: some Sequence<Name>) -> PatternCursor {
    var cursor = self
    for name in path where !cursor.isEmpty { cursor = cursor.descending(name) }
    return cursor
  }

  package func filter(_ isFit: (Place) -> Bool) -> PatternCursor {
    if arrived.allSatisfy(isFit) { return self }
    return PatternCursor(arrived.filter(isFit), concerns, isTop: isTop)
  }

  package func isSame(as other: PatternCursor) -> Bool {
    arrived.count == other.arrived.count
      && zip(arrived, other.arrived).allSatisfy { $0.tree === $1.tree }
  }

  /// An identity, valid while the cursor exists.
  package var identity: [ObjectIdentifier] { arrived.map { ObjectIdentifier($0.tree) } }

  func joined(with other: PatternCursor) -> PatternCursor {
    if isEmpty { return other }
    return other.isEmpty ? self : PatternCursor(arrived + other.arrived, concerns, isTop: isTop)
  }

  package var names: [Name] { names(concerning: concerns) }

  /// The members that statements of the given kinds lead to.
  package func names(concerning concerns: StatementKinds) -> [Name] {
    let places = places
    if places.count == 1 { return places[0].tree.marked(concerns) }
    return places.flatMap { $0.tree.marked(concerns) }.uniqued
  }

  /// The distinct patterns with `*` inside a name.
  package var likes: [NamePattern] {
    places.flatMap { $0.tree.likes(concerning: concerns) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// An upper bound for the number of names.
  var maxNames: Int { places.reduce(0) { $0 + $1.tree.markedCount } }

  /// The markers that match exactly this key, from the lowest precedence.
  package var markers: [(position: Int, marker: Marker)] {
    // The top object is no key, but `$closed` may apply to it.
    if isTop {
      return arrived.flatMap { place in
        place.tree.markers.filter { $0.pattern.parts.isEmpty }.map { (place.position, $0) }
      }
    }
    return places.flatMap { place in place.tree.markers.map { (place.position, $0) } }
  }

  package func markers(_ directive: Directive) -> [(position: Int, marker: Marker)] {
    markers.filter { $0.marker.directive == directive }
  }

  /// Markers after `**` count only if `isMeant` returns true.
  package func leads(to concerns: StatementKinds, where isMeant: (Marker) -> Bool) -> Bool {
    places.contains { place in
      place.tree.leads(to: concerns)
        || place.tree.isDeep && place.tree.markers.contains(where: isMeant)
    }
  }

  /// Without those that match only by names of a `**`.
  package var markersAhead: [Marker] { filter { !$0.tree.isDeep }.markersBelow() }

  /// Without `atAnyDepth`, markers after `**` are left out.
  package func markersBelow(atAnyDepth: Bool = true) -> [Marker] {
    let start = atAnyDepth ? places : places.filter { !$0.tree.isDeep }
    let deep = start.filter(\.tree.isDeep)
    return deep.flatMap(\.tree.markers)
      + inside(start, but: deep) { atAnyDepth || !$0.isDeep }
      .flatMap { $0.tree.markers + $0.tree.passing }
  }
}
