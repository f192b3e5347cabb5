import JSONSource

/// The effective values of a scope with their reasons (I1), evaluated on demand.
package final class View {
  package let names: NameTable
  package let lineage: Lineage
  package let root: ViewNode
  package let activeDeclarations: LineageDeclarations?
  /// By position. Scopes below share those of the root's tree.
  package let tops: [ViewNode]
  /// Cached, because every object asks for the outcomes of its members.
  package private(set) lazy var valueOutcomes = ValueOutcomes()

  /// `above` is the parent directory's view, `sibling` another view below it. Equal nodes are shared.
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
    // In a single tree an added level does not affect earlier positions; in several trees positions shift.
    if let base, lineage.treeCount == 1,
      !lineage.levels[count...].contains(where: \.hasDeclarations),
      !base.levels[count...].contains(where: \.hasDeclarations)
    {
      activeDeclarations = base.activeDeclarations
    } else {
      activeDeclarations = LineageDeclarations(lineage)
    }
    var fold = Fold(lineage, activeDeclarations)
    fold.tops.reserveCapacity(lineage.levels.count)
    if let base, lineage.canShare { fold.tops += base.tops.prefix(count) }
    fold.run(from: base !== above || fold.tops.isEmpty ? nil : base?.passage)
    tops = fold.tops
    root = tops[tops.count - 1]
  }

  private init(_ view: View, commandLine: Level) {
    lineage = view.lineage.adding(commandLine: commandLine)
    names = view.names
    activeDeclarations = LineageDeclarations(lineage)
    let step = FoldLayer(
      position: lineage.levels.count - 1, activeDeclarations: activeDeclarations,
      isCommandLine: true)
    tops = view.tops + [LevelNode(commandLine, step, over: view.root)]
    root = tops[tops.count - 1]
  }

  package func laying(commandLine: Level) -> View { View(self, commandLine: commandLine) }

  package var scope: Scope { lineage.scope }

  package var levels: [Level] { lineage.levels }

  package func level(of file: SourceFile) -> Level? {
    levels.first { $0.home == file.home && $0.scope == file.scope }
  }

  /// nil if no level mentions the key.
  package func node(_ key: Key) -> ViewNode? {
    key.names.reduce(root) { $0?.member($1) }
  }

  package func node(_ key: Key, at position: Int) -> ViewNode? {
    key.names.reduce(tops[position]) { $0?.member($1) }
  }

  package func activeDeclarations(of key: Key) -> LineageDeclarations? {
    key.names.reduce(activeDeclarations) { $0?.descending($1) }
  }

  package var isOpen: Bool { activeDeclarations?.isOpen(before: .max) ?? true }

  private lazy var passage: ViewNode = {
    let last = tops[lineage.ancestors.count - 1]
    return Fold(lineage, activeDeclarations).passage(leaving: last, before: nil) ?? last
  }()

  /// Empty if nothing is excluded.
  package func boundaries() -> [BoundaryNode] {
    let fold = Fold(lineage, activeDeclarations)
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
  fileprivate var hasDeclarations: Bool {
    !statements.concerns.isDisjoint(with: [.final, .merge])
  }
}

extension Lineage {
  /// An added final may refuse an exclusion that a later tree declares above it.
  fileprivate var canShare: Bool {
    treeCount == 1
      || !added.contains { levels[$0].statements.concerns.contains(.final) }
      || !levels(concerning: .exclusion).contains { tree(at: $0.position) > 0 }
  }
}
