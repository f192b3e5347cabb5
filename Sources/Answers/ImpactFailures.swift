import Cascade
import JSONSource

/// What could not be worked out in one of two times, and in which scopes that is so: one that shares all that
/// a failure depends on has it, too, without being looked at.
struct ImpactFailures {
  private var all = Catalog<Key, [ImpactFailure]>()
  /// What was found in the scope begun last and does not hold yet.
  private var found: [ImpactFailure] = []
  private let spread = ScopeRuns<ImpactFailure>()

  var failures: [ImpactFailure] { all.items.flatMap { $0 } }

  /// Whether there are none so far.
  var isEmpty: Bool { all.ids.isEmpty }

  /// Begins the scope of this number.
  func begin(_ number: Int) { spread.begin(number) }

  /// Leaves the scope begun last; `next` is the number of the scope after all below it.
  func end(before next: Int) { spread.end(before: next) }

  /// Says that a key, and all in it, can be worked out in the scope begun last.
  func clear(atAndBelow key: Key = Key()) { spread.clear(atAndBelow: key) }

  /// Says the same of what is computed no more in either time.
  func clearCeased(in scopes: BeforeAfter<WalkedScope>) {
    if all.ids.isEmpty { return }
    for side in [Side.from, .to] {
      spread.visit(in: scopes[side].delta) { key, _ in
        let isComputing = [scopes.from, scopes.to].contains { scope in
          scope.view.node(key).map { $0.isLive && $0.mayCompute } ?? false
        }
        if !isComputing { spread[key] = nil }
      }
    }
  }

  /// Notes why a key cannot be worked out; tells whether that is so in one time alone, and whether it was
  /// in the scope above.
  mutating func note(
    _ key: Key, _ sides: BeforeAfter<Unresolved?>, isInBoth: Bool
  ) -> (failure: ImpactFailure, isKnown: Bool)? {
    let isKnown = spread[key].map { !$0.isInNeither } ?? false
    let (side, problem) = sides.from.map { (Side.from, $0) } ?? (.to, sides.to)
    guard let problem else { return nil }
    let isInNeither = sides.from != nil && sides.to != nil
    let failure = ImpactFailure(key, side, problem, hasOther: isInBoth, isInNeither: isInNeither)
    found.append(failure)
    return (failure, isKnown)
  }

  /// Lets what was found at and below a key hold in the scope begun last, in the place of what held above.
  mutating func settle(_ key: Key) {
    clear(atAndBelow: key)
    for failure in found {
      all[failure.key, orNew: []].append(failure)
      spread[failure.key] = failure
    }
    found = []
  }

  /// Notes that values of a key are too much to be kept.
  mutating func note(
    _ key: Key, tooMuch problem: Unresolved, _ number: Int, _ causes: [ImpactChange.Cause]
  ) {
    let failure = ImpactFailure(key, .to, problem, hasOther: true)
    failure.causes = causes
    failure.scopes.append(number..<number + 1)
    all[key, orNew: []].append(failure)
  }

  /// All of them, in the order of the scopes; within a scope that in which keys were first told of.
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

  /// The same without templates: where a scope below can do without what is missing, those above it are no
  /// more than that, unless they had a value.
  func withoutTemplates(_ scopeIndex: ScopeIndex) -> [(scope: Scope, failure: ImpactFailure)] {
    // How many scopes before each have none below.
    var last = [0]
    for number in 0..<scopeIndex.count {
      last.append(last[number] + (scopeIndex.below(number).isEmpty ? 1 : 0))
    }
    func count(in run: Range<Int>) -> Int { last[run.upperBound] - last[run.lowerBound] }
    let failing = all.items.map { $0.flatMap(\.scopes.runs) }
    return every(scopeIndex) { failure, number in
      guard failure.problem.isForWant, !(failure.side == .to && failure.hasOther) else {
        return true
      }
      let below = scopeIndex.below(number)
      let failures = all.place(of: failure.key).map { failing[$0] } ?? []
      return below.runs.allSatisfy { run in
        failures.reduce(0) { $0 + count(in: $1.clamped(to: run)) } == count(in: run)
      }
    }
  }
}
