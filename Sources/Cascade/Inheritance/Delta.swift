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
    /// Whether all may be otherwise: also where what is declared here holds in the trees stacked on this one,
    /// too, from their roots on.
    let isNew: Bool

    init(_ view: View, _ old: View?) {
      (self.view, self.old) = (view, old)
      let lineage = view.lineage
      isNew =
        old == nil || lineage.commonCount == 0
        || lineage.treeCount > 1
          && lineage.added.contains { position in
            lineage.tree(at: position) < lineage.treeCount - 1
              && !lineage.levels[position].statements.concerns.isDisjoint(with: [.final, .merge])
          }
    }

    /// Whether the other view does not have the level at a position.
    func isAdded(_ position: Int) -> Bool { old == nil || view.lineage.isAdded(position) }

    /// Whether a step that it does not have speaks of a key.
    func touch(_ node: ViewNode) -> Bool {
      // In one tree what is added is the nearest.
      view.lineage.treeCount == 1
        ? isAdded(node.step.position) : node.chain.contains { isAdded($0.step.position) }
    }
  }

  private let views: Views
  private unowned let around: Delta?
  private let name: Name?
  /// What holds here now.
  package let node: ViewNode?
  /// What held here in the other view.
  package private(set) lazy var old: ViewNode? =
    name.map { around?.old?.member($0) } ?? views.old?.root
  /// The steps that the other view does not have, the farthest first.
  private lazy var touching: [ViewNode] = {
    guard let node else { return [] }
    let all =
      views.view.lineage.treeCount == 1
      ? node.chain.prefix(while: isAdded) : node.chain.filter(isAdded)
    return all.reversed()
  }()
  /// Those that were asked for by name: to list all costs what directives name, whether or not it is there.
  private var asked = NameMap<Delta>()
  private lazy var members: NameMap<Delta> = {
    var nodes = NameMap<ViewNode>()
    for node in touching {
      for name in node.touchedNames() {
        guard let member = node.member(name), member.step === node.step else { continue }
        nodes[name] = member
      }
    }
    // In one tree no level follows those that are added, so that the nearest of them has the member.
    if views.view.lineage.treeCount == 1 { node?.keep(nodes) }
    var members = NameMap<Delta>()
    for name in nodes.names { members[name] = member(name) }
    return members
  }()

  fileprivate init(_ view: View, from old: View?) {
    (views, node, around, name) = (Views(view, old), view.root, nil, nil)
  }

  private init(_ views: Views, _ node: ViewNode, in around: Delta, _ name: Name) {
    (self.views, self.node, self.around, self.name) = (views, node, around, name)
  }

  private func isAdded(_ node: ViewNode) -> Bool { views.isAdded(node.step.position) }

  /// Whether the other view does not have the level at a position.
  package func isAdded(_ position: Int) -> Bool { views.isAdded(position) }

  /// Whether nothing need be as it was.
  package var isNew: Bool { views.isNew }

  /// Whether all in it may be otherwise, and not only what is touched: it is no object here, or was none.
  package var isWhole: Bool { views.isNew || node?.isObject != true || old?.isObject != true }

  /// Whether something computed may have come in that was not there.
  package var mayCompute: Bool {
    // Of what one level adds at the top no list is needed.
    if name == nil, views.old != nil, views.view.lineage.addsPlainly { return false }
    let levels = views.view.levels
    return touching.contains { $0 is BoundaryNode || levels[$0.step.position].mayCompute }
  }

  /// The touched members, in the order in which they were.
  package var all: [(name: Name, inner: Delta)] { Array(zip(members.names, members.values)) }

  package var names: [Name] { members.names }

  /// A member that some step may touch.
  package func member(_ name: Name) -> Delta? {
    if let known = asked[name] { return known }
    guard let inner = node?.member(name), views.touch(inner) else { return nil }
    let member = Delta(views, inner, in: self, name)
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
