import Cascade
import JSONSource

/// The markers that affected a key, and those that were refused.
struct MarkerOutcomes {
  private var acting: Set<ObjectIdentifier> = []
  private var taking: Set<ObjectIdentifier> = []
  private var refused: [ObjectIdentifier: Marker] = [:]

  /// Collects the removals, finals and strategies that acted at or below a node, and the refused attempts.
  init(at head: ViewNode?) {
    guard let head else { return }
    for node in head.chain {
      note(node)
      node.forEachTouched { note($0) }
    }
  }

  private mutating func note(_ node: ViewNode) {
    for marker in node.removingMarkers {
      acting.insert(ObjectIdentifier(marker))
      if !node.onlyRestores { taking.insert(ObjectIdentifier(marker)) }
    }
    for marker in [node.appliedStrategy, node.replacingStrategy] {
      if let marker { acting.insert(ObjectIdentifier(marker)) }
    }
    for refusal in node.refusals {
      acting.insert(ObjectIdentifier(refusal.by))
      if let marker = refusal.attempt.marker { refused[ObjectIdentifier(marker)] = refusal.by }
    }
  }

  func takes(_ marker: Marker) -> Bool { taking.contains(ObjectIdentifier(marker)) }

  func statementOutcome(of marker: Marker) -> StatementOutcome {
    let id = ObjectIdentifier(marker)
    if acting.contains(id) { return StatementOutcome(.acted) }
    return refused[id].map { StatementOutcome(.refused, by: $0.place) } ?? StatementOutcome(.idle)
  }
}

extension Level {
  /// The inheritance markers about a key, in reading order.
  /// Strategies count only if they name the key or replace a value around it; `wasObject` includes those after `**`.
  func markers(about path: some Collection<Name>, wasObject: Bool) -> [Marker] {
    if !statements.isMarked || path.first.map(statements.mayMark) == false { return [] }
    var cursor = PatternCursor([(0, self)], .inheritance)
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
    for (_, marker) in cursor.markers where marker.directive.affectsInheritance {
      found.append(marker)
    }
    found += cursor.markersBelow(atAnyDepth: wasObject).filter(\.isWide)
    // A pattern with `**` may name several of the keys.
    var told: Set<ObjectIdentifier> = []
    return found.filter { told.insert(ObjectIdentifier($0)).inserted }
      .sorted { $0.isRead(before: $1) }
  }
}

extension Marker {
  fileprivate var isWide: Bool { directive.affectsInheritance && directive != .merge }
}
