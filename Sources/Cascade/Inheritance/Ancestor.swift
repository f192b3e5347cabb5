/// A scope whose levels another scope inherits, or that scope itself.
package final class Ancestor {
  package let scope: Scope
  /// One level for each tree, the root's first.
  package let levels: [Level]
  /// The parents by files, later trees first, then those by rules, then the directory above unless listed.
  /// Empty if there are no further parents.
  private let said: [Parent]
  package let ruled: [RuleResult]
  package private(set) lazy var parents: [Parent] =
    said.isEmpty ? scope.above.map { [Parent($0)] } ?? [] : said
  private let unread: [Diagnostic]
  /// Errors about its parents, nearest first.
  var missed: [Diagnostic] { missedLast.reversed() }
  private var missedLast: [Diagnostic] = []
  private var missedPlaces: Set<SourceRange.ID> = []
  var order: ScopeOrder?
  /// Detects cycles.
  var isOpen = false
  /// Whether all scopes that inherit from this scope share the instance.
  var isKnown = false
  /// The number of the last order that contains it.
  var visitNumber = 0

  init(_ scope: Scope, _ levels: [Level], byRule ruled: [RuleResult], problems: [Diagnostic]) {
    (self.scope, self.levels, self.ruled, unread) = (scope, levels, ruled, problems)
    var said = levels.reversed().flatMap(\.furtherParents) + ruled.compactMap(\.parent)
    if !said.isEmpty, !said.contains(where: { $0.place == nil }), let above = scope.above {
      said.append(Parent(above))
    }
    self.said = said
  }

  /// Errors come farthest first; repetitions are ignored.
  func miss(_ problem: Diagnostic) {
    if let place = problem.place, !missedPlaces.insert(place.id).inserted { return }
    missedLast.append(problem)
  }

  var problems: [Diagnostic] { unread + missed }

  func isSame(as other: Ancestor) -> Bool {
    self === other
      || scope == other.scope && levels.elementsEqual(other.levels, by: ===)
  }

  /// Whether the scope inherits only from its parent directory.
  var isPlain: Bool { said.allSatisfy { $0.place == nil } }
}
