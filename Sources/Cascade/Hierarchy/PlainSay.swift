import JSONSource

/// What a scope writes for a key, where it writes plain values and nothing else.
package struct PlainSay {
  package let key: Key
  package let written: Definition
  /// Whether nobody spoke of the key before.
  package let isFirst: Bool
}

extension VisitedScope {
  /// What the scope writes for keys that patterns name, where that is all by which it differs from the one above, and
  /// no view is needed to tell; nil where it is not, or where an object and something else meet.
  package func plainSays(_ patterns: [KeyPattern]) -> [PlainSay]? {
    guard let above = plainlyAbove, let own = levels[0].statements.plain else { return nil }
    var search = PlainSearch(isOne: patterns.count == 1, isMarked: !lineage.marked.isEmpty)
    for pattern in patterns {
      if !search.follow(PatternWay(pattern), Key(), own, above.root) { return nil }
    }
    return search.found
  }
}

private struct PlainSearch {
  private(set) var found: [PlainSay] = []
  private var seen: Set<Key>?

  private let isMarked: Bool

  init(isOne: Bool, isMarked: Bool) {
    seen = isOne ? nil : []
    self.isMarked = isMarked
  }

  /// Follows a pattern into a value and what it meets; tells whether that is of the same kind.
  mutating func follow(
    _ way: PatternWay, _ key: Key, _ written: Definition, _ before: ViewNode?
  ) -> Bool {
    if !key.names.isEmpty {
      if let before, !before.isLive || before.isObject != written.isPlainObject { return false }
      if way.isAtEnd, seen?.insert(key).inserted ?? true {
        found.append(PlainSay(key: key, written: written, isFirst: before == nil))
      }
      if !way.goesOn { return true }
      // Of what is in a new object directives may speak that nobody met.
      if isMarked && before == nil { return false }
      // Patterns and keys lead into arrays and into what is computed, too, and to what was there before.
      guard written.isPlainObject else { return before == nil && !written.isArray }
    }
    if let way = way.behindAny {
      var isPlain = true
      written.forEachMember { name, inner in
        isPlain = isPlain && follow(way, key.appending(name), inner, before?.sharedMember(name))
      }
      return isPlain
    }
    for (name, way) in way.next(among: written.memberNames) {
      guard let inner = written.member(name) else { continue }
      if !follow(way, key.appending(name), inner, before?.sharedMember(name)) { return false }
    }
    return true
  }
}
