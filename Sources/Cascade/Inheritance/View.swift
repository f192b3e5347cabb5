import JSONSource

/// What holds in one scope, with its reasons: the lineage folded from the far end (rule I1), as far as
/// somebody looks.
package final class View {
  package let names: NameTable
  package let lineage: Lineage
  /// The top, an object in any case.
  package let root: ViewNode
  /// What the levels declare for those that follow, at the top.
  package let inForce: DirectivesInForce?
  /// The last node of each level at the top, by position; those of the root's tree are shared with the
  /// scopes below.
  package let tops: [ViewNode]
  /// What became of values: kept, since every object asks what became of all that is in it.
  package private(set) lazy var fates = ValueFates()

  /// The view of a lineage; `above` is that of the scope above, and `sibling` of another one below that, whose nodes
  /// are shared where they hold here, too.
  package init(
    _ lineage: Lineage, _ names: NameTable, above: View? = nil, beside sibling: View? = nil
  ) {
    self.lineage = lineage
    self.names = names
    var base = above
    var count = above == nil ? 0 : lineage.commonCount
    if lineage.treeCount == 1, let sibling {
      let shared = zip(lineage.levels, sibling.levels).prefix { $0 === $1 }.count
      if shared > count { (base, count) = (sibling, shared) }
    }
    // In one tree a level changes nothing of what is said before it; in several, ranks shift.
    if let base, lineage.treeCount == 1,
      !lineage.levels[count...].contains(where: \.declaresStanding),
      !base.levels[count...].contains(where: \.declaresStanding)
    {
      inForce = base.inForce
    } else {
      inForce = DirectivesInForce(lineage)
    }
    var fold = Fold(lineage, inForce)
    fold.tops.reserveCapacity(lineage.levels.count)
    if let base, lineage.canShare { fold.tops += base.tops.prefix(count) }
    fold.run(from: base !== above || fold.tops.isEmpty ? nil : base?.passage)
    tops = fold.tops
    root = tops[tops.count - 1]
  }

  private init(_ view: View, commandLine: Level) {
    lineage = view.lineage.adding(commandLine: commandLine)
    names = view.names
    inForce = DirectivesInForce(lineage)
    let step = FoldStep(
      position: lineage.levels.count - 1, inForce: inForce, isCommandLine: true)
    tops = view.tops + [LevelNode(commandLine, step, over: view.root)]
    root = tops[tops.count - 1]
  }

  /// The view with what the command line says laid over it (T8).
  package func laying(commandLine: Level) -> View { View(self, commandLine: commandLine) }

  package var scope: Scope { lineage.scope }

  package var levels: [Level] { lineage.levels }

  /// The level in which a file stands, or into which it is included.
  package func level(of file: SourceFile) -> Level? {
    levels.first { $0.home == file.home && $0.scope == file.scope }
  }

  /// The node of a key, alive or not; nil where nobody ever spoke of it.
  package func node(_ key: Key) -> ViewNode? {
    key.names.reduce(root) { $0?.member($1) }
  }

  /// The node of a key as far as the level at a position.
  package func node(_ key: Key, at position: Int) -> ViewNode? {
    key.names.reduce(tops[position]) { $0?.member($1) }
  }

  /// What the lineage declares of a key for all that follow.
  package func inForce(of key: Key) -> DirectivesInForce? {
    key.names.reduce(inForce) { $0?.descending($1) }
  }

  /// Whether nothing is final.
  package var isOpen: Bool { inForce?.isOpen(before: .max) ?? true }

  /// What the root's tree hands down to every scope below, exclusions applied.
  private lazy var passage: ViewNode = {
    let last = tops[lineage.ancestors.count - 1]
    return Fold(lineage, inForce).passage(leaving: last, before: nil) ?? last
  }()

  /// What each tree would hand down to a scope below, where something is excluded on the way.
  package func passages() -> [BoundaryNode] {
    let fold = Fold(lineage, inForce)
    if fold.excluding.isEmpty { return [] }
    var found: [BoundaryNode] = []
    if let passage = passage as? BoundaryNode { found.append(passage) }
    let ends = lineage.ownPositions
    for (before, end) in zip(ends, ends.dropFirst()) {
      let passage = fold.passage(leaving: tops[end], before: tops[before])
      if let passage { found.append(passage) }
    }
    return found
  }
}

extension Level {
  fileprivate var declaresStanding: Bool {
    !statements.concerns.isDisjoint(with: [.final, .merge])
  }
}

extension Lineage {
  /// Whether the nodes of the root's tree in the view of the scope above hold here, too: a final of what
  /// this scope adds may withstand an exclusion that a farther tree declares above it.
  fileprivate var canShare: Bool {
    treeCount == 1
      || !added.contains { levels[$0].statements.concerns.contains(.final) }
      || !levels(concerning: .exclusion).contains { tree(at: $0.position) > 0 }
  }
}
