import Answers
import Cascade

/// What is told as one: what one rule finds of one kind in one file.
private struct FindingGroup: Hashable {
  let file: Checker.Finding.Identity
  let isFormat: Bool
}

extension [Checker.Finding] {
  /// How many places besides the first are named.
  private static var few: Int { 3 }

  /// The same, of which those that a rule tells once a file are one with a count, at the first place.
  ///
  /// What is new is looked for among all of them, so that one more in a file is one.
  var foldedByFile: [Checker.Finding] {
    var others: [FindingGroup: [Diagnostic]] = [:]
    var firsts: [(finding: Checker.Finding, group: FindingGroup?)] = []
    for finding in self {
      guard let isFormat = finding.diagnostic.isToldOncePerFile else {
        firsts.append((finding, nil))
        continue
      }
      let group = FindingGroup(file: finding.identityOfFile, isFormat: isFormat)
      if others[group] == nil {
        others[group] = []
        firsts.append((finding, group))
      } else {
        others[group]?.append(finding.diagnostic)
      }
    }
    return firsts.map { finding, group in
      guard let group, let others = others[group], !others.isEmpty else { return finding }
      return Checker.Finding(
        scope: finding.scope, diagnostic: finding.diagnostic.counting(others, naming: Self.few),
        scopeCount: finding.scopeCount)
    }
  }
}

extension Diagnostic {
  /// Nil for what is told wherever it is; otherwise whether it is about the text of a `$format`.
  fileprivate var isToldOncePerFile: Bool? {
    switch problem {
    case .key(_, .looksLikeReference): false
    case .key(_, .formatWithoutReference): true
    default: nil
    }
  }

  fileprivate func counting(_ others: [Diagnostic], naming few: Int) -> Diagnostic {
    let count = others.count + 1
    var problem = problem
    switch problem {
    case .key(let key, .looksLikeReference): problem = .key(key, .looksLikeReference(count: count))
    case .key(let key, .formatWithoutReference):
      problem = .key(key, .formatWithoutReference(count: count))
    default: break
    }
    return Diagnostic(
      severity, rule, problem, at: place, key: key,
      notes: others.prefix(few).map { Note(.anotherValue, at: $0.place) })
  }
}
