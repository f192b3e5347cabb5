import Cascade

/// The state of a key in a scope, inherited by its descendants.
final class ScopeValue {
  let distribution: KeyDistribution
  /// The written values in force, lowest precedence first.
  let settings: [KeyDistribution.Setting]
  let markers: [KeyDistribution.RemovingMarker]
  let answer: ScopedItem
  /// Set if a plain value merges onto it without looking at anything else.
  let plain: PlainScopeValue?
  /// The number of levels with directives about the key.
  let markedCount: Int

  init(
    of distribution: KeyDistribution, _ settings: [KeyDistribution.Setting],
    _ markers: [KeyDistribution.RemovingMarker], _ answer: ScopedItem, _ plain: PlainScopeValue?,
    markedCount: Int
  ) {
    self.distribution = distribution
    (self.settings, self.markers, self.answer) = (settings, markers, answer)
    (self.plain, self.markedCount) = (plain, markedCount)
  }

  func note(_ run: Range<Int>) {
    for setting in settings { setting.scopes.append(run) }
    for marker in markers { marker.scopes.append(run) }
    answer.scopes.append(run)
  }
}
