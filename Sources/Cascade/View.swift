import JSONSource

/// What holds in one scope, with its reasons: the lineage folded from the far end (rule I1).
package struct View {
  package let names: NameTable
  /// The levels of the lineage, farthest first.
  package let levels: [Level]
  /// The top, an object in any case.
  let root: Entry
  let exclusions: [Statements]

  /// The view before any level has spoken.
  package init(names: NameTable) {
    self.names = names
    (levels, root, exclusions) = ([], .top(over: nil, level: 0), [])
  }

  private init(_ names: NameTable, _ levels: [Level], _ root: Entry, _ exclusions: [Statements]) {
    self.names = names
    self.levels = levels
    self.root = root
    self.exclusions = exclusions
  }

  /// The view of the scope below, which `level` describes; what none of its statements names is shared.
  package func descending(to level: Level) -> View { passage.descending(to: level) }

  /// What comes down to every scope directly below; made once for all of them.
  package var passage: Passage {
    let root = Fold(level: levels.count, phase: .exclusion).fold(exclusions, into: root)
    return Passage(view: self, root: .top(over: root, level: levels.count))
  }

  /// What a view hands down: the exclusions on the way to the scopes below have done their work.
  package struct Passage {
    let view: View
    let root: Entry

    /// The view of one scope below, which `level` describes.
    package func descending(to level: Level) -> View {
      let laying = Fold(level: view.levels.count, phase: .laying)
      let entry = laying.fold([level.statements], into: root)
      let excludes = level.statements.concerns.contains(.exclusion)
      return View(
        view.names, view.levels + [level], .top(over: entry, level: view.levels.count),
        excludes ? view.exclusions + [level.statements] : view.exclusions)
    }
  }

  package var scope: Scope { levels.last?.scope ?? .root }

  /// The entry of a key, alive or not; nil where nobody ever spoke of it.
  package func entry(_ key: Key) -> Entry? {
    var entry: Entry? = root
    for name in key.names { entry = entry?.members?.entry(name) }
    return entry
  }
}
