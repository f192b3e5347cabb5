import JSONSource

/// What is secret in any scope of a report over several: it is masked in all of them (A1).
package struct ReportMask {
  package init() {}

  private var levels: [(position: Int, level: Level)] = []
  private lazy var top = Mask(top: PatternCursor(levels, .attribute))

  /// Takes note of what a scope's own levels call secret.
  mutating func note(_ lineage: Lineage) {
    for (_, level) in lineage.own where level.hasMarkers {
      if level.hasInclusions || level.markers.contains(where: { $0.kind == .secret }) {
        levels.append((levels.count, level))
      }
    }
  }

  /// What is secret under a key, once all scopes have been seen.
  package mutating func mask(_ key: Key) -> Mask {
    var mask = top
    for name in key.names { mask = mask.descending(name) }
    return mask
  }
}
