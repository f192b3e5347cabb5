import Answers
import Cascade
import JSONSource

/// What is wrong with values on the way from the root to a scope, and in which scopes it has been so: one
/// that inherits such a value as it is has the trouble, too, without being looked at.
final class StandingProblems {
  /// The declarations that a value breaks.
  private typealias Broken = [ObjectIdentifier: Diagnostic.FindingID]

  private var scopes: [Diagnostic.FindingID: [ScopeSet]] = [:]
  private lazy var spread = ScopeRuns<Broken> { [unowned self] broken, run in
    for id in broken.values { scopes[id, default: []].append(ScopeSet(run)) }
  }

  func begin(_ number: Int) { spread.begin(number) }

  func end(before next: Int) { spread.end(before: next) }

  /// Says that nothing is known of the scope begun last.
  func clear() { spread.clear() }

  /// Says that nothing is known of what is in a key in the scope begun last.
  func clear(below key: Key) { spread.clear(atAndBelow: key) }

  /// Takes note of what was judged in the scope begun last.
  func note(
    _ judgements: [(declared: Declaration, problem: Diagnostic?)], in scope: CheckedScope
  ) {
    // What has no value any more is judged no more.
    spread.visit(in: scope.walked.delta) { key, _ in
      if scope.view.node(key)?.isLive != true { spread[key] = nil }
    }
    for (declared, problem) in judgements {
      var broken = spread[declared.key] ?? [:]
      let marker = ObjectIdentifier(declared.marker)
      if broken[marker] == problem?.id { continue }
      broken[marker] = problem?.id
      spread[declared.key] = broken.isEmpty ? nil : broken
    }
  }

  /// The scopes that show a problem of this kind; nil for others.
  func scopes(of id: Diagnostic.FindingID) -> ScopeSet? {
    scopes[id].map(ScopeSet.init(joining:))
  }
}
