import Answers
import Cascade

/// The findings of one time of a tree that another time does not have, by rule, scope and key.
///
/// Several may be alike: a file may have two faults that are about no key. Then as many are new as
/// there are more of them now; those that say the same in both times are the old ones.
struct NewFindings {
  private struct Told: Hashable {
    let identity: Checker.Finding.Identity
    /// Bytes, since two texts may be equal that are spelled otherwise.
    let message: [UInt8]

    init(_ finding: Checker.Finding) {
      identity = finding.identity
      message = Array(finding.diagnostic.message.utf8)
    }
  }

  private var known: [Checker.Finding.Identity: Int] = [:]
  private var told: [Told: Int] = [:]

  /// The scopes that were asked at the former time.
  private let scopes: Set<Scope>

  /// Takes what the former time has: its findings in each of the scopes that were asked.
  init(notIn former: [Checker.Shown], of scopes: Set<Scope>) {
    self.scopes = scopes
    for shown in former {
      for scope in shown.scopes { known[shown.finding.identity(in: scope), default: 0] += 1 }
      told[Told(shown.finding), default: 0] += 1
    }
  }

  /// Those of the later time that are new, in their order. What several scopes show is new as soon as it
  /// is so in one of them, and is told of the first of those.
  func among(_ findings: [Checker.Shown]) -> [Checker.Finding] {
    var (known, told) = (known, told)
    func takes<Key>(_ key: Key, from counts: inout [Key: Int]) -> Bool {
      guard let count = counts[key], count > 0 else { return false }
      counts[key] = count - 1
      return true
    }
    let others = findings.map { shown in
      let isTold = takes(Told(shown.finding), from: &told)
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

  /// Those of the scopes that show a finding of which it is asked whether they did before: a scope that is
  /// new has what the one above it has.
  private func judged(_ shown: Checker.Shown) -> [Scope] {
    let all = Set(shown.scopes)
    return shown.scopes.filter { scope in
      scope == shown.finding.scope || scopes.contains(scope)
        || scope.above.map(all.contains) == false
    }
  }
}

extension Checker {
  /// The findings that another time of the tree, checked by the same rules, does not have.
  package func findings(notIn former: Checker) -> [Finding] {
    shareSecrets(with: former)
    return NewFindings(notIn: former.everyFinding, of: former.asked).among(everyFinding)
      .foldedByFile
  }
}
