import Cascade
import TestSupport

@testable import Answers

enum CheckerInMemory {
  static func findings(_ whole: ReferenceWhole) throws -> [Diagnostic] {
    try found(whole).map(\.diagnostic)
  }

  static func found(
    _ whole: ReferenceWhole, from scope: Scope = .root
  ) throws -> [Checker.Finding] {
    let memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
    let paths = ReferenceResolver(whole).paths
    memory.otherScopes = Set(paths.map { Scope($0.map(\.bytes)) })
    let today = CalendarDate(year: 2026, month: 3, day: 14)
    return try Checker.check(from: scope, CheckRule.all, memory, today: today) { scope, checker in
      try PairedWalk.run(along: memory.way(to: scope), checker, byLineage: true)
    }
    .findings
  }
}
