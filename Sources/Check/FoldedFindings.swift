import Answers
import Cascade

/// What is told as one: a finding, or what one rule finds of one kind in one file.
private enum FindingGroup: Hashable {
  case one(Int)
  case ofFile(Checker.Finding.Identity, Kind)

  /// What is told once a file.
  enum Kind { case text, format, hiera, jinja }

  init(_ finding: Checker.Finding, _ number: Int) {
    self =
      finding.diagnostic.kindToldOncePerFile.map { .ofFile(finding.identityOfFile, $0) }
      ?? .one(number)
  }
}

extension [Checker.Finding] {
  /// How many places besides the first are named.
  private static var few: Int { 3 }

  /// The same, of which those that a rule tells once a file are one with a count, at the first place.
  ///
  /// What is new is looked for among all of them, so that one more in a file is one.
  var foldedByFile: [Checker.Finding] {
    enumerated().grouped { FindingGroup($0.element, $0.offset) }.map { _, group in
      let first = group[0].element
      if group.count == 1 { return first }
      let others = group.dropFirst().map(\.element.diagnostic)
      return Checker.Finding(
        scope: first.scope, diagnostic: first.diagnostic.counting(others, naming: Self.few),
        scopeCount: first.scopeCount)
    }
  }
}

extension Diagnostic {
  /// Nil for what is told wherever it is.
  fileprivate var kindToldOncePerFile: FindingGroup.Kind? {
    switch problem {
    case .key(_, .looksLikeReference): .text
    case .key(_, .formatWithoutReference): .format
    case .key(_, .foreignText(.hiera, _)): .hiera
    case .key(_, .foreignText(.jinja, _)): .jinja
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
    case .key(let key, .foreignText(let program, _)):
      problem = .key(key, .foreignText(program, count: count))
    default: break
    }
    return Diagnostic(
      severity, rule, problem, at: place, key: key, named: named,
      notes: others.prefix(few).map { Note(.anotherValue, at: $0.place) })
  }
}
