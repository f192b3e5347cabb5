import Cascade

extension Checker {
  /// The findings that a former snapshot lacks, by rule, scope and key, in order.
  /// Repeated findings are counted, so that only the surplus is new; equal messages count as old first.
  /// A finding of several scopes is new if it is new in any of them, and is shown for the first of those.
  package func findings(notIn former: Checker) -> [Finding] {
    // The secrets of both snapshots are masked in the findings of both.
    if let secrets, let others = former.secrets {
      secrets.note(others)
      others.note(secrets)
    }
    var known: [Finding.Identity: Int] = [:]
    // Messages are bytes, because strings with different bytes may be equal.
    var messages: [Finding.Identity: [[UInt8]: Int]] = [:]
    for problem in former.problems {
      let finding = problem.finding
      for (_, scope) in problem.scopes { known[finding.identity(in: scope), default: 0] += 1 }
      let message = Array(finding.diagnostic.message.utf8)
      messages[finding.identity, default: [:]][message, default: 0] += 1
    }
    func takes<ID>(_ id: ID, from counts: inout [ID: Int]) -> Bool {
      guard let count = counts[id], count > 0 else { return false }
      counts[id] = count - 1
      return true
    }
    let formerScopes = Set(former.entries.map(\.scope))
    let all = problems.map { problem in
      let finding = problem.finding
      let message = Array(finding.diagnostic.message.utf8)
      let isOld =
        takes(message, from: &messages[finding.identity, default: [:]])
        && takes(finding.identity, from: &known)
      return (problem, finding, isOld)
    }
    return all.compactMap { problem, finding, isOld in
      let shown = Set(problem.scopes.map(\.scope))
      // A new scope has the findings of its parent.
      let judged = problem.scopes.filter { _, scope in
        scope == finding.scope || formerScopes.contains(scope)
          || scope.above.map(shown.contains) == false
      }
      let new = judged.filter { _, scope in
        !(isOld && scope == finding.scope) && !takes(finding.identity(in: scope), from: &known)
      }
      guard let first = new.first else { return nil }
      if new.count == judged.count { return finding }
      return Finding(
        scope: first.scope, diagnostic: problem.diagnostic(in: first.scope),
        scopes: ScopeSet(new.map(\.number)))
    }.folded
  }
}
