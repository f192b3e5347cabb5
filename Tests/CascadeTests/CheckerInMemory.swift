import Cascade
import TestSupport

/// Runs the checker over a sample: the one place where the laws of `check` know how it is driven.
enum CheckerInMemory {
  /// Everything that is wrong or doubtful in any scope of any of its trees.
  static func findings(_ whole: ReferenceWhole) throws -> [Diagnostic] {
    let memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
    let paths = ReferenceResolver(whole).paths.sorted { $0.lexicographicallyPrecedes($1) }
    memory.otherScopes = Set(paths.map { Scope($0.map(\.bytes)) })
    let today = CalendarDate(year: 2026, month: 3, day: 14)
    var checker = Checker(CheckRule.all, memory.names, memory, today: today)
    var depth = 0
    for path in paths {
      while depth > path.count {
        checker.leave()
        depth -= 1
      }
      let scope = Scope(path.map(\.bytes))
      let levels = try (0...whole.overlays.count).map { try memory.level(scope, in: $0) }
      checker.enter(scope, levels, .init(), isAsked: true)
      depth += 1
    }
    for _ in 0..<depth { checker.leave() }
    return checker.findings.map(\.diagnostic)
  }
}
