import JSONSource

/// What holds in one scope, with its reasons: the lineage folded from the far end (rule I1).
package struct View {
  package let names: NameTable
  /// The levels of the lineage, farthest first.
  package let levels: [Level]
  private let root: Entry?
  private let exclusions: [Statements]

  /// The view before any level has spoken.
  package init(names: NameTable) {
    self.names = names
    (levels, root, exclusions) = ([], nil, [])
  }

  private init(_ names: NameTable, _ levels: [Level], _ root: Entry?, _ exclusions: [Statements]) {
    self.names = names
    self.levels = levels
    self.root = root
    self.exclusions = exclusions
  }

  /// The view of the scope below, which `level` describes; what none of its statements names is shared.
  package func descending(to level: Level) -> View {
    let number = levels.count
    let passed = Fold(level: number, phase: .exclusion).fold(exclusions, into: root)
    let entry = Fold(level: number, phase: .laying).fold([level.statements], into: passed)
    let excludes = level.statements.concerns.contains(.exclusion)
    return View(
      names, levels + [level], entry, excludes ? exclusions + [level.statements] : exclusions)
  }

  package var scope: Scope { levels.last?.scope ?? .root }

  /// The entry of a key, alive or not; nil where nobody ever spoke of it.
  package func entry(_ key: Key) -> Entry? {
    var entry = root
    for name in key.names { entry = entry?.members?.entry(name) }
    return entry
  }
}
