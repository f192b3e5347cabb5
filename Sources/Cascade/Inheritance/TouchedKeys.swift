import JSONSource

/// The keys that some steps of a view touch, as a tree of names.
final class TouchedKeys {
  private var members = NameMap<TouchedKeys>()

  /// The keys that the levels of a view's own scope touch, and the exclusions on the way to them.
  init(_ view: View) {
    for (position, _) in view.lineage.own { add(stepsAt: view.tops[position]) }
  }

  private init() {}

  /// Those that a level's step touches, and the way to it.
  private func add(stepsAt top: ViewNode) {
    add(top)
    if let passage = top.behind as? PassageNode { add(passage) }
  }

  private func add(_ node: ViewNode) {
    for name in node.touchedNames() {
      guard let member = node.member(name), member.step === node.step else { continue }
      let inner = members[name] ?? TouchedKeys()
      members[name] = inner
      inner.add(member)
    }
  }

  var isEmpty: Bool { members.isEmpty }

  /// The touched members, in the order in which they were.
  var all: [(name: Name, inner: TouchedKeys)] { Array(zip(members.names, members.values)) }

  var names: [Name] { members.names }

  /// Whether a key, something around it or something in it is touched.
  func touches(_ key: Key) -> Bool {
    var touched = self
    for name in key.names {
      guard let inner = touched.members[name] else { return touched !== self && touched.isEmpty }
      touched = inner
    }
    return true
  }
}
