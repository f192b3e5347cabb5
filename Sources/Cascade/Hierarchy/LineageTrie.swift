/// Visits postponed scopes of one or two trees, so that levels that several scopes inherit in one order are visited
/// once.
struct LineageTrie {
  typealias Node = BeforeAfter<VisitedScope?>

  let visitor: any ScopePairVisitor

  /// Visits scopes before the walk leaves the scope for which they wait.
  func visit(_ scopes: [Node], in base: Node) {
    if scopes.isEmpty { return }
    visit(scopes.filter { $0.begins(with: base) }, on: base)
    visit(scopes.filter { !$0.begins(with: base) }, on: nil)
  }

  /// Visits scopes whose lineages begin with those of a base.
  private func visit(_ scopes: [Node], on base: Node?) {
    let start = BeforeAfter { base?[$0]?.lineage.ancestors.count ?? 0 }
    var groups = Catalog<[ObjectIdentifier?], [Node]>()
    for scope in scopes {
      let next = [Side.from, .to].map { side in
        scope[side].map { ObjectIdentifier($0.lineage.ancestors[start[side]]) }
      }
      groups[next, orNew: []].append(scope)
    }
    for group in groups.items { visit(group: group, on: base, start) }
  }

  /// Visits scopes whose lineages have the same level after the base's.
  private func visit(group: [Node], on base: Node?, _ start: BeforeAfter<Int>) {
    let common = group.commonCount(from: start)
    if group.count == 1 || common == 0 {
      for scope in group { visit(scope, of: [scope], on: base) }
    } else if let end = group.first(where: {
      $0.tailCounts(from: start).allSatisfy { $0 == common }
    }) {
      visit(end, of: group, on: base)
    } else {
      let node = BeforeAfter { side in
        let scopes = group.compactMap { $0[side] }
        return scopes.isEmpty
          ? nil : VisitedScope(first: start[side] + common, of: scopes, on: base?[side] ?? nil)
      }
      visit(node, of: group, on: base)
    }
  }

  private func visit(_ node: Node, of group: [Node], on base: Node?) {
    for side in [Side.from, .to] {
      let asked = group.lazy.compactMap { $0[side] }.first { $0.isAsked && $0.isKnown }
      node[side]?.build(on: base?[side] ?? nil, firstAsked: asked?.number)
    }
    visitor.enter(node)
    for side in [Side.from, .to] {
      for problem in node[side]?.missed ?? [] { visitor.miss(problem, side) }
    }
    visit(group.filter { $0.from !== node.from || $0.to !== node.to }, on: node)
    visitor.leave()
  }
}

extension LineageTrie.Node {
  /// Whether the lineages of both trees begin with those of another scope.
  func begins(with other: Self) -> Bool {
    [Side.from, .to].allSatisfy { side in
      guard let own = self[side] else { return true }
      return other[side].map { own.lineage.begins(with: $0.lineage) } ?? false
    }
  }

  /// How many levels follow the first ones in each tree.
  fileprivate func tailCounts(from start: BeforeAfter<Int>) -> [Int] {
    [Side.from, .to].compactMap { side in
      self[side].map { $0.lineage.ancestors.count - start[side] }
    }
  }
}

extension [LineageTrie.Node] {
  /// How many levels all scopes have in common in both trees, so that no lineage ends in one tree alone.
  fileprivate func commonCount(from start: BeforeAfter<Int>) -> Int {
    var common = Int.max
    for scope in self {
      let counts = scope.tailCounts(from: start)
      let least = counts.min() ?? 0
      common = Swift.min(common, counts.allSatisfy { $0 == least } ? least : least - 1)
    }
    // The shortest lineage ends the comparison: of a chain of parents, each level would be compared with all others.
    for scope in dropFirst() {
      for side in [Side.from, .to] {
        guard let one = self[0][side]?.lineage.ancestors, let other = scope[side]?.lineage.ancestors
        else { continue }
        let end = start[side] + common
        let last = (start[side]..<end).first { one[$0] !== other[$0] } ?? end
        common = last - start[side]
      }
    }
    return common
  }
}
