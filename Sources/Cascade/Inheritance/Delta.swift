import JSONSource

extension View {
  /// What may hold otherwise here than in the view on which this one is built; everything, where there is
  /// none, or where what is declared here also holds in the trees stacked on this one, from their roots on.
  package func delta(from old: View?) -> Delta {
    let added = lineage.added(to: old?.lineage)
    var touching: [ViewNode] = []
    for (position, _) in added {
      let top = tops[position]
      touching.append(top)
      if let passage = top.behind as? PassageNode { touching.append(passage) }
    }
    let isNew =
      old.map { lineage.commonCount(with: $0.lineage) == 0 } ?? true
      || added.contains { position, level in
        lineage.entries[position].tree < lineage.treeCount - 1
          && !level.statements.concerns.isDisjoint(with: [.final, .merge])
      }
    return Delta(self, touching, added, from: old, isNew: isNew)
  }
}

/// What may hold otherwise in a view than in the one on which it is built: what its own steps touch, as a
/// tree of names that is followed as far as somebody looks. All else is the same node.
package final class Delta {
  /// The levels that the other view does not have.
  package let added: [(position: Int, level: Level)]
  private let touching: [ViewNode]
  private unowned let around: Delta?
  private let name: Name?
  private let isNew: Bool
  private let isStacked: Bool
  private let tops: (node: ViewNode?, old: ViewNode?)
  /// What holds here now.
  package private(set) lazy var node: ViewNode? = name.map { around?.node?.member($0) } ?? tops.node
  /// What held here in the other view.
  package private(set) lazy var old: ViewNode? = name.map { around?.old?.member($0) } ?? tops.old
  private lazy var members: NameMap<Delta> = {
    var found = NameMap<[ViewNode]>()
    for node in touching {
      for name in node.touchedNames() {
        guard let member = node.member(name), member.step === node.step else { continue }
        found[name] = (found[name] ?? []) + [member]
      }
    }
    var members = NameMap<Delta>()
    for (name, nodes) in zip(found.names, found.values) {
      members[name] = asked[name] ?? Delta(name, in: self, nodes)
    }
    return members
  }()
  /// Those that were asked for by name: to list all costs what directives name, whether or not it is there.
  private var asked = NameMap<Delta>()

  fileprivate init(
    _ view: View, _ touching: [ViewNode], _ added: [(position: Int, level: Level)],
    from old: View?, isNew: Bool
  ) {
    (self.touching, self.added, around, name) = (touching, added, nil, nil)
    (self.isNew, isStacked) = (isNew, view.lineage.treeCount > 1)
    tops = (view.root, old?.root)
  }

  private init(_ name: Name, in around: Delta, _ touching: [ViewNode]) {
    (self.touching, added, self.around, self.name) = (touching, around.added, around, name)
    (isNew, isStacked, tops) = (around.isNew, around.isStacked, (nil, nil))
  }

  /// Whether all in it may be otherwise, and not only what is touched: it is no object here, or was none.
  package var isWhole: Bool { isNew || node?.isObject != true || old?.isObject != true }

  /// Whether something computed may have come in that was not there.
  package var mayCompute: Bool {
    added.contains { $0.level.mayCompute } || touching.contains { $0 is PassageNode }
  }

  /// The touched members, in the order in which they were.
  package var all: [(name: Name, inner: Delta)] { Array(zip(members.names, members.values)) }

  package var names: [Name] { members.names }

  /// A member that some step may touch.
  package func member(_ name: Name) -> Delta? {
    if let known = asked[name] { return known }
    let nodes = touching.compactMap { node in
      node.member(name).flatMap { $0.step === node.step ? $0 : nil }
    }
    if nodes.isEmpty { return nil }
    let member = Delta(name, in: self, nodes)
    asked[name] = member
    return member
  }

  /// Whether a key in it may hold something else: it is touched, or all around it may be otherwise.
  package func reaches(_ path: ArraySlice<Name>) -> Bool {
    guard let name = path.first, !isNew else { return true }
    return member(name)?.reaches(path.dropFirst()) ?? reachesAll
  }

  /// Whether that is so of all keys in it: it may have been no object before another tree's level.
  package var reachesAll: Bool { isWhole || isStacked && name != nil }
}
