import JSONSource

/// How far a path of names has come in one pattern: at each of these parts it may stand now.
package struct PatternWay {
  private let parts: [KeyPattern.Part]
  /// Before how many parts: `**` stands for no name, too, so that what is behind it is there at once.
  private var places: [Int] = []

  /// The way before its first name.
  package init(_ pattern: KeyPattern) {
    parts = pattern.parts
    add(0)
  }

  private init(of parts: [KeyPattern.Part]) { self.parts = parts }

  /// Whether the path is no longer one that the pattern fits.
  package var isEmpty: Bool { places.isEmpty }

  /// Whether the pattern names the key at which the path ends.
  package var isAtEnd: Bool { places.contains(parts.count) }

  /// Whether it may go on.
  package var goesOn: Bool { places.contains { $0 < parts.count } }

  /// Whether more than the names by which it goes on may come next.
  package var isWide: Bool {
    places.contains { $0 < parts.count && !parts[$0].isExact }
  }

  /// Whether any name may come next, and nothing else.
  private var isOfAny: Bool {
    places.allSatisfy { $0 == parts.count || parts[$0] == .any || parts[$0] == .deep }
  }

  /// The names by which it goes on by themselves.
  package var names: [Name] {
    var names = NameMap<Void>()
    for place in places where place < parts.count {
      if case .name(let name) = parts[place] { names[name] = () }
    }
    return names.names
  }

  /// The way after a name, where it goes on by any and from all of them the same way.
  package var behindAny: PatternWay? { isOfAny ? stepping { _ in true } : nil }

  /// The way after each name by which it goes on; `all` are those that there are, where it may be any of them.
  package func next(among all: @autoclosure () -> [Name]) -> [(name: Name, way: PatternWay)] {
    if let next = behindAny { return next.isEmpty ? [] : all().map { ($0, next) } }
    return (isWide ? all() : names).compactMap { name in
      let next = descending(name)
      return next.isEmpty ? nil : (name, next)
    }
  }

  /// The way after one more name.
  package func descending(_ name: Name) -> PatternWay {
    stepping { part in
      switch part {
      case .name(let own): own == name
      case .like(let like): like.matches(name)
      case .any, .deep: true
      }
    }
  }

  /// The way after the index of an element of an array: part of a name is part of no index.
  package func descending(element index: Name) -> PatternWay {
    stepping { $0 == .name(index) || $0 == .any || $0 == .deep }
  }

  /// The way after an element of an array whatever its index.
  package var behindElement: PatternWay { stepping { $0 == .any || $0 == .deep } }

  private func stepping(_ fits: (KeyPattern.Part) -> Bool) -> PatternWay {
    var next = PatternWay(of: parts)
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
