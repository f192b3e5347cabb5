import Cascade

/// A problem of several scopes: each wording with its scopes.
typealias SharedProblem = [(scopes: ScopeSet, diagnostic: Diagnostic)]

/// The problems of values, which descendants inherit with the value.
final class ValueProblems {
  enum Source: Hashable {
    case type(ObjectIdentifier)
    case finalDraws
  }

  private typealias Problems = [(source: Source, diagnostics: [Diagnostic])]

  private var found = Catalog<Diagnostic.FindingID, (runs: [ScopeSet], diagnostic: Diagnostic)>()
  private lazy var runs = InheritedState<Problems> { [unowned self] problems, run in
    for diagnostic in problems.lazy.flatMap(\.diagnostics) {
      found[diagnostic.id, orNew: ([], diagnostic)].runs.append(ScopeSet(run))
    }
  }

  func begin(_ number: Int) { runs.begin(number) }

  func end(before next: Int) { runs.end(before: next) }

  func clear(atAndBelow key: Key = Key()) { runs.clear(atAndBelow: key) }

  func clearMissing(in scope: CheckedScope) {
    runs.visit(in: scope.walked.delta) { key, _ in
      if scope.view.node(key)?.isLive != true { runs[key] = nil }
    }
  }

  func set(_ diagnostics: [Diagnostic], of source: Source, at key: Key) {
    let before = runs[key] ?? []
    let old = before.first { $0.source == source }?.diagnostics ?? []
    if old.map(\.id) == diagnostics.map(\.id) { return }
    var problems = before.filter { $0.source != source }
    if !diagnostics.isEmpty { problems.append((source, diagnostics)) }
    runs[key] = problems.isEmpty ? nil : problems
  }

  func all(in scopes: CheckedScopes) -> [SharedProblem] {
    found.items.map { [(scopes.renumbered(ScopeSet(joining: $0.runs)), $0.diagnostic)] }
  }
}
