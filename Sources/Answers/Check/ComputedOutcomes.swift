import Cascade

/// The scopes in which computed values can be evaluated.
/// Scopes with equal dependencies share an outcome without evaluating again.
final class ComputedOutcomes {
  final class Outcome: ScopedItem {
    let parts: [SourceRange.ID]
    let key: Key
    let failure: EvaluationError?

    init(_ value: ValueCursor, _ parts: [SourceRange.ID], _ failure: EvaluationError?) {
      (key, self.parts, self.failure) = (value.key, parts, failure)
    }

    /// Whether no scope could set a missing key.
    var isComplete: Bool { failure?.needsCaller ?? true }
  }

  let runs = InheritedState<Outcome>()
  /// The complete outcomes, by the values written at their keys.
  private var complete: [SourceRange.ID: [Outcome]] = [:]
  private var failed: [Outcome] = []
  /// The scopes whose values only scopes below complete, once the failures are known.
  private(set) var completedBelow: Set<Int> = []

  func note(_ evaluated: [(value: ValueCursor, failure: EvaluationError?)], in scope: CheckedScope)
  {
    var keys: Set<Key> = []
    for (value, failure) in evaluated {
      keys.insert(value.key)
      let parts = value.node.places.map(\.id)
      if failure == nil, let before = runs[value.key], before.failure == nil, before.parts == parts
      {
        continue
      }
      let outcome = Outcome(value, parts, failure)
      if failure != nil { failed.append(outcome) }
      if outcome.isComplete { for part in parts { complete[part, default: []].append(outcome) } }
      runs[value.key] = outcome
    }
    runs.clear(in: scope.walked.delta) { key in
      let node = scope.view.node(key)
      let isComputed = node?.isLive == true && node?.mayCompute == true && node?.isObject == false
      return !isComputed && !keys.contains(key)
    }
  }

  func failures(
    _ rules: Set<Diagnostic.Rule>, in scopes: CheckedScopes
  ) -> [SharedProblem] {
    var found = Catalog<Diagnostic.FindingID, SharedProblem>()
    var known: [Key: [[SourceRange.ID]: ScopeSet]] = [:]
    for outcome in failed {
      guard let failure = outcome.failure, !outcome.scopes.isEmpty else { continue }
      var numbers = scopes.renumbered(outcome.scopes)
      if failure.isMissingValueOnly {
        let others = known[outcome.key]?[outcome.parts] ?? completing(outcome, scopes)
        known[outcome.key, default: [:]][outcome.parts] = others
        let (completed, incomplete) = scopes.divided(numbers, complete: others)
        completedBelow.formUnion(completed.numbers)
        numbers = incomplete
      }
      if numbers.isEmpty { continue }
      // A value that needs a variable of the caller gets only a note.
      let judged = failure.diagnostics.map {
        failure.needsCaller ? $0.with(.note, .environment) : $0
      }
      for diagnostic in judged where rules.contains(diagnostic.rule) {
        found[diagnostic.id, orNew: []].append((numbers, diagnostic))
      }
    }
    return found.items
  }

  /// The scopes in which the same value has all that it needs.
  private func completing(_ outcome: Outcome, _ scopes: CheckedScopes) -> ScopeSet {
    guard let part = outcome.parts.first, let all = complete[part] else { return ScopeSet() }
    let others = all.filter { $0.key == outcome.key && outcome.parts.allSatisfy($0.parts.contains) }
    return scopes.renumbered(ScopeSet(joining: others.map(\.scopes)))
  }
}
