import Cascade

/// What holds of a key in a scope, and below it until something else is said.
struct Standing {
  /// The values written that have a say in it, the farthest first.
  let settings: [KeyDistribution.Setting]
  /// What takes something of the key.
  var markers: [KeyDistribution.TakingMarker] = []
  let answer: Spread
  /// What it comes to, where a plain value that is laid over it needs nothing else to be looked at.
  let plain: PlainStanding?
  /// How many levels have directives that speak of the key.
  let markedCount: Int

  /// Takes note of more scopes in which it is so.
  func note(_ run: Range<Int>) {
    for setting in settings { setting.scopes.append(run) }
    for marker in markers { marker.scopes.append(run) }
    answer.scopes.append(run)
  }
}
