import JSONSource

extension View {
  /// What may hold otherwise here than in the view on which this one is built; everything, where there is
  /// none.
  package func delta(from old: View?) -> Delta { Delta(self, from: old) }
}

/// What may hold otherwise in a view than in the one on which it is built: what its own steps touch, as a
/// tree of names that is followed as far as somebody looks. All else is the same node.
package final class Delta {
  /// Both views as wholes.
  private final class Views {
    let view: View
    let old: View?
    /// Where the levels stand that the other view does not have.
    let added: [Int]
    /// Whether all may be otherwise: also where what is declared here holds in the trees stacked on this one,
    /// too, from their roots on.
    let isNew: Bool

    init(_ view: View, _ old: View?) {
      (self.view, self.old) = (view, old)
      let lineage = view.lineage
      let added = lineage.added(to: old?.lineage)
      isNew =
        old.map { lineage.commonCount(with: $0.lineage) == 0 } ?? true
        || added.contains { position in
          lineage.tree(at: position) < lineage.treeCount - 1
            && !lineage.levels[position].statements.concerns.isDisjoint(with: [.final, .merge])
        }
      self.added = added
    }
  }

  private let views: Views
  private let touching: [ViewNode]
  private unowned let around: Delta?
  private let name: Name?
  /// What holds here now.
  package private(set) lazy var node: ViewNode? =
    name.map { around?.node?.member($0) } ?? views.view.root
  /// What held here in the other view.
  package private(set) lazy var old: ViewNode? =
    name.map { around?.old?.member($0) } ?? views.old?.root
  private var members: NameMap<Delta> {
    if let listed { return listed }
    var found = NameMap<[ViewNode]>()
    for node in touching {
      for name in node.touchedNames() {
        guard let member = node.member(name), member.step === node.step else { continue }
        found[name] = (found[name] ?? []) + [member]
      }
    }
    var members = NameMap<Delta>()
    for (name, nodes) in zip(found.names, found.values) {
      members[name] = asked[name] ?? Delta(views, nodes, in: self, name)
    }
    listed = members
    return members
  }

  private var listed: NameMap<Delta>?
  /// Those that were asked for by name: to list all costs what directives name, whether or not it is there.
  private var asked = NameMap<Delta>()

  fileprivate init(_ view: View, from old: View?) {
    views = Views(view, old)
    var touching: [ViewNode] = []
    for position in views.added {
      let top = view.tops[position]
      touching.append(top)
      if let passage = top.behind as? BoundaryNode { touching.append(passage) }
    }
    (self.touching, around, name) = (touching, nil, nil)
  }

  private init(_ views: Views, _ touching: [ViewNode], in around: Delta, _ name: Name) {
    (self.views, self.touching, self.around, self.name) = (views, touching, around, name)
  }

  /// Where the levels stand that the other view does not have.
  package var added: [Int] { views.added }

  /// Whether nothing need be as it was.
  package var isNew: Bool { views.isNew }

  /// Whether all in it may be otherwise, and not only what is touched: it is no object here, or was none.
  package var isWhole: Bool { views.isNew || node?.isObject != true || old?.isObject != true }

  /// Whether something computed may have come in that was not there.
  package var mayCompute: Bool {
    added.contains { views.view.levels[$0].mayCompute } || touching.contains { $0 is BoundaryNode }
  }

  /// The touched members, in the order in which they were.
  package var all: [(name: Name, inner: Delta)] { Array(zip(members.names, members.values)) }

  package var names: [Name] { members.names }

  /// A member that some step may touch.
  package func member(_ name: Name) -> Delta? {
    if let known = listed?[name] ?? asked[name] { return known }
    let nodes = touching.compactMap { node in
      node.member(name).flatMap { $0.step === node.step ? $0 : nil }
    }
    if nodes.isEmpty { return nil }
    let member = Delta(views, nodes, in: self, name)
    asked[name] = member
    return member
  }

  /// Whether a key in it may hold something else: it is touched, or all around it may be otherwise.
  package func reaches(_ path: ArraySlice<Name>) -> Bool {
    guard let name = path.first, !views.isNew else { return true }
    return member(name)?.reaches(path.dropFirst()) ?? reachesAll
  }

  /// Whether that is so of all keys in it: it may have been no object before another tree's level.
  package var reachesAll: Bool { isWhole || views.view.lineage.treeCount > 1 && name != nil }
}
