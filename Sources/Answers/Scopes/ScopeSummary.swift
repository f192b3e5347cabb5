import Cascade
import JSONSource

/// A scope with its descendants, and the keys that each sets, stops and excludes.
package final class ScopeSummary {
  package let scope: Scope
  package let paths: [[UInt8]]
  /// The number of scalars, arrays and empty objects in its files; 0 if only names are requested.
  package let leafCount: Int
  private let markers: [Marker]
  package private(set) var children: [ScopeSummary] = []

  package let furtherParents: [Parent]

  fileprivate init(_ visited: VisitedScope, namesOnly: Bool) {
    scope = visited.scope
    furtherParents = visited.lineage.ancestors.last?.parents.filter { $0.place != nil } ?? []
    paths = visited.reading.paths
    let levels = namesOnly ? [] : visited.levels
    var count = 0
    for level in levels {
      level.statements.forEachLeaf(Key()) { _, _ in count += 1 }
    }
    leafCount = count
    markers = levels.flatMap(\.markers)
  }

  package func visit(_ body: (ScopeSummary) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  package func keys(_ directive: Directive, _ names: NameTable) -> [[UInt8]] {
    markers.filter { $0.directive == directive }.map { names.spelling($0.pattern) }
      .grouped { $0 }.map(\.id)
  }

  /// The objects with a `$pass` list, by level, with the listed keys.
  package var passes: [(object: KeyPattern, keys: [KeyPattern])] {
    struct Object: Hashable {
      let home: SourceFile.TextOrigin
      let parts: [KeyPattern.Part]
    }
    return markers.filter { $0.directive == .pass }
      .grouped { Object(home: $0.file.home, parts: $0.pattern.parts) }
      .map { object, lists in
        (KeyPattern(parts: object.parts), lists.flatMap { $0.passed.map(\.pattern) })
      }
  }

  package final class Visitor: ScopeVisitor {
    private let namesOnly: Bool
    /// The scopes without a requested scope above.
    package private(set) var tops: [ScopeSummary] = []
    package private(set) var problems: [Diagnostic] = []
    private var open: [ScopeSummary?] = []

    /// `namesOnly` ignores the files and their errors.
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
      // An abstract scope may be left out although its descendants are not.
      if let parent = open.last(where: { $0 != nil }) ?? nil {
        parent.children.append(summary)
      } else {
        tops.append(summary)
      }
      open.append(summary)
    }

    package func miss(_ problem: Diagnostic) { problems.append(problem) }

    package func leave() { open.removeLast() }
  }
}
