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
    let count = lineage.scope.depth + 1
    var next = passage
    for position in tops.count..<lineage.levels.count {
      let level = lineage.levels[position]
      let first = position / count * count
      var behind = next ?? tops.last
      if next == nil, position > first, let last = behind {
        let before = first == 0 ? nil : tops[first - 1]
        behind =
          self.passage(from: last, to: level.scope.depth, position: position, before: before)
          ?? last
      }
      next = nil
      let step = FoldStep(position: position, standing: standing, names: names)
      tops.append(LevelNode(level, step, over: behind))
    }
  }

  /// The way to a scope of a certain depth; nil where nothing is excluded.
  func passage(
    from last: ViewNode, to depth: Int, position: Int, before: ViewNode?
  ) -> PassageNode? {
    let above = excluding.filter { $0.level.scope.depth < depth }
    if above.isEmpty { return nil }
    let step = FoldStep(position: position, standing: standing, names: names)
    return PassageNode(
      step, leaving: last, before: before,
      fresh: PatternCursor(above.filter { $0.level.scope.depth == depth - 1 }, .exclusion),
      old: PatternCursor(above.filter { $0.level.scope.depth < depth - 1 }, .exclusion))
  }
}
