import Cascade
import TestSupport

/// Runs the checker over a sample, by the walk that the program takes.
enum CheckerInMemory {
  /// Everything that is wrong or doubtful in any scope of any of its trees.
  static func findings(_ whole: ReferenceWhole) throws -> [Diagnostic] {
    let memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
    let paths = ReferenceResolver(whole).paths
    memory.otherScopes = Set(paths.map { Scope($0.map(\.bytes)) })
    let today = CalendarDate(year: 2026, month: 3, day: 14)
    let checker = Checker(CheckRule.all, memory.names, memory, today: today)
    try TreeWalk.run(along: memory.way(to: .root), checker)
    return checker.findings.map(\.diagnostic)
  }
}
