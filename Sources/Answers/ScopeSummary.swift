import Cascade
import JSONSource

/// One scope with those below it, and what each sets, stops and keeps to itself.
package final class ScopeSummary {
  package let scope: Scope
  /// The paths of its files from their trees' roots.
  package let paths: [[UInt8]]
  /// How many keys its files write: scalars, arrays and empty objects; as its markers only where more than names is
  /// wanted.
  package let leafCount: Int
  private let markers: [Marker]
  package private(set) var children: [ScopeSummary] = []

  /// What it inherits from besides the scope above, and by which lines.
  package let furtherParents: [Parent]

  fileprivate init(_ visited: VisitedScope, namesOnly: Bool) {
    scope = visited.scope
    furtherParents = visited.lineage.ancestors.last?.parents.filter { $0.place != nil } ?? []
    paths = visited.reading.paths
    let levels = namesOnly ? [] : visited.levels
    var count = 0
    for level in levels {
      LevelValue(level, Key())?.forEachLeaf(Key()) { _, _ in count += 1 }
    }
    leafCount = count
    markers = levels.flatMap(\.markers)
  }

  /// Calls `body` for this scope and all below it, ancestors first.
  package func visit(_ body: (ScopeSummary) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// The keys that the scope's markers of one directive name.
  package func keys(_ directive: Directive, _ names: NameTable) -> [[UInt8]] {
    markers.filter { $0.directive == directive }.map { names.spelling($0.pattern) }
      .grouped { $0 }.map(\.id)
  }

  /// The objects of which certain keys alone go down, as each of its levels has it, with these keys.
  package var passes: [(object: KeyPattern, keys: [KeyPattern])] {
    struct Object: Hashable {
      let home: SourceFile.Home
      let parts: [KeyPattern.Part]
    }
    return markers.filter { $0.directive == .pass }
      .grouped { Object(home: $0.file.home, parts: $0.pattern.parts) }
      .map { object, lists in
        (KeyPattern(parts: object.parts), lists.flatMap { $0.passed.map(\.pattern) })
      }
  }

  /// Sums scopes up as a walk comes to them.
  package final class Visitor: ScopeVisitor {
    private let namesOnly: Bool
    /// The scope that was asked for.
    package private(set) var top: ScopeSummary?
    package private(set) var problems: [Diagnostic] = []
    private var open: [ScopeSummary?] = []

    /// What is wrong with files matters only if more than names is wanted.
    package init(namesOnly: Bool) { self.namesOnly = namesOnly }

    package func enter(_ visited: VisitedScope) {
      guard visited.isAsked else {
        open.append(nil)
        return
      }
      problems += visited.reading.childProblems
      if !namesOnly {
        problems += visited.reading.problems
        for level in visited.levels { problems += level.openInclusions(along: Key()) }
      }
      let summary = ScopeSummary(visited, namesOnly: namesOnly)
      if let parent = open.last ?? nil { parent.children.append(summary) } else { top = summary }
      open.append(summary)
    }

    package func miss(_ problem: Diagnostic) { problems.append(problem) }

    package func leave() { open.removeLast() }
  }
}
