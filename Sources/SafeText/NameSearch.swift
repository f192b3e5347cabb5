/// Searches a tree of names for paths similar to a given path: by case, punctuation or ending, else by typos.
@usableFromInline
package struct NameSearch {
  /// The names that were asked for, without case, and their letters without signs.
  private let names: [[UInt8]]
  private let letters: [UInt8]
  /// How often each letter occurs in the last name; letters that differ in their highest bits count as one.
  private var counts = [Int](repeating: 0, count: 32)
  /// The highest cost of typos that may still be the fewest.
  @usableFromInline
  var limit = NearMiss.budget(for: .max)

  private init(_ names: [[UInt8]]) {
    self.names = names.map { $0.map(\.lowered) }
    letters = self.names.flatMap { $0.filter(\.isOfWord) }
    for byte in self.names.last ?? [] { counts[Int(byte) % 32] += 1 }
  }

  /// Paths with the same letters, as a whole or in their last names, live and short ones first; if there are none, the
  /// paths with the fewest typos.
  @inlinable
  package static func found<Place: NamedPlace>(
    _ labels: [Place.Label], in top: Place, _ searchLimit: SearchLimit
  ) -> (alike: [(isWhole: Bool, way: [Place.Label])], typoMatches: [[Place.Label]]) {
    var search = NameSearch(labels.map { top.spelling($0) })
    var alike: [(isLive: Bool, isWhole: Bool, way: [Place.Label])] = []
    var typoMatches: (rank: Int, cost: Int, ways: [[Place.Label]]) = (.max, .max, [])
    top.search(searchLimit) { place, label, way in
      guard search.mayMatch(top.spelling(label)) else { return true }
      let way = way()
      if way == labels { return true }
      let names = way.map { top.spelling($0) }
      if let isWhole = search.isAlike(names) {
        alike.append((place.isLive, isWhole, way))
        search.limit = -1
      } else if let cost = search.cost(of: names) {
        let rank = (way.count == labels.count ? 0 : 2) + (place.isLive ? 0 : 1)
        if (rank, cost) < (typoMatches.rank, typoMatches.cost) { typoMatches = (rank, cost, []) }
        // The first whole path is enough; of ends, any may be meant.
        if (rank, cost) == (typoMatches.rank, typoMatches.cost),
          rank > 1 || typoMatches.ways.isEmpty
        {
          typoMatches.ways.append(way)
        }
        if rank == 0 { search.limit = cost - 1 }
      }
      return true
    }
    let sorted = alike.filter { $0.isLive } + alike.filter { !$0.isLive }
    return (sorted.map { ($0.isWhole, $0.way) }, alike.isEmpty ? typoMatches.ways : [])
  }

  @usableFromInline
  init(_ names: [ArraySlice<UInt8>]) { self.init(names.map { Array($0) }) }

  /// Whether a path that ends with the name may match; most do not, and are never spelled out.
  @usableFromInline
  mutating func mayMatch(_ name: ArraySlice<UInt8>) -> Bool {
    guard let wanted = names.last else { return false }
    return mayBeTypo(name, of: wanted) || isEnd(name)
  }

  /// Each edit adds and removes one letter at most.
  private mutating func mayBeTypo(_ name: ArraySlice<UInt8>, of wanted: [UInt8]) -> Bool {
    let most = limit / NearMiss.edit
    if limit < 0 || abs(name.count - wanted.count) > most { return false }
    var added = 0
    var start = name.endIndex
    // Most names differ at their ends.
    while start > name.startIndex, added <= most {
      start -= 1
      let letter = Int(name[start].lowered) % 32
      counts[letter] -= 1
      if counts[letter] < 0 { added += 1 }
    }
    for byte in name[start...] { counts[Int(byte.lowered) % 32] += 1 }
    let removed = wanted.count - (name.count - added)
    return max(added, removed) <= most
  }

  /// Whether the letters wanted end with those of the name.
  private func isEnd(_ name: ArraySlice<UInt8>) -> Bool {
    var start = letters.count
    for byte in name.reversed() where byte.isOfWord {
      start -= 1
      if start < 0 || letters[start] != byte.lowered { return false }
    }
    return true
  }

  /// Whether a path has the letters wanted, as a whole (true) or in its last names (false); otherwise nil.
  @usableFromInline
  func isAlike(_ path: [ArraySlice<UInt8>]) -> Bool? {
    if letters.isEmpty { return nil }
    var rest = letters[...]
    for (index, name) in path.enumerated().reversed() {
      for byte in name.reversed() where byte.isOfWord {
        guard rest.popLast() == byte.lowered else { return nil }
      }
      if rest.isEmpty {
        return !path[..<index].contains { $0.contains(where: \.isOfWord) }
      }
    }
    return nil
  }

  /// The cost of the typos in the last names of a path, each within its own budget; nil above the limit.
  @usableFromInline
  func cost(of path: [ArraySlice<UInt8>]) -> Int? {
    guard limit >= 0, path.count >= names.count else { return nil }
    var sum = 0
    for (name, other) in zip(names.reversed(), path.reversed()) {
      let other = other.map(\.lowered)
      if name == other { continue }
      let budget = NearMiss.budget(for: max(name.count, other.count))
      // All together are at most what one long name may cost.
      guard let cost = NearMiss.cost(name, other, limit: min(budget, limit - sum)) else {
        return nil
      }
      sum += cost
    }
    return sum
  }
}

extension UInt8 {
  fileprivate var isOfWord: Bool { isLetterOrDigit || self >= 0x80 }
}
