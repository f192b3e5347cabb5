import Cascade

/// What holds of a key in a scope, and below it until something else is said.
final class Standing {
  /// All that is found of the key.
  let distribution: KeyDistribution
  /// The values written that have a say in it, the farthest first.
  let settings: [KeyDistribution.Setting]
  /// What takes something of the key.
  let markers: [KeyDistribution.TakingMarker]
  let answer: Spread
  /// What it comes to, where a plain value that is laid over it needs nothing else to be looked at.
  let plain: PlainStanding?
  /// How many levels have directives that speak of the key.
  let markedCount: Int

  init(
    of distribution: KeyDistribution, _ settings: [KeyDistribution.Setting],
    _ markers: [KeyDistribution.TakingMarker], _ answer: Spread, _ plain: PlainStanding?,
    markedCount: Int
  ) {
    self.distribution = distribution
    (self.settings, self.markers, self.answer) = (settings, markers, answer)
    (self.plain, self.markedCount) = (plain, markedCount)
  }

  /// Takes note of more scopes in which it is so.
  func note(_ run: Range<Int>) {
    for setting in settings { setting.scopes.append(run) }
    for marker in markers { marker.scopes.append(run) }
    answer.scopes.append(run)
  }
}
