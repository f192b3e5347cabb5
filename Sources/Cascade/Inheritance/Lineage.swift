import JSONSource

/// The levels that have a say in a scope, and the order in which they speak: here and nowhere else.
///
/// The root's tree is folded from scope to scope, so that scopes share what they inherit; the few
/// levels of the overlays and the command line are laid on top of it.
package final class Lineage {
  package let scope: Scope
  /// What the root's tree alone makes of the scope.
  package let base: View
  /// The levels of the overlays, each from its root down.
  private let overlays: [[Level]]
  /// What excludes something in a level of this depth or above, in any tree.
  private let exclusions: [(depth: Int, statements: Statements)]
  /// What comes down to every scope directly below; made once for all of them.
  private lazy var passage = base.passing(
    exclusions(to: scope.depth), from: scope.depth, before: nil)

  /// The lineage of the root; a level for each tree, the root's tree first.
  package convenience init(_ names: NameTable, root levels: [Level]) {
    let overlays: [[Level]] =
      levels.count == 1 ? [] : Array(repeating: [], count: levels.count - 1)
    self.init(.root, levels, over: View(names: names), [], overlays)
  }

  private init(
    _ scope: Scope, _ levels: [Level], over passage: View,
    _ exclusions: [(depth: Int, statements: Statements)], _ overlays: [[Level]]
  ) {
    self.scope = scope
    base = passage.laying(levels[0])
    self.overlays =
      overlays.isEmpty ? overlays : zip(overlays, levels.dropFirst()).map { $0 + [$1] }
    var exclusions = exclusions
    for level in levels where level.statements.concerns.contains(.exclusion) {
      exclusions.append((scope.depth, level.statements))
    }
    self.exclusions = exclusions
  }

  /// The lineage of a scope directly below; a level for each tree.
  package func descending(to scope: Scope, _ levels: [Level]) -> Lineage {
    Lineage(scope, levels, over: passage, exclusions, overlays)
  }

  private func exclusions(to depth: Int) -> [Statements] {
    exclusions.isEmpty ? [] : exclusions.filter { $0.depth <= depth }.map(\.statements)
  }

  /// The effective view of the scope, with what the command line says in it.
  package func view(_ commandLine: Level? = nil) -> View {
    let view = overlays.isEmpty ? base : stages[stages.count - 1]
    return commandLine.map { view.laying($0) } ?? view
  }

  /// The root tree's view, and what it becomes with each level of the overlays.
  var stages: [View] {
    var stages = [base]
    for levels in overlays {
      let before = stages[stages.count - 1]
      var view = before
      for (depth, level) in levels.enumerated() {
        if depth > 0 {
          view = view.passing(exclusions(to: depth - 1), from: depth - 1, before: before)
        }
        view = view.laying(level)
        stages.append(view)
      }
    }
    return stages
  }

  /// What each tree would hand down to a scope below, exclusions applied.
  var passages: [View] {
    var views = [passage]
    let stages = stages
    var last = 0
    for levels in overlays {
      let before = stages[last]
      last += levels.count
      views.append(
        stages[last].passing(exclusions(to: scope.depth), from: scope.depth, before: before))
    }
    return views
  }

  /// Whether there are no overlays.
  var isAlone: Bool { overlays.isEmpty }

  /// Whether something kept to itself in this scope or above is not handed down.
  var isExcluding: Bool { !exclusions.isEmpty }
}
