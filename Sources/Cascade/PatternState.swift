import JSONSource

/// The state of a pattern after a prefix of a key: the pattern parts that may match the next name.
package struct PatternState {
  private let parts: [KeyPattern.Part]
  /// Indexes of parts. `**` also matches no name, so the index after it is added too.
  private var places: [Int] = []

  package init(_ pattern: KeyPattern) {
    parts = pattern.parts
    add(0)
  }

  private init(of parts: [KeyPattern.Part]) { self.parts = parts }

  /// Whether the pattern cannot match any continuation.
  package var isEmpty: Bool { places.isEmpty }

  /// Whether the pattern matches the prefix.
  package var isAtEnd: Bool { places.contains(parts.count) }

  package var canContinue: Bool { places.contains { $0 < parts.count } }

  package var isWide: Bool { places.contains { $0 < parts.count && !parts[$0].isExact } }

  package var names: [Name] {
    places.compactMap { $0 < parts.count ? parts[$0].name : nil }.uniqued
  }

  /// The states after each name that can match next; `all` lists the existing names.
  package func next(among all: @autoclosure () -> [Name]) -> [(name: Name, way: PatternState)] {
    // Whole wildcards match all names.
    if places.allSatisfy({ $0 == parts.count || parts[$0] == .any || parts[$0] == .deep }) {
      let next = afterElement
      return next.isEmpty ? [] : all().map { ($0, next) }
    }
    return (isWide ? all() : names).compactMap { name in
      let next = descending(name)
      return next.isEmpty ? nil : (name, next)
    }
  }

  package func descending(_ name: Name) -> PatternState {
    stepping { part in
      switch part {
      case .name(let own): own == name
      case .like(let like): like.matches(name)
      case .any, .deep: true
      }
    }
  }

  /// The state after an array element; wildcards inside a name do not match an index.
  package func descending(element index: Name) -> PatternState {
    stepping { $0 == .name(index) || $0 == .any || $0 == .deep }
  }

  /// The state after an array element with an unknown index.
  package var afterElement: PatternState { stepping { $0 == .any || $0 == .deep } }

  private func stepping(_ fits: (KeyPattern.Part) -> Bool) -> PatternState {
    var next = PatternState(of: parts)
    next.places.reserveCapacity(places.count + 1)
    for place in places where place < parts.count && fits(parts[place]) {
      next.add(parts[place] == .deep ? place : place + 1)
    }
    return next
  }

  private mutating func add(_ place: Int) {
    if places.contains(place) { return }
    places.append(place)
    if place < parts.count && parts[place] == .deep { add(place + 1) }
  }
}
