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
    let (along, cursor) = markers(along: path)
    let found = along + cursor.markersBelow(atAnyDepth: wasObject).filter(\.isWide)
    // Behind a `**` a marker may name several of them.
    var told: Set<ObjectIdentifier> = []
    return found.filter { told.insert(ObjectIdentifier($0)).inserted }
      .sorted { $0.isRead(before: $1) }
  }

  /// Whether there are any, at any depth; most of many are not looked at for that.
  fileprivate func hasMarkers(about path: some Collection<Name>) -> Bool {
    let (found, cursor) = markers(along: path)
    return !found.isEmpty || cursor.leads(to: .inheritance.subtracting(.merge), where: \.isWide)
  }

  /// Those that name exactly the key or something around it, and the cursor at the key.
  private func markers(along path: some Collection<Name>) -> ([Marker], PatternCursor) {
    var cursor = PatternCursor([(0, self)], .inheritance)
    if !statements.isMarked || path.first.map(statements.mayMark) == false {
      return ([], cursor.filter { _ in false })
    }
    var found: [Marker] = []
    for (count, name) in path.enumerated() {
      if cursor.isEmpty { break }
      found += cursor.keeping(path.dropFirst(count))
      for (_, marker) in cursor.markers where marker.isWide || marker.strategy == .replace {
        found.append(marker)
      }
      cursor = cursor.descending(name)
    }
    found += cursor.keeping([])
    for (_, marker) in cursor.markers where marker.directive.isOfInheritance {
      found.append(marker)
    }
    return (found, cursor)
  }
}

extension Marker {
  /// Whether it is also about what is around the keys that it names.
  fileprivate var isWide: Bool { directive.isOfInheritance && directive != .merge }
}

extension Lineage {
  /// How many levels have directives that may have a say in a key.
  func markedCount(about key: Key) -> Int {
    marked.count { $0.hasMarkers(about: key.names) }
  }
}
