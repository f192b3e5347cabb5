/// The limit on the number of names that searches for hints visit.
package final class SearchLimit {
  private static let ofOneSearch = 50_000
  private var rest: Int
  /// Names reserved for later searches.
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
