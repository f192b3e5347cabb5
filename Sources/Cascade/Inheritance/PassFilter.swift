import JSONSource

/// The state of `$pass` lists of an object on the path to a key in it (I5).
struct PassFilter {
  let position: Int
  let markers: [Marker]
  let isFresh: Bool
  let cursor: PatternCursor

  enum PassResult {
    case passed, kept
    case open(PassFilter)
  }

  static func starting(at cursor: PatternCursor, isFresh: Bool) -> [PassFilter] {
    cursor.places.compactMap { place in
      guard !place.isByWildcard, let passed = place.tree.passed else { return nil }
      return PassFilter(
        position: place.position, markers: place.tree.passing.sorted { $0.isRead(before: $1) },
        isFresh: isFresh, cursor: PatternCursor(at: passed, place.position, .exclusion))
    }
  }

  func statementOutcome(of name: Name) -> PassResult {
    let next = cursor.descending(name)
    if next.namesSomething { return .passed }
    if next.isEmpty { return .kept }
    return .open(PassFilter(position: position, markers: markers, isFresh: isFresh, cursor: next))
  }

  /// Whether the whole value at the path is let through.
  fileprivate func passes(_ path: some Sequence<Name>) -> Bool {
    var passing = self
    for name in path {
      switch passing.statementOutcome(of: name) {
      case .passed: return true
      case .kept: return false
      case .open(let next): passing = next
      }
    }
    return false
  }
}

extension PatternCursor {
  /// The lists that exclude the value at the path, or a part of it.
  package func keeping(_ path: some Sequence<Name>) -> [Marker] {
    PassFilter.starting(at: self, isFresh: true).filter { !$0.passes(path) }.flatMap(\.markers)
  }
}
