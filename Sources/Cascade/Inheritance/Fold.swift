import JSONSource

/// The sequence of steps along a lineage. Keys are evaluated later, on demand.
struct Fold {
  let lineage: Lineage
  let inForce: DirectivesInForce?
  let excluding: [(position: Int, level: Level)]
  var tops: [ViewNode] = []

  init(_ lineage: Lineage, _ inForce: DirectivesInForce?) {
    self.lineage = lineage
    self.inForce = inForce
    excluding = lineage.levels(concerning: .exclusion)
  }

  /// Adds a top node for each remaining level. `passage` is the boundary after the last existing level.
  mutating func run(from passage: ViewNode?) {
    var next = passage
    var before: ViewNode?
    for position in tops.count..<lineage.levels.count {
      var behind = tops.last
      if let last = behind, lineage.tree(at: position) == lineage.tree(at: position - 1) {
        behind = next ?? self.passage(leaving: last, before: before) ?? last
      } else {
        before = behind
      }
      next = nil
      let step = FoldStep(position: position, inForce: inForce)
      tops.append(LevelNode(lineage.levels[position], step, over: behind?.speaking))
    }
  }

  /// nil if nothing is excluded there or before.
  func passage(leaving last: ViewNode, before: ViewNode?) -> BoundaryNode? {
    if excluding.isEmpty { return nil }
    let here = lineage.turn(at: last.step.position)
    let above = excluding.filter { lineage.turn(at: $0.position) <= here }
    if above.isEmpty { return nil }
    let step = FoldStep(position: last.step.position + 1, inForce: inForce)
    return BoundaryNode(
      step, leaving: last, before: before,
      fresh: PatternCursor(above.filter { lineage.turn(at: $0.position) == here }, .exclusion),
      old: PatternCursor(above.filter { lineage.turn(at: $0.position) < here }, .exclusion))
  }
}
