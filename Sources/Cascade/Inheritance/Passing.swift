import JSONSource

/// How far the keys that alone go down of an object lead towards a key in it (I5).
struct Passing {
  let position: Int
  /// The lists of the level, that first which is read first.
  let markers: [Marker]
  /// Whether the scope that is left says so, and none farther up.
  let isFresh: Bool
  /// Where the keys that go down lead from here.
  private let cursor: PatternCursor

  /// What becomes of a member.
  enum Fate {
    case passed, kept
    /// Something in it may pass.
    case open(Passing)
  }

  private init(_ position: Int, _ markers: [Marker], isFresh: Bool, _ cursor: PatternCursor) {
    (self.position, self.markers, self.isFresh) = (position, markers, isFresh)
    self.cursor = cursor
  }

  /// The one that is named as the reason.
  var marker: Marker { markers[0] }

  /// What the levels at some places say of the object there: each level's lists together.
  static func starting(at cursor: PatternCursor, isFresh: Bool) -> [Passing] {
    cursor.places.compactMap { place in
      guard !place.isByAny, let passed = place.tree.passed else { return nil }
      return Passing(
        place.position, place.tree.passing.sorted { $0.isRead(before: $1) }, isFresh: isFresh,
        PatternCursor(at: passed, place.position, .exclusion))
    }
  }

  func fate(of name: Name) -> Fate {
    let next = cursor.descending(name)
    if next.namesSomething { return .passed }
    return next.isEmpty ? .kept : .open(Passing(position, markers, isFresh: isFresh, next))
  }

  /// Whether all that is at the end of a path goes down.
  fileprivate func passes(_ path: some Sequence<Name>) -> Bool {
    var passing = self
    for name in path {
      switch passing.fate(of: name) {
      case .passed: return true
      case .kept: return false
      case .open(let next): passing = next
      }
    }
    return false
  }
}

extension PatternCursor {
  /// What lets certain keys alone go down of the object here, and not all that is at the end of a path.
  package func keeping(_ path: some Sequence<Name>) -> [Marker] {
    Passing.starting(at: self, isFresh: true).filter { !$0.passes(path) }.flatMap(\.markers)
  }
}
