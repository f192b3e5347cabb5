import JSONSource

/// Where the keys of directives lead, followed along one key: a name by itself and each `*` that stands
/// for it (K4).
package struct PatternCursor {
  /// A place in what a level says, with the level's position in the lineage.
  package struct Place {
    let position: Int
    let tree: StatementTree
    /// Whether the last step was a `*`.
    package var isByAny = false
  }

  package private(set) var places: [Place]
  private let concerns: Concerns

  /// The cursor at the top of some levels, which looks for what concerns it.
  package init(
    _ levels: some Sequence<(position: Int, level: Level)>, _ concerns: Concerns
  ) {
    self.concerns = concerns
    places = levels.compactMap { position, level in
      level.statements.concerns.isDisjoint(with: concerns)
        ? nil : Place(position: position, tree: level.statements)
    }
  }

  private init(_ places: [Place], _ concerns: Concerns) {
    self.places = places
    self.concerns = concerns
  }

  package var isEmpty: Bool { places.isEmpty }

  /// Whether a `*` here stands for every member, so that all of them have to be looked at.
  package var hasAny: Bool { places.contains { $0.tree.any.map(isConcerning) ?? false } }

  private func isConcerning(_ tree: StatementTree) -> Bool {
    !tree.concerns.isDisjoint(with: concerns)
  }

  /// The cursor at a member.
  package func descending(_ name: Name) -> PatternCursor {
    if places.isEmpty { return self }
    var next: [Place] = []
    for place in places {
      if let tree = place.tree.member(name), isConcerning(tree) {
        next.append(Place(position: place.position, tree: tree))
      }
      if let tree = place.tree.any, isConcerning(tree) {
        next.append(Place(position: place.position, tree: tree, isByAny: true))
      }
    }
    return PatternCursor(next, concerns)
  }

  /// The cursor at any element of an array: only `*` leads there (A1).
  package var ofElements: PatternCursor {
    if places.isEmpty { return self }
    return PatternCursor(
      places.compactMap { place in
        guard let tree = place.tree.any, isConcerning(tree) else { return nil }
        return Place(position: place.position, tree: tree, isByAny: true)
      }, concerns)
  }

  /// The cursor at every member at once.
  var ofMembers: PatternCursor {
    PatternCursor(
      places.flatMap { place in
        let trees = place.tree.marked(concerns).compactMap { place.tree.member($0) }
        return (trees + [place.tree.any].compactMap { $0 }.filter(isConcerning))
          .map { Place(position: place.position, tree: $0) }
      }, concerns)
  }

  /// The cursor at the end of a path.
  package func descending(_ path: some Sequence<Name>) -> PatternCursor {
    var cursor = self
    for name in path where !cursor.isEmpty { cursor = cursor.descending(name) }
    return cursor
  }

  /// The cursor with those places alone that fit.
  package func filter(_ isFit: (Place) -> Bool) -> PatternCursor {
    PatternCursor(places.filter(isFit), concerns)
  }

  /// Whether both stand at the same places.
  package func isSame(as other: PatternCursor) -> Bool {
    places.count == other.places.count
      && zip(places, other.places).allSatisfy { $0.tree === $1.tree }
  }

  /// Both cursors' places.
  func joined(with other: PatternCursor) -> PatternCursor {
    other.isEmpty ? self : PatternCursor(places + other.places, concerns)
  }

  /// The names of members to which something leads that concerns this cursor.
  package var names: [Name] {
    if places.count == 1 { return places[0].tree.marked(concerns) }
    var names = NameMap<Void>()
    for place in places { for name in place.tree.marked(concerns) { names[name] = () } }
    return names.names
  }

  /// No fewer than the names.
  var mostNames: Int { places.reduce(0) { $0 + $1.tree.markedCount } }

  /// The markers that name exactly this key, those of the farthest level first.
  package var markers: [(position: Int, marker: Marker)] {
    places.flatMap { place in place.tree.markers.map { (place.position, $0) } }
  }

  /// The markers of one directive that name exactly this key.
  package func markers(_ directive: Directive) -> [(position: Int, marker: Marker)] {
    markers.filter { $0.marker.directive == directive }
  }

  /// The markers that name something in this key.
  package func markersBelow() -> [Marker] {
    var found: [Marker] = []
    var rest = places.map(\.tree)
    while let tree = rest.popLast() {
      let inner =
        tree.marked(concerns).compactMap { tree.member($0) } + [tree.any].compactMap { $0 }
      for tree in inner where isConcerning(tree) {
        found += tree.markers
        rest.append(tree)
      }
    }
    return found
  }
}
