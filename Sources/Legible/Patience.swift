/// How many names are still looked at, which is only done for advice.
package final class Patience {
  private static let ofOneSearch = 50_000
  private var rest: Int
  /// What one search leaves to others.
  private var reserve = 0

  /// Takes how many searches may go on to their end, where their number is not known beforehand.
  package init(searches: Int = 1) { rest = searches * Self.ofOneSearch }

  /// Whether no search finds anything any more.
  package var isOver: Bool { rest <= 0 }

  func beginSearch() { reserve = max(0, rest - Self.ofOneSearch) }

  /// The names below a place, as far as they may be looked at.
  func labels<Place: NamedPlace>(of place: Place) -> [Place.Label] {
    if rest <= reserve { return [] }
    let labels = Array(place.labels.prefix(rest - reserve))
    rest -= labels.count + 1
    return labels
  }
}
