/// Searches a tree of names for paths similar to a given path: by case, punctuation or ending, else by typos.
package struct NameSearch<Place: NamedPlace> {
  private let top: Place
  private let labels: [Place.Label]
  /// The names that were asked for, without case, and their letters without signs.
  private let names: [[UInt8]]
  private let letters: [UInt8]

  package init(_ labels: [Place.Label], in top: Place) {
    (self.labels, self.top) = (labels, top)
    names = labels.map { top.spelling($0).map(\.lowered) }
    letters = names.flatMap { Self.letters($0) }
  }

  /// Paths with the same letters, as a whole or in their last names, live and short ones first; if there are none, the
  /// paths with the fewest typos.
  package func found(
    _ searchLimit: SearchLimit
  ) -> (alike: [(isWhole: Bool, way: [Place.Label])], typoMatches: [[Place.Label]]) {
    var alike: [(isLive: Bool, isWhole: Bool, way: [Place.Label])] = []
    var typoMatches: (rank: Int, cost: Int, ways: [[Place.Label]]) = (.max, .max, [])
    top.search(from: Path(), searchLimit) { path, label, place in
      var path = path
      path.append(label, top.spelling(label).map(\.lowered))
      if path.labels == labels { return path }
      let start = path.letters.count - letters.count
      if !letters.isEmpty, start >= 0, path.letters[start...].elementsEqual(letters),
        path.starts.contains(start)
      {
        alike.append((place.isLive, start == 0, path.labels))
      } else if alike.isEmpty, let cost = cost(of: path) {
        let rank = (path.names.count == names.count ? 0 : 2) + (place.isLive ? 0 : 1)
        if (rank, cost) < (typoMatches.rank, typoMatches.cost) { typoMatches = (rank, cost, []) }
        // The first whole path is enough; of ends, any may be meant.
        if (rank, cost) == (typoMatches.rank, typoMatches.cost),
          rank > 1 || typoMatches.ways.isEmpty
        {
          typoMatches.ways.append(path.labels)
        }
      }
      return path
    }
    let sorted = alike.filter(\.isLive) + alike.filter { !$0.isLive }
    return (sorted.map { ($0.isWhole, $0.way) }, alike.isEmpty ? typoMatches.ways : [])
  }

  /// The cost of the typos in the last names of a path, each within its own budget.
  private func cost(of path: Path) -> Int? {
    guard path.names.count >= names.count else { return nil }
    var sum = 0
    for (name, other) in zip(names.reversed(), path.names.reversed()) where name != other {
      let budget = NearMiss.budget(for: max(name.count, other.count))
      // All together are at most what one long name may cost.
      let limit = min(budget, NearMiss.budget(for: .max) - sum)
      guard let cost = NearMiss.cost(name, other, limit: limit) else { return nil }
      sum += cost
    }
    return sum
  }

  private static func letters(_ name: [UInt8]) -> [UInt8] {
    name.filter { $0.isLetterOrDigit || $0 >= 0x80 }
  }

  private struct Path {
    private(set) var labels: [Place.Label] = []
    private(set) var names: [[UInt8]] = []
    private(set) var letters: [UInt8] = []
    private(set) var starts: [Int] = []

    mutating func append(_ label: Place.Label, _ name: [UInt8]) {
      labels.append(label)
      names.append(name)
      starts.append(letters.count)
      letters += NameSearch.letters(name)
    }
  }
}
