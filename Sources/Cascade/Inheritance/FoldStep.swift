import JSONSource

/// A step along a lineage: a level, or the boundary before it, where exclusions act.
package final class FoldStep {
  package let position: Int
  let inForce: DirectivesInForce?
  let isCommandLine: Bool

  init(position: Int, inForce: DirectivesInForce?, isCommandLine: Bool = false) {
    self.position = position
    self.inForce = inForce
    self.isCommandLine = isCommandLine
  }
}
