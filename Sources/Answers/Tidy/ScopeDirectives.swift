import Cascade

/// The directives of a scope's own files, indexed for many tidy steps.
package struct ScopeDirectives {
  let level: Level
  private let reasons: Set<[KeyPattern.Part]>
  private let markers: [SourceRange.ID: Marker]

  package init(_ level: Level) {
    self.level = level
    let all = level.markers
    reasons = Set(
      all.lazy.filter { $0.directive == .because || $0.directive == .until }.map(\.pattern.parts))
    markers = Dictionary(all.map { ($0.place.id, $0) }) { first, _ in first }
  }

  /// Whether the scope has a single file without computed values.
  var isOfValues: Bool { level.files.count == 1 && !level.mayCompute }

  func hasReason(for key: Key) -> Bool {
    if reasons.isEmpty { return false }
    var cursor = PatternCursor([(0, level)], .attribute)
    for name in key.names {
      cursor = cursor.descending(name)
      if cursor.markers.contains(where: { $0.marker.directive.describesOverride }) { return true }
    }
    return false
  }

  /// Whether `$because` or `$until` has the pattern of the marker.
  func hasReason(for marker: Marker) -> Bool { reasons.contains(marker.pattern.parts) }

  func marker(at place: SourceRange) -> Marker? { markers[place.id] }
}
