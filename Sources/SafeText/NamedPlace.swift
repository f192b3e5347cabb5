/// A place in a tree of names, such as a scope or an object.
@usableFromInline
package protocol NamedPlace {
  associatedtype Label: Hashable
  var labels: [Label] { get }
  func below(_ label: Label) -> Self?
  func spelling(_ label: Label) -> ArraySlice<UInt8>
  /// Whether it has a value, rather than a value that was removed.
  var isLive: Bool { get }
}

extension NamedPlace {
  package var isLive: Bool { true }

  /// Follows names (nil matches any), correcting each that does not exist; stops at a name without a near match.
  /// Returns the path and whether a name was corrected.
  @inlinable
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

  @usableFromInline
  typealias Way = (names: [Label], place: Self)

  /// The next step by the joined remaining names if a single name contains the dots, else by the nearest name.
  @inlinable
  static func slip(
    _ labels: ArraySlice<Label?>, _ places: [Way], _ searchLimit: SearchLimit
  ) -> (way: Way, count: Int)? {
    for (names, place) in places {
      let wanted = labels.compactMap { $0.map(place.spelling) }
      guard labels.first != .some(nil), let first = wanted.first else { return nil }
      let known = searchLimit.labels(of: place)
      let words = known.map(place.spelling)
      var (index, count): (Int?, Int) = (nil, 1)
      if labels.count > 1, wanted.count == labels.count {
        let whole = Array(wanted.joined(separator: [0x2E]))
        index = words.firstIndex(of: whole[...])
      }
      if index != nil { count = labels.count }
      index = index ?? NearMiss.nearest(to: first, in: words)
      if let index, let inner = place.below(known[index]) {
        return ((names + [known[index]], inner), count)
      }
    }
    return nil
  }

  /// Visits all places below, breadth first, within the limit, until `visit` returns false.
  /// Inlined, because generic code takes ten times as long: a third of the `check` of a fleet with many typos.
  @inlinable
  package func search(
    _ searchLimit: SearchLimit,
    _ visit: (_ place: Self, _ label: Label, _ way: () -> [Label]) -> Bool
  ) {
    searchLimit.beginSearch()
    var list = PlaceList(self)
    list.fill(searchLimit) { $0.visit($1, visit) }
  }
}

/// The places below a place, breadth first, for searches that follow each other.
@usableFromInline
package struct PlaceList<Place: NamedPlace> {
  @usableFromInline
  var places: [(around: Int, label: Place.Label?, place: Place)]
  /// The names that a search of all of them reads.
  @usableFromInline
  var nameCount = 0

  @inlinable
  init(_ top: Place) { places = [(0, nil, top)] }

  /// nil if they are more than a search may visit.
  @inlinable
  package init?(whole top: Place) {
    self.init(top)
    let limit = SearchLimit()
    let start = limit.rest
    fill(limit) { _, _ in true }
    if limit.isExhausted { return nil }
    nameCount = start - limit.rest
  }

  @inlinable
  mutating func fill(_ searchLimit: SearchLimit, _ visit: (PlaceList, Int) -> Bool) {
    var index = 0
    while index < places.count {
      let around = places[index].place
      for label in searchLimit.labels(of: around) {
        guard let place = around.below(label) else { continue }
        places.append((index, label, place))
        if !visit(self, places.count - 1) { return }
      }
      index += 1
    }
  }

  @inlinable
  func visit(
    _ index: Int, _ body: (_ place: Place, _ label: Place.Label, _ way: () -> [Place.Label]) -> Bool
  ) -> Bool {
    guard let label = places[index].label else { return true }
    return body(places[index].place, label) {
      var way = [label]
      var last = places[index].around
      while let label = places[last].label {
        way.append(label)
        last = places[last].around
      }
      return way.reversed()
    }
  }
}

/// The limit on the number of names that searches for hints visit.
@usableFromInline
package final class SearchLimit {
  private static let ofOneSearch = 50_000
  @usableFromInline
  var rest: Int
  @usableFromInline
  var reserve = 0

  /// `searches` is the number of searches that may use their full limit.
  @usableFromInline
  package init(searches: Int = 1) { rest = searches * Self.ofOneSearch }

  @usableFromInline
  package var isExhausted: Bool { rest <= 0 }

  @usableFromInline
  func beginSearch() { reserve = max(0, rest - Self.ofOneSearch) }

  /// Counts a search of a list, unless the limit would end it.
  @usableFromInline
  func takes<Place>(_ list: PlaceList<Place>) -> Bool {
    beginSearch()
    if list.nameCount > rest - reserve { return false }
    rest -= list.nameCount
    return true
  }

  @inlinable
  func labels<Place: NamedPlace>(of place: Place) -> [Place.Label] {
    if rest <= reserve { return [] }
    var labels = place.labels
    if labels.count > rest - reserve { labels.removeSubrange((rest - reserve)...) }
    rest -= labels.count + 1
    return labels
  }
}
