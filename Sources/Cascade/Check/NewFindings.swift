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

  /// Takes what the former time has: its findings, and what other scopes than the ones told with them
  /// show.
  init(notIn former: [Checker.Finding], shownAlso others: [Checker.Finding.Identity] = []) {
    for identity in others { known[identity, default: 0] += 1 }
    for finding in former {
      known[finding.identity, default: 0] += 1
      told[Told(finding), default: 0] += 1
    }
  }

  /// Those of the later time that are new, in their order.
  func among(_ findings: [Checker.Finding]) -> [Checker.Finding] {
    var (known, told) = (known, told)
    func takes<Key>(_ key: Key, from counts: inout [Key: Int]) -> Bool {
      guard let count = counts[key], count > 0 else { return false }
      counts[key] = count - 1
      return true
    }
    let others = findings.map { finding in
      let isTold = takes(Told(finding), from: &told)
      return !(isTold && takes(finding.identity, from: &known))
    }
    return zip(findings, others).filter { finding, isOther in
      isOther && !takes(finding.identity, from: &known)
    }.map(\.0)
  }
}

extension Checker {
  /// The findings that another time of the tree, checked by the same rules, does not have.
  package func findings(notIn former: Checker) -> [Finding] {
    NewFindings(notIn: former.everyFinding, shownAlso: former.othersShowing)
      .among(everyFinding).foldedByFile
  }
}
