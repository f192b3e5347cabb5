import JSONSource

/// What the levels of a lineage declare for all that follow them, at one key: finals and strategies.
///
/// It is asked of the lineage as a whole: what holds before a position is a comparison of positions. Where
/// nothing is declared there are none.
package final class DirectivesInForce {
  private let finals: PatternCursor
  private let merges: PatternCursor
  /// The finals that hold the key, by themselves or around it, the widest pattern first.
  private let seals: [(position: Int, marker: Marker)]

  /// What a lineage declares, at the top; nil where it declares nothing of the kind.
  init?(_ lineage: Lineage) {
    finals = PatternCursor(lineage.levels(concerning: .final), .final)
    merges = PatternCursor(lineage.levels(concerning: .merge), .merge)
    seals = []
    if finals.isEmpty && merges.isEmpty { return nil }
  }

  private init(
    _ finals: PatternCursor, _ merges: PatternCursor, _ seals: [(position: Int, marker: Marker)]
  ) {
    self.finals = finals
    self.merges = merges
    self.seals = seals
  }

  /// What holds for a member; nil where nothing does.
  package func descending(_ name: Name) -> DirectivesInForce? {
    let finals = finals.descending(name)
    let merges = merges.descending(name)
    var seals = seals
    if !finals.isEmpty {
      seals += finals.markers(.final).nearestFirst.beyond(seals)
    }
    if finals.isEmpty && merges.isEmpty && seals.isEmpty { return nil }
    return DirectivesInForce(finals, merges, seals)
  }

  /// Whether a strategy is declared here or below.
  package var hasMerges: Bool { !merges.isEmpty }

  /// Whether nothing is final here or below for the level at a position.
  func isOpen(before position: Int) -> Bool {
    seal(before: position) == nil && !finals.places.contains { $0.position < position }
  }

  /// The final that holds the key against the level at a position: the one that is named where there are
  /// several, which is the widest, then the nearest level's, then the one read first.
  package func seal(before position: Int) -> Marker? {
    for seal in seals where seal.position < position { return seal.marker }
    return nil
  }

  /// Any final that holds the key for the levels after its own.
  package var seal: Marker? { seals.first?.marker }

  /// The names of members at or below which something is final for the level at a position; nil where it
  /// may be any.
  func finalNames(before position: Int) -> [Name]? {
    let before = finals.filter { $0.position < position }
    return before.hasAny ? nil : before.names
  }

  /// The strategy at a position among those that suit: the nearest level's; there the one that prevails
  /// (I8).
  func strategy(at position: Int, _ suits: (Strategy) -> Bool) -> Strategy? {
    declaration(at: position, suits)?.strategy
  }

  /// The declaration that counts at a position among those that suit.
  package func declaration(
    at position: Int, _ suits: (Strategy) -> Bool = { _ in true }
  ) -> Marker? {
    if merges.isEmpty { return nil }
    var best: (position: Int, marker: Marker)?
    for (level, marker) in merges.markers(.merge) where level <= position {
      guard let strategy = marker.strategy, suits(strategy) else { continue }
      if let best,
        level == best.position ? !marker.prevails(over: best.marker) : level < best.position
      {
        continue
      }
      best = (level, marker)
    }
    return best?.marker
  }
}

extension [(position: Int, marker: Marker)] {
  /// Those that are not among others, which behind a `**` may come round again.
  func beyond(_ others: Self) -> Self {
    isEmpty || others.isEmpty
      ? self : filter { one in !others.contains { $0.marker === one.marker } }
  }

  /// The nearest level's before those of others, there the one read first.
  var nearestFirst: Self {
    sorted { left, right in
      left.position == right.position
        ? left.marker.isRead(before: right.marker) : left.position > right.position
    }
  }
}

extension Marker {
  /// How values are to meet, where that is what the marker says.
  package var strategy: Strategy? {
    if case .strategy(let strategy) = detail { strategy } else { nil }
  }
}
