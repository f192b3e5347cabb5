import Cascade
import JSONSource

/// Which markers did something with a key, and which were refused.
struct MarkerFates {
  private var acting: Set<ObjectIdentifier> = []
  private var taking: Set<ObjectIdentifier> = []
  /// With the final that refused them.
  private var refused: [ObjectIdentifier: Marker] = [:]

  /// Notes the markers that took something from a key or from anything in it, and those that tried; the
  /// finals that withstood something, and the strategies by which values met.
  init(at head: ViewNode?) {
    guard let head else { return }
    for node in head.chain {
      note(node)
      node.forEachTouched { note($0) }
    }
  }

  private mutating func note(_ node: ViewNode) {
    for marker in node.takingMarkers {
      acting.insert(ObjectIdentifier(marker))
      if !node.onlyGivesBack { taking.insert(ObjectIdentifier(marker)) }
    }
    if let level = node as? LevelNode {
      for marker in [level.meetingStrategy, level.replacingStrategy] {
        if let marker { acting.insert(ObjectIdentifier(marker)) }
      }
    }
    for refusal in node.refusals {
      acting.insert(ObjectIdentifier(refusal.by))
      if let marker = refusal.attempt.marker { refused[ObjectIdentifier(marker)] = refusal.by }
    }
  }

  /// Whether a marker took something away.
  func takes(_ marker: Marker) -> Bool { taking.contains(ObjectIdentifier(marker)) }

  /// What became of a marker.
  func fate(of marker: Marker) -> Fate {
    let id = ObjectIdentifier(marker)
    if acting.contains(id) { return Fate(.acted) }
    return refused[id].map { Fate(.refused, by: $0.place) } ?? Fate(.idle)
  }
}

extension Level {
  /// The markers of section 4 that name the key, something around it or something in it, as they are
  /// read; strategies only where they name exactly the key, or replace something around it. What is behind a
  /// `**` may be in the key only where that was ever an object.
  func markers(about path: some Collection<Name>, wasObject: Bool) -> [Marker] {
    if !statements.isMarked || path.first.map(statements.mayMark) == false { return [] }
    var cursor = PatternCursor([(0, self)], .inheritance)
    var found: [Marker] = []
    func isWide(_ marker: Marker) -> Bool {
      marker.directive.isOfInheritance && marker.directive != .merge
    }
    for (count, name) in path.enumerated() {
      if cursor.isEmpty { break }
      found += cursor.keeping(path.dropFirst(count))
      for (_, marker) in cursor.markers
      where isWide(marker) || marker.strategy == .replace {
        found.append(marker)
      }
      cursor = cursor.descending(name)
    }
    found += cursor.keeping([])
    for (_, marker) in cursor.markers where marker.directive.isOfInheritance {
      found.append(marker)
    }
    for marker in cursor.markersBelow(atAnyDepth: wasObject) where isWide(marker) {
      found.append(marker)
    }
    // Behind a `**` a marker may name several of them.
    var told: Set<ObjectIdentifier> = []
    return found.filter { told.insert(ObjectIdentifier($0)).inserted }
      .sorted { $0.isRead(before: $1) }
  }
}

extension Lineage {
  /// How many levels have directives that may have a say in a key.
  func markedCount(about key: Key) -> Int {
    marked.count { !$0.markers(about: key.names, wasObject: true).isEmpty }
  }
}
