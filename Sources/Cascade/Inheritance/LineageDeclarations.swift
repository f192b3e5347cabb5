import JSONSource

/// The finals and merge strategies that a lineage declares for a key, with their positions.
package final class LineageDeclarations {
  private let finals: PatternCursor
  private let merges: PatternCursor
  /// The finals of the key and of keys around it, the widest pattern first.
  private let finalMarkers: [(position: Int, marker: Marker)]
  /// Of members, by name: each level asks for them again.
  private var known = NameMap<LineageDeclarations?>()

  init?(_ lineage: Lineage) {
    finals = PatternCursor(lineage.levels(concerning: .final), .final)
    merges = PatternCursor(lineage.levels(concerning: .merge), .merge)
    finalMarkers = []
    if finals.isEmpty && merges.isEmpty { return nil }
  }

  private init(
    _ finals: PatternCursor, _ merges: PatternCursor,
    _ finalMarkers: [(position: Int, marker: Marker)]
  ) {
    self.finals = finals
    self.merges = merges
    self.finalMarkers = finalMarkers
  }

  package func descending(_ name: Name) -> LineageDeclarations? {
    if let known = known[name] { return known }
    let made = member(name)
    known[name] = .some(made)
    return made
  }

  /// Not cached, for a walk that asks for each key once.
  package func member(_ name: Name) -> LineageDeclarations? {
    let finals = finals.descending(name)
    let merges = merges.descending(name)
    var finalMarkers = finalMarkers
    if !finals.isEmpty {
      finalMarkers += finals.markers(.final).nearestFirst.beyond(finalMarkers)
    }
    if finals.isEmpty && merges.isEmpty && finalMarkers.isEmpty { return nil }
    return LineageDeclarations(finals, merges, finalMarkers)
  }

  package var hasMerges: Bool { !merges.isEmpty }

  func isOpen(before position: Int) -> Bool {
    finalMarker(before: position) == nil && !finals.places.contains { $0.position < position }
  }

  /// The final to report: the widest, then the nearest level's, then the first in reading order.
  package func finalMarker(before position: Int) -> Marker? {
    finalMarkers.first { $0.position < position }?.marker
  }

  package var finalMarker: Marker? { finalMarkers.first?.marker }

  /// Names of members with finals at or below them; nil if any member may have them.
  func finalNames(before position: Int) -> [Name]? {
    let before = finals.filter { $0.position < position }
    return before.hasAny ? nil : before.names
  }

  /// The nearest level's; in it the prevailing entry (I8).
  package func declaration(
    at position: Int, _ suits: (Strategy) -> Bool = { _ in true }
  ) -> Marker? {
    if merges.isEmpty { return nil }
    let declared = merges.markers(.merge).filter { level, marker in
      level <= position && marker.strategy.map(suits) == true
    }
    return declared.max { best, next in
      best.position == next.position
        ? next.marker.prevails(over: best.marker) : best.position < next.position
    }?.marker
  }
}

extension [(position: Int, marker: Marker)] {
  /// A `**` may match repeatedly and find a marker again.
  func beyond(_ others: Self) -> Self {
    isEmpty || others.isEmpty
      ? self : filter { one in !others.contains { $0.marker === one.marker } }
  }

  /// By level from the nearest, then in reading order.
  var nearestFirst: Self {
    sorted { left, right in
      left.position == right.position
        ? left.marker.isRead(before: right.marker) : left.position > right.position
    }
  }
}
