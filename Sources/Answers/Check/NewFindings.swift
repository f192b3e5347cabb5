import Cascade

/// The findings of a snapshot that another snapshot lacks, by rule, scope and key.
/// Repeated findings are counted, so that only the surplus is new; equal messages count as old first.
struct NewFindings {
  private struct FindingText: Hashable {
    let identity: Checker.Finding.Identity
    /// Bytes, because strings with different bytes may be equal.
    let message: [UInt8]

    init(_ finding: Checker.Finding) {
      identity = finding.identity
      message = Array(finding.diagnostic.message.utf8)
    }
  }

  private var known: [Checker.Finding.Identity: Int] = [:]
  private var reported: [FindingText: Int] = [:]

  private let scopes: Set<Scope>

  init(notIn former: [RuleProblems.Problem], of scopes: Set<Scope>) {
    self.scopes = scopes
    for shown in former {
      for scope in shown.scopes { known[shown.finding.identity(in: scope), default: 0] += 1 }
      reported[FindingText(shown.finding), default: 0] += 1
    }
  }

  /// The new findings, in order.
  /// A finding of several scopes is new if it is new in any of them, and is shown for the first of those.
  func among(_ findings: [RuleProblems.Problem]) -> [Checker.Finding] {
    var (known, reported) = (known, reported)
    func takes<Key>(_ key: Key, from counts: inout [Key: Int]) -> Bool {
      guard let count = counts[key], count > 0 else { return false }
      counts[key] = count - 1
      return true
    }
    let others = findings.map { shown in
      let isTold = takes(FindingText(shown.finding), from: &reported)
      return !(isTold && takes(shown.finding.identity, from: &known))
    }
    return zip(findings, others).compactMap { shown, isOther in
      let finding = shown.finding
      let judged = judged(shown)
      let new = judged.filter { scope in
        (isOther || scope != finding.scope) && !takes(finding.identity(in: scope), from: &known)
      }
      guard let first = new.first else { return nil }
      if new.count == judged.count { return finding }
      return Checker.Finding(
        scope: first, diagnostic: shown.diagnostic(in: first), scopeCount: new.count)
    }
  }

  /// The scopes to compare: a new scope has the findings of its parent.
  private func judged(_ shown: RuleProblems.Problem) -> [Scope] {
    let all = Set(shown.scopes)
    return shown.scopes.filter { scope in
      scope == shown.finding.scope || scopes.contains(scope)
        || scope.above.map(all.contains) == false
    }
  }
}

extension Checker {
  package func findings(notIn former: Checker) -> [Finding] {
    shareSecrets(with: former)
    return NewFindings(notIn: former.everyFinding, of: former.asked).among(everyFinding)
      .foldedByFile
  }
}
