/// Searches a tree of names for paths with the letters of a given path, in other case or punctuation, or by their ends.
@usableFromInline
package struct NameSearch {
  /// The letters that were asked for, without case and signs.
  private let letters: [UInt8]

  /// Paths with the same letters, as a whole or in their last names, live and short ones first.
  @inlinable
  package static func found<Place: NamedPlace>(
    _ labels: [Place.Label], in top: Place, _ searchLimit: SearchLimit,
    listed list: PlaceList<Place>? = nil
  ) -> [(isWhole: Bool, way: [Place.Label])] {
    let search = NameSearch(labels.map { top.spelling($0) })
    var alike: [(isLive: Bool, isWhole: Bool, way: [Place.Label])] = []
    func look(_ place: Place, _ label: Place.Label, _ way: () -> [Place.Label]) -> Bool {
      guard search.isEnd(top.spelling(label)) else { return true }
      let way = way()
      if way != labels, let isWhole = search.isAlike(way.map { top.spelling($0) }) {
        alike.append((place.isLive, isWhole, way))
      }
      return true
    }
    if let list, searchLimit.takes(list) {
      for index in list.places.indices { _ = list.visit(index, look) }
    } else {
      top.search(searchLimit, look)
    }
    let sorted = alike.filter { $0.isLive } + alike.filter { !$0.isLive }
    return sorted.map { ($0.isWhole, $0.way) }
  }

  @usableFromInline
  init(_ names: [ArraySlice<UInt8>]) {
    letters = names.flatMap { $0.filter(\.isOfWord).map(\.lowered) }
  }

  /// Whether the letters wanted end with those of the name; most paths do not, and are never spelled out.
  @usableFromInline
  func isEnd(_ name: ArraySlice<UInt8>) -> Bool {
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
}

extension UInt8 {
  fileprivate var isOfWord: Bool { isLetterOrDigit || self >= 0x80 }
}
