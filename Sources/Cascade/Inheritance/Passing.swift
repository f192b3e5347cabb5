import JSONSource

/// How far the keys that alone go down of an object lead towards a key in it (I5).
struct Passing {
  let position: Int
  let marker: Marker
  /// Whether the scope that is left says so, and none farther up.
  let isFresh: Bool
  private let ways: [PatternWay]

  /// What becomes of a member.
  enum Fate {
    case passed, kept
    /// Something in it may pass.
    case open(Passing)
  }

  private init(_ position: Int, _ marker: Marker, isFresh: Bool, _ ways: [PatternWay]) {
    (self.position, self.marker, self.isFresh, self.ways) = (position, marker, isFresh, ways)
  }

  /// What the levels at some places say of the object there: each level's lists together.
  static func starting(at cursor: PatternCursor, isFresh: Bool) -> [Passing] {
    cursor.places.compactMap { place in
      let markers = place.isByAny ? [] : place.tree.passed
      guard let first = markers.min(by: { $0.isRead(before: $1) }) else { return nil }
      let patterns = markers.flatMap { marker -> [KeyPattern] in
        if case .passed(let patterns) = marker.detail { patterns } else { [] }
      }
      return Passing(place.position, first, isFresh: isFresh, patterns.map { PatternWay($0) })
    }
  }

  func fate(of name: Name) -> Fate {
    let next = ways.map { $0.descending(name) }.filter { !$0.isEmpty }
    if next.contains(where: \.isAtEnd) { return .passed }
    return next.isEmpty ? .kept : .open(Passing(position, marker, isFresh: isFresh, next))
  }
}
