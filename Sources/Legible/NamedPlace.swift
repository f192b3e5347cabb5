/// A place in a tree of names, such as a scope or an object, below which somebody looks for what was meant.
package protocol NamedPlace {
  associatedtype Label: Hashable
  /// The names directly below.
  var labels: [Label] { get }
  /// What a name leads to, if it does.
  func below(_ label: Label) -> Self?
  /// A name as it is spelled.
  func spelling(_ label: Label) -> [UInt8]
  /// Whether it is more than a name whose value is gone.
  var isLive: Bool { get }
}

extension NamedPlace {
  /// Follows names, where nil is any one, and takes the nearest for each that leads nowhere; it ends before one
  /// that is near to none. Tells whether it took any other than was asked for.
  package func following(
    _ labels: [Label?], _ patience: Patience
  ) -> (way: [Label], hasSlip: Bool) {
    patience.beginSearch()
    var places: [Way] = [([], self)]
    var hasSlip = false
    var rest = labels[...]
    while let label = rest.first {
      var next = places.flatMap { way, place in
        (label.map { [$0] } ?? patience.labels(of: place)).compactMap { label in
          place.below(label).map { (way + [label], $0) }
        }
      }
      var count = 1
      if next.isEmpty, let slip = Self.slip(rest, places, patience) {
        (next, count, hasSlip) = ([slip.way], slip.count, true)
      }
      if next.isEmpty { break }
      places = next
      rest = rest.dropFirst(count)
    }
    return (places[0].names, hasSlip)
  }

  private typealias Way = (names: [Label], place: Self)

  /// The way on by a name that the dots between several are part of, else by the one that is nearest to the first;
  /// with how many of them that is.
  private static func slip(
    _ labels: ArraySlice<Label?>, _ places: [Way], _ patience: Patience
  ) -> (way: Way, count: Int)? {
    for (names, place) in places {
      let wanted = labels.compactMap { $0.map(place.spelling) }
      guard labels.first != .some(nil), let first = wanted.first else { return nil }
      let whole = wanted.count < labels.count ? first : Array(wanted.joined(separator: [0x2E]))
      let known = patience.labels(of: place)
      let words = known.map(place.spelling)
      let count = words.contains(whole) ? labels.count : 1
      let near = count > 1 ? whole : NearMiss.nearest(to: first, in: words).first
      if let index = near.flatMap(words.firstIndex), let inner = place.below(known[index]) {
        return ((names + [known[index]], inner), count)
      }
    }
    return nil
  }

  /// Looks at all that is below, the nearer first, until patience or interest is lost: `visit` is handed what it
  /// made of the place around, and ends the search by nil.
  package func search<State>(
    from start: State, _ patience: Patience, _ visit: (State, Label, Self) -> State?
  ) {
    patience.beginSearch()
    var level = [(state: start, place: self)]
    while !level.isEmpty {
      var next: [(state: State, place: Self)] = []
      for (state, place) in level {
        for label in patience.labels(of: place) {
          guard let inner = place.below(label) else { continue }
          guard let state = visit(state, label, inner) else { return }
          next.append((state, inner))
        }
      }
      level = next
    }
  }
}
