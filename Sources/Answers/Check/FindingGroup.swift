import Cascade

/// Findings that are reported together: a single finding, or the findings of a kind in a file.
private enum FindingGroup: Hashable {
  case one(Int)
  case ofFile(Checker.Finding.Identity, Kind)

  enum Kind { case text, format, hiera, jinja }

  init(_ finding: Checker.Finding, _ number: Int) {
    self =
      finding.diagnostic.kindToldOncePerFile.map { .ofFile(finding.identityOfFile, $0) }
      ?? .one(number)
  }
}

extension [Checker.Finding] {
  private static var few: Int { 3 }

  /// The findings, with some kinds folded by file into a count at the first place.
  /// New findings are found before folding, so that an additional finding in a file is reported.
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
