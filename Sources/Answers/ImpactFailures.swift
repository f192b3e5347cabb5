import Cascade

/// What could not be worked out in one of two times, with the numbers of the scopes in which that is so.
struct ImpactFailures {
  private var all: [ImpactFailure] = []
  /// Where a key cannot be worked out in either time.
  private var failing: [Key: Set<Int>] = [:]
  /// Where it can be worked out in the other one.
  private var differing: [Key: Set<Int>] = [:]

  /// Notes why a key cannot be worked out; tells whether that is so in one time alone.
  mutating func note(
    _ key: Key, _ sides: Sides<Unresolved?>, isInBoth: Bool, _ number: Int
  ) -> Bool {
    failing[key, default: []].insert(number)
    // What can be worked out in neither time is for check to tell.
    if sides.from != nil && sides.to != nil { return false }
    let (side, problem) = sides.from.map { (Side.from, $0) } ?? (.to, sides.to)
    guard let problem else { return false }
    all.append(
      ImpactFailure(key: key, side: side, problem: problem, hasOther: isInBoth, number: number))
    differing[key, default: []].insert(number)
    return true
  }

  /// Notes that values of a key are too much to be kept.
  mutating func note(_ key: Key, tooMuch problem: Unresolved, _ number: Int) {
    all.append(ImpactFailure(key: key, side: .to, problem: problem, hasOther: true, number: number))
  }

  /// Whether a key can be worked out in one time alone in a scope.
  func differs(_ key: Key, in number: Int) -> Bool { differing[key]?.contains(number) == true }

  /// All of them, in the order in which they were noted.
  func every(_ roll: ScopeRoll) -> [(scope: Scope, failure: ImpactFailure)] {
    all.map { (roll.scopes[$0.number], $0) }
  }

  /// The same without templates: where a scope below can do without what is missing, those above it are no
  /// more than that, unless they had a value.
  func withoutTemplates(_ roll: ScopeRoll) -> [(scope: Scope, failure: ImpactFailure)] {
    every(roll).filter { _, failure in
      guard failure.problem.isForWant, !(failure.side == .to && failure.hasOther) else {
        return true
      }
      let below = (failure.number + 1)..<max(failure.number + 1, roll.end(of: failure.number))
      return !below.contains { number in
        roll.end(of: number) == number + 1 && failing[failure.key]?.contains(number) != true
      }
    }
  }
}
