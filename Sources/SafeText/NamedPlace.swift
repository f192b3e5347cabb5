/// A place in a tree of names, such as a scope or an object.
package protocol NamedPlace {
  associatedtype Label: Hashable
  var labels: [Label] { get }
  func below(_ label: Label) -> Self?
  func spelling(_ label: Label) -> [UInt8]
  /// Whether it has a value, rather than a value that was removed.
  var isLive: Bool { get }
}

extension NamedPlace {
  package var isLive: Bool { true }

  /// Follows names (nil matches any), correcting each that does not exist; stops at a name without a near match.
  /// Returns the path and whether a name was corrected.
  package func following(
    _ labels: [Label?], _ searchLimit: SearchLimit
  ) -> (way: [Label], hasTypo: Bool) {
    searchLimit.beginSearch()
    var places: [Way] = [([], self)]
    var hasTypo = false
    var rest = labels[...]
    while let label = rest.first {
      var next = places.flatMap { way, place in
        (label.map { [$0] } ?? searchLimit.labels(of: place)).compactMap { label in
          place.below(label).map { (way + [label], $0) }
        }
      }
      var count = 1
      if next.isEmpty, let slip = Self.slip(rest, places, searchLimit) {
        (next, count, hasTypo) = ([slip.way], slip.count, true)
      }
      if next.isEmpty { break }
      places = next
      rest = rest.dropFirst(count)
    }
    return (places[0].names, hasTypo)
  }

  private typealias Way = (names: [Label], place: Self)

  /// The next step by the joined remaining names if a single name contains the dots, else by the nearest name.
  private static func slip(
    _ labels: ArraySlice<Label?>, _ places: [Way], _ searchLimit: SearchLimit
  ) -> (way: Way, count: Int)? {
    for (names, place) in places {
      let wanted = labels.compactMap { $0.map(place.spelling) }
      guard labels.first != .some(nil), let first = wanted.first else { return nil }
      let whole = wanted.count < labels.count ? first : Array(wanted.joined(separator: [0x2E]))
      let known = searchLimit.labels(of: place)
      let words = known.map(place.spelling)
      let count = words.contains(whole) ? labels.count : 1
      let near = count > 1 ? whole : NearMiss.nearest(to: first, in: words)
      if let index = near.flatMap(words.firstIndex), let inner = place.below(known[index]) {
        return ((names + [known[index]], inner), count)
      }
    }
    return nil
  }

  /// Visits all places below, breadth first, within the limit. `visit` gets the parent's state; nil ends the
  /// search.
  package func search<State>(
    from start: State, _ searchLimit: SearchLimit, _ visit: (State, Label, Self) -> State?
  ) {
    searchLimit.beginSearch()
    var level = [(state: start, place: self)]
    while !level.isEmpty {
      var next: [(state: State, place: Self)] = []
      for (state, place) in level {
        for label in searchLimit.labels(of: place) {
          guard let inner = place.below(label) else { continue }
          guard let state = visit(state, label, inner) else { return }
          next.append((state, inner))
        }
      }
      level = next
    }
  }
}

/// The limit on the number of names that searches for hints visit.
package final class SearchLimit {
  private static let ofOneSearch = 50_000
  private var rest: Int
  private var reserve = 0

  /// `searches` is the number of searches that may use their full limit.
  package init(searches: Int = 1) { rest = searches * Self.ofOneSearch }

  package var isExhausted: Bool { rest <= 0 }

  func beginSearch() { reserve = max(0, rest - Self.ofOneSearch) }

  func labels<Place: NamedPlace>(of place: Place) -> [Place.Label] {
    if rest <= reserve { return [] }
    let labels = Array(place.labels.prefix(rest - reserve))
    rest -= labels.count + 1
    return labels
  }
}
