import JSONSource

/// Where the keys of directives lead, followed along one key: a name by itself and each pattern that stands
/// for it (K4).
package struct PatternCursor {
  /// A place in what a level says, with the level's position in the lineage.
  package struct Place {
    let position: Int
    let tree: StatementTree
    /// Whether the last step was one by a pattern that stands for what there is.
    package var isByAny = false
  }

  private let arrived: [Place]
  private let concerns: Concerns
  /// Whether no name has been followed: the top is no key, which nothing names.
  private let isTop: Bool

  /// The cursor at the top of some levels, which looks for what concerns it.
  package init(
    _ levels: some Sequence<(position: Int, level: Level)>, _ concerns: Concerns
  ) {
    self.init(
      levels.compactMap { position, level in
        level.statements.concerns.isDisjoint(with: concerns)
          ? nil : Place(position: position, tree: level.statements)
      }, concerns, isTop: true)
  }

  /// The cursor at a place from which patterns lead.
  init(at tree: StatementTree, _ position: Int, _ concerns: Concerns) {
    self.init([Place(position: position, tree: tree)], concerns)
  }

  private init(_ arrived: [Place], _ concerns: Concerns, isTop: Bool = false) {
    (self.arrived, self.concerns, self.isTop) = (arrived, concerns, isTop)
  }

  /// The places to which names and patterns have led, and those behind a `**` that stands for no name here.
  package var places: [Place] {
    if !arrived.contains(where: { $0.tree.deep != nil }) { return arrived }
    let known = Set(arrived.lazy.filter(\.tree.isDeep).map { ObjectIdentifier($0.tree) })
    var named: Set<ObjectIdentifier> = []
    var places: [Place] = []
    for place in arrived {
      places.append(place)
      guard let tree = place.tree.deep, isConcerning(tree) else { continue }
      if !known.contains(ObjectIdentifier(tree)) {
        places.append(Place(position: place.position, tree: tree, isByAny: place.isByAny))
      } else if !place.isByAny {
        named.insert(ObjectIdentifier(tree))
      }
    }
    if named.isEmpty { return places }
    for index in places.indices where named.contains(ObjectIdentifier(places[index].tree)) {
      places[index].isByAny = false
    }
    return places
  }

  package var isEmpty: Bool { arrived.isEmpty }

  /// Whether a marker names exactly this key.
  var namesSomething: Bool { places.contains { !$0.tree.markers.isEmpty } }

  /// Whether a pattern here may stand for every member, so that all of them have to be looked at.
  package var hasAny: Bool { places.contains { $0.tree.isWide(concerns) } }

  private func isConcerning(_ tree: StatementTree) -> Bool {
    !tree.concerns.isDisjoint(with: concerns)
  }

  /// The cursor at a member.
  package func descending(_ name: Name) -> PatternCursor {
    if arrived.isEmpty { return self }
    var next: [Place] = []
    for place in places {
      if let tree = place.tree.member(name), isConcerning(tree) {
        next.append(Place(position: place.position, tree: tree))
      }
      for tree in place.tree.fitting(name) where isConcerning(tree) {
        next.append(Place(position: place.position, tree: tree, isByAny: true))
      }
    }
    return PatternCursor(next, concerns)
  }

  /// The cursor at any element of an array: only `*` and `**` lead there (A1).
  package var ofElements: PatternCursor {
    if arrived.isEmpty { return self }
    return PatternCursor(
      places.flatMap { place in
        ((place.tree.isDeep ? [place.tree] : []) + [place.tree.any].compactMap { $0 })
          .filter(isConcerning)
          .map { Place(position: place.position, tree: $0, isByAny: true) }
      }, concerns)
  }

  /// The cursor at every member at once.
  var ofMembers: PatternCursor {
    PatternCursor(
      places.flatMap { place in
        (place.tree.inner(concerns).filter { !$0.isDeep } + (place.tree.isDeep ? [place.tree] : []))
          .map { Place(position: place.position, tree: $0) }
      }, concerns)
  }

  /// The cursor here and at all that is inside, at once.
  var ofAll: PatternCursor {
    PatternCursor(places + inside(places, but: places), concerns)
  }

  /// All to which something leads from some places on, each once, but for what is known.
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

  /// The cursor at the end of a path.
  package func descending(_ path: some Sequence<Name>) -> PatternCursor {
    var cursor = self
    for name in path where !cursor.isEmpty { cursor = cursor.descending(name) }
    return cursor
  }

  /// The cursor with those places alone that fit.
  package func filter(_ isFit: (Place) -> Bool) -> PatternCursor {
    if arrived.allSatisfy(isFit) { return self }
    return PatternCursor(arrived.filter(isFit), concerns, isTop: isTop)
  }

  /// Whether both stand at the same places.
  package func isSame(as other: PatternCursor) -> Bool {
    arrived.count == other.arrived.count
      && zip(arrived, other.arrived).allSatisfy { $0.tree === $1.tree }
  }

  /// What tells it from cursors that stand elsewhere, as long as it is kept.
  package var identity: [ObjectIdentifier] { arrived.map { ObjectIdentifier($0.tree) } }

  /// Both cursors' places.
  func joined(with other: PatternCursor) -> PatternCursor {
    if isEmpty { return other }
    return other.isEmpty ? self : PatternCursor(arrived + other.arrived, concerns, isTop: isTop)
  }

  /// The names of members to which something leads that concerns this cursor.
  package var names: [Name] { names(concerning: concerns) }

  /// The names of members to which something of certain concerns leads.
  package func names(concerning concerns: Concerns) -> [Name] {
    let places = places
    if places.count == 1 { return places[0].tree.marked(concerns) }
    var names = NameMap<Void>()
    for place in places { for name in place.tree.marked(concerns) { names[name] = () } }
    return names.names
  }

  /// The patterns that stand for part of a name and lead to something that concerns this cursor, each once.
  package var likes: [NamePattern] {
    places.flatMap { $0.tree.likes(concerning: concerns) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// No fewer than the names.
  var mostNames: Int { places.reduce(0) { $0 + $1.tree.markedCount } }

  /// The markers that name exactly this key, those of the farthest level first.
  package var markers: [(position: Int, marker: Marker)] {
    // The top is no key; what closes it is said of it all the same.
    if isTop {
      return arrived.flatMap { place in
        place.tree.markers.filter { $0.pattern.parts.isEmpty }.map { (place.position, $0) }
      }
    }
    return places.flatMap { place in place.tree.markers.map { (place.position, $0) } }
  }

  /// The markers of one directive that name exactly this key.
  package func markers(_ directive: Directive) -> [(position: Int, marker: Marker)] {
    markers.filter { $0.marker.directive == directive }
  }

  /// Whether markers of some concerns name something in this key; of those at any depth, for which a condition holds.
  package func leads(to concerns: Concerns, where isMeant: (Marker) -> Bool) -> Bool {
    places.contains { place in
      place.tree.leads(to: concerns)
        || place.tree.isDeep && place.tree.markers.contains(where: isMeant)
    }
  }

  /// The markers that name something in this key to which it leads by names and patterns of its own, and not as one of
  /// the names for which a `**` stands.
  package var markersAhead: [Marker] { filter { !$0.tree.isDeep }.markersBelow() }

  /// The markers that name something in this key, each once; those with `**` before what they name only
  /// where something may be in it at any depth.
  package func markersBelow(atAnyDepth: Bool = true) -> [Marker] {
    let start = atAnyDepth ? places : places.filter { !$0.tree.isDeep }
    let deep = start.filter(\.tree.isDeep)
    return deep.flatMap(\.tree.markers)
      + inside(start, but: deep) { atAnyDepth || !$0.isDeep }
      .flatMap { $0.tree.markers + $0.tree.passing }
  }
}
