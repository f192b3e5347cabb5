import JSONSource

/// The steps of a lineage, one after the other: nothing of what is said is looked at yet.
struct Fold {
  let lineage: Lineage
  let names: NameTable
  let standing: StandingDirectives?
  let excluding: [(position: Int, level: Level)]
  var tops: [ViewNode] = []

  init(_ lineage: Lineage, _ names: NameTable, _ standing: StandingDirectives?) {
    self.lineage = lineage
    self.names = names
    self.standing = standing
    excluding = lineage.levels(concerning: .exclusion)
  }

  /// Lays all levels but those that are laid already; `passage` comes from the last of them.
  mutating func run(from passage: ViewNode?) {
    var next = passage
    for tree in 0..<lineage.treeCount {
      let before = tops.last
      for depth in 0...lineage.scope.depth {
        let position = lineage.position(tree: tree, depth: depth)
        if position < tops.count { continue }
        var behind = next ?? tops.last
        if next == nil, depth > 0, let last = behind {
          behind =
            self.passage(leaving: last, at: depth - 1, before: tree == 0 ? nil : before) ?? last
        }
        next = nil
        let step = FoldStep(position: position, standing: standing, names: names)
        tops.append(LevelNode(lineage.levels[position], step, over: behind?.speaking))
      }
    }
  }

  /// The way from a scope of a certain depth to those below it; nil where nothing is excluded.
  func passage(leaving last: ViewNode, at depth: Int, before: ViewNode?) -> PassageNode? {
    let above = excluding.filter { $0.level.scope.depth <= depth }
    if above.isEmpty { return nil }
    let step = FoldStep(position: last.step.position + 1, standing: standing, names: names)
    return PassageNode(
      step, leaving: last, before: before,
      fresh: PatternCursor(above.filter { $0.level.scope.depth == depth }, .exclusion),
      old: PatternCursor(above.filter { $0.level.scope.depth < depth }, .exclusion))
  }
}
