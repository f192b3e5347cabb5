import Cascade

/// The problems of values, which descendants inherit with the value.
final class ValueProblems {
  /// By the marker of a declared type, or nil for `final-draws`.
  typealias Problems = [(type: ObjectIdentifier?, diagnostics: [Diagnostic])]

  private var found = Catalog<Diagnostic.FindingID, (runs: [ScopeSet], diagnostic: Diagnostic)>()
  private(set) lazy var runs = InheritedState<Problems> { [unowned self] problems, run in
    for diagnostic in problems.lazy.flatMap(\.diagnostics) {
      found[diagnostic.id, orNew: ([], diagnostic)].runs.append(ScopeSet(run))
    }
  }

  func set(_ diagnostics: [Diagnostic], ofType type: ObjectIdentifier?, at key: Key) {
    let before = runs[key] ?? []
    let old = before.first { $0.type == type }?.diagnostics ?? []
    if old.map(\.id) == diagnostics.map(\.id) { return }
    var problems = before.filter { $0.type != type }
    if !diagnostics.isEmpty { problems.append((type, diagnostics)) }
    runs[key] = problems.isEmpty ? nil : problems
  }

  func all(in scopes: CheckedScopes) -> [SharedProblem] {
    found.items.map { [(scopes.renumbered(ScopeSet(joining: $0.runs)), $0.diagnostic)] }
  }
}
