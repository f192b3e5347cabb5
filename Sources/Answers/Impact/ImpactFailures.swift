import Cascade

/// The failures of either snapshot with their scopes: scopes with equal dependencies share a failure.
struct ImpactFailures {
  private var all = Catalog<Key, [ImpactFailure]>()
  /// The failures of the current key, until it is settled.
  private var found: [ImpactFailure] = []
  let spread = InheritedState<ImpactFailure>()

  var failures: [ImpactFailure] { all.items.flatMap { $0 } }

  func clearCeased(in scopes: BeforeAfter<WalkedScope>) {
    if all.ids.isEmpty { return }
    for side in [Side.from, .to] {
      spread.clear(in: scopes[side].delta) { key in
        ![scopes.from, scopes.to].contains { scope in
          scope.view.node(key).map { $0.isLive && $0.mayCompute } ?? false
        }
      }
    }
  }

  /// Records a failure; returns whether it is of a single snapshot, and whether the parent has it.
  mutating func note(
    _ key: Key, _ sides: BeforeAfter<EvaluationError?>, isInBoth: Bool
  ) -> (failure: ImpactFailure, isKnown: Bool)? {
    let isKnown = spread[key].map { !$0.isInNeither } ?? false
    let (side, problem) = sides.from.map { (Side.from, $0) } ?? (.to, sides.to)
    guard let problem else { return nil }
    let isInNeither = sides.from != nil && sides.to != nil
    let failure = ImpactFailure(key, side, problem, hasOther: isInBoth, isInNeither: isInNeither)
    found.append(failure)
    return (failure, isKnown)
  }

  /// Replaces inherited failures at and below a key by those found.
  mutating func flush(_ key: Key) {
    spread.clear(atAndBelow: key)
    for failure in found {
      all[failure.key, orNew: []].append(failure)
      spread[failure.key] = failure
    }
    found = []
  }

  mutating func note(
    _ key: Key, tooMuch problem: EvaluationError, _ number: Int, _ causes: [ImpactChange.Cause]
  ) {
    let failure = ImpactFailure(key, .to, problem, hasOther: true)
    failure.causes = causes
    failure.scopes.append(number..<number + 1)
    all[key, orNew: []].append(failure)
  }

  func every(
    _ scopeIndex: ScopeIndex, where isTold: (ImpactFailure, Int) -> Bool = { _, _ in true }
  ) -> [(scope: Scope, failure: ImpactFailure)] {
    var failures = [[ImpactFailure]](repeating: [], count: scopeIndex.count)
    for failure in all.items.joined() where !failure.isInNeither {
      for number in failure.scopes.numbers where isTold(failure, number) {
        failures[number].append(failure)
      }
    }
    return zip(scopeIndex.scopes, failures).flatMap { scope, failures in
      failures.map { (scope, $0) }
    }
  }

  /// All failures but those of templates: scopes whose descendants all supply the missing key.
  func withoutTemplates(_ scopeIndex: ScopeIndex) -> [(scope: Scope, failure: ImpactFailure)] {
    let leaves = ScopeSet(0..<scopeIndex.count).filter { scopeIndex.below($0).isEmpty }
    let failing = all.items.map { ScopeSet(joining: $0.map(\.scopes)) }
    return every(scopeIndex) { failure, number in
      guard failure.problem.isMissingValueOnly, !(failure.side == .to && failure.hasOther),
        let place = all.place(of: failure.key)
      else { return true }
      let passing = scopeIndex.below(number).subtracting(failing[place])
      return !passing.runs.contains(where: leaves.intersects)
    }
  }
}

/// A value that cannot be evaluated in one of two snapshots, so that it cannot be compared.
package final class ImpactFailure: ScopedItem {
  package let key: Key
  package let side: Side
  package let problem: EvaluationError
  package let hasOther: Bool
  /// Whether it fails in both snapshots, which is left to `check`.
  let isInNeither: Bool
  /// The edits because of which one of the times alone has no value.
  var causes: [ImpactChange.Cause] = []

  init(
    _ key: Key, _ side: Side, _ problem: EvaluationError, hasOther: Bool, isInNeither: Bool = false
  ) {
    (self.key, self.side, self.problem) = (key, side, problem)
    (self.hasOther, self.isInNeither) = (hasOther, isInNeither)
  }

  package func diagnostics(in scope: Scope) -> [Diagnostic] {
    problem.diagnostics.map { $0.asked(in: scope) }
  }
}
