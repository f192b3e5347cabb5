import JSONSource

/// What holds in one scope, with its reasons: the lineage folded from the far end (rule I1).
package struct View {
  package let names: NameTable
  /// The levels of the lineage, farthest first.
  package let levels: [Level]
  /// The top, an object in any case.
  let root: Entry
  /// What the levels so far declare for those that follow.
  let laws: Laws?

  /// The view before any level has spoken.
  package init(names: NameTable) {
    self.names = names
    (levels, root, laws) = ([], .top(over: nil, level: 0), nil)
  }

  fileprivate init(_ names: NameTable, _ levels: [Level], _ root: Entry, _ laws: Laws?) {
    self.names = names
    self.levels = levels
    self.root = root
    self.laws = laws
  }

  /// The view after a step from a scope of a certain depth to the one below it, on which exclusions
  /// act; `before` is the view of the trees before, to which they take back.
  func passing(_ exclusions: [Statements], from depth: Int, before: View?) -> View {
    if exclusions.isEmpty { return self }
    let fold = Fold(
      level: levels.count, phase: .exclusion, depth: depth, names: names,
      hasTreesBefore: before != nil)
    let entry = fold.fold(
      .init(says: exclusions, laws: laws, before: before?.root), into: root)
    return View(names, levels, .top(over: entry, level: levels.count), laws)
  }

  /// The view with one level's statements laid over it; what none of them names is shared.
  func laying(_ level: Level) -> View {
    let statements = level.statements
    let fold = Fold(
      level: levels.count, phase: .laying, depth: level.scope.depth, names: names,
      hasTreesBefore: false)
    var laws = laws
    // A level's own strategies hold for it, its finals for those that follow.
    if statements.concerns.contains(.merge) {
      laws = Laws(finals: laws?.finals ?? [], merges: (laws?.merges ?? []) + [statements])
    }
    let entry = fold.fold(.init(says: [statements], laws: laws), into: root)
    if statements.concerns.contains(.final) {
      laws = Laws(finals: (laws?.finals ?? []) + [statements], merges: laws?.merges ?? [])
    }
    return View(names, levels + [level], .top(over: entry, level: levels.count), laws)
  }

  /// Whether any level says something of keys that is no value and takes none.
  package var hasAttributes: Bool {
    for level in levels where level.statements.concerns.contains(.attribute) { return true }
    return false
  }

  /// Whether nothing is final.
  var isOpen: Bool { laws?.isOpen ?? true }

  package var scope: Scope { levels.last?.scope ?? .root }

  /// The entry of a key, alive or not; nil where nobody ever spoke of it.
  package func entry(_ key: Key) -> Entry? {
    var entry: Entry? = root
    for name in key.names { entry = entry?.members?.entry(name) }
    return entry
  }
}
