import JSONSource

/// The sequence of steps along a lineage. Keys are evaluated later, on demand.
struct Fold {
  let lineage: Lineage
  let activeDeclarations: LineageDeclarations?
  let excluding: [(position: Int, level: Level)]
  var tops: [ViewNode] = []

  init(_ lineage: Lineage, _ activeDeclarations: LineageDeclarations?) {
    self.lineage = lineage
    self.activeDeclarations = activeDeclarations
    excluding = lineage.levels(concerning: .exclusion)
  }

  /// Adds a top node for each remaining level. `passage` is the boundary after the last existing level.
  mutating func run(from passage: ViewNode?) {
    var next = passage
    var before: ViewNode?
    for position in tops.count..<lineage.levels.count {
      var previous = tops.last
      if let last = previous, lineage.tree(at: position) == lineage.tree(at: position - 1) {
        previous = next ?? self.passage(leaving: last, before: before) ?? last
      } else {
        before = previous
      }
      next = nil
      let step = FoldLayer(position: position, activeDeclarations: activeDeclarations)
      tops.append(LevelNode(lineage.levels[position], step, over: previous?.speaking))
    }
  }

  /// nil if nothing is excluded there or before.
  func passage(leaving last: ViewNode, before: ViewNode?) -> BoundaryNode? {
    if excluding.isEmpty { return nil }
    let here = lineage.scopeIndex(at: last.step.position)
    let above = excluding.filter { lineage.scopeIndex(at: $0.position) <= here }
    if above.isEmpty { return nil }
    let step = FoldLayer(position: last.step.position + 1, activeDeclarations: activeDeclarations)
    return BoundaryNode(
      step, leaving: last, before: before,
      fresh: PatternCursor(
        above.filter { lineage.scopeIndex(at: $0.position) == here }, .exclusion),
      old: PatternCursor(above.filter { lineage.scopeIndex(at: $0.position) < here }, .exclusion))
  }
}
