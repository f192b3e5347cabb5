import JSONSource

/// The keys that some steps of a view touch, as a tree of names that is followed as far as somebody looks.
package final class TouchedKeys {
  private let nodes: [ViewNode]
  private lazy var members: NameMap<TouchedKeys> = {
    var found = NameMap<[ViewNode]>()
    for node in nodes {
      for name in node.touchedNames() {
        guard let member = node.member(name), member.step === node.step else { continue }
        found[name] = (found[name] ?? []) + [member]
      }
    }
    var members = NameMap<TouchedKeys>()
    for (name, nodes) in zip(found.names, found.values) {
      members[name] = asked[name] ?? TouchedKeys(nodes)
    }
    return members
  }()
  /// Those that were asked for by name: to list all costs what directives name, whether or not it is there.
  private var asked = NameMap<TouchedKeys>()

  private init(_ nodes: [ViewNode]) {
    self.nodes = nodes
  }

  /// The keys that the levels of a view's own scope touch, and the exclusions on the way to them.
  package convenience init(_ view: View) {
    var tops: [ViewNode] = []
    for (position, _) in view.lineage.own {
      let top = view.tops[position]
      tops.append(top)
      if let passage = top.behind as? PassageNode { tops.append(passage) }
    }
    self.init(tops)
  }

  /// The touched members, in the order in which they were.
  package var all: [(name: Name, inner: TouchedKeys)] { Array(zip(members.names, members.values)) }

  package var names: [Name] { members.names }

  /// A member that some step may touch.
  package func member(_ name: Name) -> TouchedKeys? {
    if let known = asked[name] { return known }
    let touching = nodes.compactMap { node in
      node.member(name).flatMap { $0.step === node.step ? $0 : nil }
    }
    if touching.isEmpty { return nil }
    let member = TouchedKeys(touching)
    asked[name] = member
    return member
  }
}
