import Answers
import Cascade

/// The scopes in which computed values can be evaluated.
/// Scopes with equal dependencies share an outcome without evaluating again.
final class ComputedOutcomes {
  private final class Outcome {
    let parts: Set<Definition.ID>
    let key: Key
    let failure: Unresolved?
    var scopes = ScopeSet()

    init(_ value: ValueCursor, _ parts: Set<Definition.ID>, _ failure: Unresolved?) {
      (key, self.parts, self.failure) = (value.key, parts, failure)
    }

    /// Whether no scope could set a missing key.
    var isComplete: Bool { failure?.needsCaller ?? true }
  }

  private let runs = ScopeRuns<Outcome> { $0.scopes.append($1) }
  private var outcomes = Catalog<Key, [Outcome]>()
  private var failed: [Outcome] = []
  private var failedKeys: Set<Key> = []

  func begin(_ number: Int) { runs.begin(number) }

  func end(before next: Int) { runs.end(before: next) }

  func clear() { runs.clear() }

  func note(_ evaluated: [(value: ValueCursor, failure: Unresolved?)], in scope: CheckedScope) {
    // A scope that is entered in the order of directories can complete only values that have failed before.
    let isInOrder = scope.visited.isAsked && !scope.visited.isPostponed
    var keys: Set<Key> = []
    for (value, failure) in evaluated {
      keys.insert(value.key)
      if failure == nil, isInOrder, !failedKeys.contains(value.key) { continue }
      let parts = value.node.leafParts
      if failure == nil, let before = runs[value.key], before.failure == nil, before.parts == parts
      {
        continue
      }
      let outcome = Outcome(value, parts, failure)
      if failure != nil {
        failed.append(outcome)
        failedKeys.insert(value.key)
      }
      outcomes[value.key, orNew: []].append(outcome)
      runs[value.key] = outcome
    }
    runs.visit(in: scope.walked.delta) { key, _ in
      if keys.contains(key) { return }
      let node = scope.view.node(key)
      let isComputed = node?.isLive == true && node?.mayCompute == true && node?.isObject == false
      if !isComputed { runs[key] = nil }
    }
  }

  func failures(
    _ rules: Set<Diagnostic.Rule>, in scopes: CheckedScopes
  ) -> [SharedProblem] {
    var found = Catalog<Diagnostic.FindingID, SharedProblem>()
    for outcome in failed {
      guard let failure = outcome.failure, !outcome.scopes.isEmpty else { continue }
      var numbers = scopes.renumbered(outcome.scopes)
      if failure.isForWant {
        numbers = scopes.incomplete(numbers, complete: completing(outcome, scopes))
      }
      if numbers.isEmpty { continue }
      for diagnostic in failure.judged where rules.contains(diagnostic.rule) {
        found[diagnostic.id, orNew: []].append((numbers, diagnostic))
      }
    }
    return found.items
  }

  /// The scopes in which the same value has all that it needs.
  private func completing(_ outcome: Outcome, _ scopes: CheckedScopes) -> ScopeSet {
    let complete = (outcomes[outcome.key] ?? []).filter {
      $0.isComplete && outcome.parts.isSubset(of: $0.parts)
    }
    return scopes.renumbered(ScopeSet(joining: complete.map(\.scopes)))
  }
}

extension Unresolved {
  /// The findings; a value that needs a variable of the caller gets only a note.
  fileprivate var judged: [Diagnostic] {
    needsCaller ? diagnostics.map { $0.told(.note, .environment, $0.problem) } : diagnostics
  }
}
