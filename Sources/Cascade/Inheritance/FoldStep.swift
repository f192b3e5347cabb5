import JSONSource

/// One step along a lineage: the way to a level, on which exclusions act, or the level itself.
package final class FoldStep {
  /// The position of the level.
  package let position: Int
  /// What the lineage declares for all that follow, at the top.
  let inForce: DirectivesInForce?
  /// Whether the level is the command line.
  let isCommandLine: Bool

  init(position: Int, inForce: DirectivesInForce?, isCommandLine: Bool = false) {
    self.position = position
    self.inForce = inForce
    self.isCommandLine = isCommandLine
  }
}
