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
    var current = head
    while let node = current {
      note(node)
      node.forEachTouched { note($0) }
      current = node.behind
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
      if case .marker(let marker) = refusal.attempt {
        refused[ObjectIdentifier(marker)] = refusal.by
      }
    }
  }

  /// Whether a marker took something away.
  func takes(_ marker: Marker) -> Bool { taking.contains(ObjectIdentifier(marker)) }

  /// What became of a marker, and the final that refused it.
  func fate(of marker: Marker) -> (outcome: Outcome, by: Marker?) {
    let id = ObjectIdentifier(marker)
    if acting.contains(id) { return (.acted, nil) }
    if let final = refused[id] { return (.refused, final) }
    return (.idle, nil)
  }
}

extension Level {
  /// The markers of section 4 that name the key, something around it or something in it, as they are
  /// read; strategies only where they name exactly the key, or replace something around it.
  func markers(about path: some Collection<Name>) -> [Marker] {
    if !statements.isMarked { return [] }
    var cursor = PatternCursor([(0, self)], [.laying, .exclusion, .final, .merge])
    var found: [Marker] = []
    func isOfInheritance(_ marker: Marker) -> Bool { marker.kind.takes || marker.kind == .final }
    for name in path {
      if cursor.isEmpty { break }
      for (_, marker) in cursor.markers
      where isOfInheritance(marker) || marker.strategy == .replace {
        found.append(marker)
      }
      cursor = cursor.descending(name)
    }
    for (_, marker) in cursor.markers where isOfInheritance(marker) || marker.kind == .merge {
      found.append(marker)
    }
    for marker in cursor.markersBelow() where isOfInheritance(marker) { found.append(marker) }
    return found.sorted { $0.isRead(before: $1) }
  }
}
