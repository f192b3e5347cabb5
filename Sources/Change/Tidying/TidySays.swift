import Answers
import Cascade
import Check

/// What directives of a scope's own files say, as many steps of tidying ask for it.
package struct TidySays {
  let level: Level
  /// What says why, or until when, something is there.
  let reasons: [Marker]
  private let markers: [SourceRange.ID: Marker]

  package init(_ level: Level) {
    self.level = level
    let all = level.markers
    reasons = all.filter { $0.directive == .because || $0.directive == .until }
    markers = Dictionary(all.map { ($0.place.id, $0) }) { first, _ in first }
  }

  /// Whether one file says all of it, and nothing but values.
  var isOfValues: Bool { level.files.count == 1 && !level.mayCompute }

  func marker(at place: SourceRange) -> Marker? { markers[place.id] }
}
