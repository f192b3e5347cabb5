import JSONSource

/// The keys whose values may differ between two views that share levels, computed on demand.
package final class Delta {
  private let view: View
  private let oldView: View?
  /// Whether every key may differ, also because a declaration of an added level applies in later trees.
  package let isNew: Bool
  private unowned let around: Delta?
  private let name: Name?
  package let node: ViewNode?
  package private(set) lazy var old: ViewNode? =
    name.map { around?.old?.member($0) } ?? oldView?.root
  /// The nodes of the levels that the other view lacks.
  package private(set) lazy var addedNodes: [ViewNode] = {
    guard let node else { return [] }
    // In a single tree, added levels are the nearest.
    let all =
      view.lineage.treeCount == 1
      ? node.chain.prefix(while: isAdded) : node.chain.filter(isAdded)
    return all.reversed()
  }()
  /// Cached by request, because listing all members costs time for every named key.
  private var asked = NameMap<Delta>()
  /// The members that may differ.
  package private(set) lazy var names: [Name] = {
    var nodes = NameMap<ViewNode>()
    for node in addedNodes {
      for name in node.touchedNames() {
        guard let member = node.member(name), member.record.layer == node.record.layer else {
          continue
        }
        nodes[name] = member
      }
    }
    // In a single tree the nearest added level has the member. A search from each of 2,000 parents would be quadratic.
    if view.lineage.treeCount == 1 {
      node?.keep(nodes)
      return nodes.names
    }
    return nodes.names.filter { differing($0) != nil }
  }()

  package init(_ view: View, from old: View?) {
    (self.view, oldView, node, around, name) = (view, old, view.root, nil, nil)
    let lineage = view.lineage
    isNew =
      old == nil || lineage.commonCount == 0
      || lineage.treeCount > 1
        && lineage.added.contains { position in
          lineage.tree(at: position) < lineage.treeCount - 1
            && lineage.levels[position].hasDeclarations
        }
  }

  private init(_ node: ViewNode, in around: Delta, _ name: Name) {
    (view, oldView, isNew) = (around.view, around.oldView, around.isNew)
    (self.node, self.around, self.name) = (node, around, name)
  }

  package func isAdded(_ position: Int) -> Bool { oldView == nil || view.lineage.isAdded(position) }

  private func isAdded(_ node: ViewNode) -> Bool { isAdded(node.step.position) }

  /// Whether every key in it may differ, because it is or was not an object, or an added level replaces it by another
  /// kind of value.
  package var isWhole: Bool {
    isNew || node?.isObject != true || old?.isObject != true
      || addedNodes.contains { $0.lastWritten?.isObject == false }
  }

  /// Whether it is a scalar that replaces scalars only, so that no written key in it differs.
  package var isScalar: Bool {
    guard !isNew, view.lineage.treeCount == 1, let node else { return false }
    for node in node.chain {
      if !node.isScalar { return false }
      if !isAdded(node) { return true }
    }
    return true
  }

  package var mayCompute: Bool {
    addedNodes.contains { $0.isBoundary || view.levels[$0.step.position].mayCompute }
  }

  package func member(_ name: Name) -> Delta? {
    if let known = asked[name] { return known }
    guard let inner = differing(name) else { return nil }
    let member = Delta(inner, in: self, name)
    asked[name] = member
    return member
  }

  private func differing(_ name: Name) -> ViewNode? {
    guard let inner = node?.member(name) else { return nil }
    let differs =
      view.lineage.treeCount == 1 ? isAdded(inner) : inner.chain.contains(where: isAdded)
    return differs ? inner : nil
  }

  package func reaches(_ path: ArraySlice<Name>) -> Bool {
    guard let name = path.first, !isNew else { return true }
    return member(name)?.reaches(path.dropFirst()) ?? reachesAll
  }

  /// Whether all keys in it may differ; in another tree it may have been a leaf.
  package var reachesAll: Bool { isWhole || view.lineage.treeCount > 1 && name != nil }
}
