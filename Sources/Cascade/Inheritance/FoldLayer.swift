import JSONSource

/// A step along a lineage: a level, or the boundary before it, where exclusions act.
package final class FoldLayer {
  package let position: Int
  let activeDeclarations: LineageDeclarations?
  let isCommandLine: Bool

  init(position: Int, activeDeclarations: LineageDeclarations?, isCommandLine: Bool = false) {
    self.position = position
    self.activeDeclarations = activeDeclarations
    self.isCommandLine = isCommandLine
  }
}
