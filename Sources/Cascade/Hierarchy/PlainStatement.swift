import JSONSource

/// A plain value that a scope sets for a key, without directives.
package struct PlainStatement {
  package let key: Key
  package let written: Definition
  /// Whether no ancestor mentions the key.
  package let isFirst: Bool
}

extension VisitedScope {
  /// The values that the scope sets for patterns, without building a view.
  /// Nil if it differs from its parent by more than plain values, or if an object meets another kind.
  package func plainStatements(_ patterns: [KeyPattern]) -> [PlainStatement]? {
    guard let above = plainlyAbove, let own = levels[0].statements.plain else { return nil }
    var search = PlainSearch(isOne: patterns.count == 1, isMarked: !lineage.marked.isEmpty)
    for pattern in patterns {
      if !search.follow(PatternState(pattern), Key(), own, above.root) { return nil }
    }
    return search.found
  }
}

private struct PlainSearch {
  private(set) var found: [PlainStatement] = []
  private var seen: Set<Key>?

  private let isMarked: Bool

  init(isOne: Bool, isMarked: Bool) {
    seen = isOne ? nil : []
    self.isMarked = isMarked
  }

  /// Follows a pattern into a value and the inherited node; returns false if their kinds differ.
  mutating func follow(
    _ way: PatternState, _ key: Key, _ written: Definition, _ before: ViewNode?
  ) -> Bool {
    if !key.names.isEmpty {
      if let before, !before.isLive || before.isObject != written.isPlainObject { return false }
      if way.isAtEnd, seen?.insert(key).inserted ?? true {
        found.append(PlainStatement(key: key, written: written, isFirst: before == nil))
      }
      if !way.canContinue { return true }
      // Unseen directives may name keys in a new object.
      if isMarked && before == nil { return false }
      // Patterns may lead into arrays, computed values and replaced values.
      guard written.isPlainObject else { return before == nil && !written.isArray }
    }
    if let way = way.afterAny {
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
