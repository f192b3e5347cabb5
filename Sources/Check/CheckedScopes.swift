import Answers
import Cascade

/// The scopes that have been checked, by their numbers in the order of directories.
struct CheckedScopes {
  /// A scope as the walk left it.
  struct Entry {
    let scope: Scope
    let number: Int
    let isLast: Bool
    /// Whether unknown facts or scopes below may set what it lacks.
    let mayBeCompleted: Bool
  }

  private let numbers: ScopeNumbers
  private let index: ScopeIndex
  private let entries: [Entry]
  /// How many of the scopes before each number are broken.
  private var brokenBefore = [0]
  private let brokenBelow: Set<Int>

  /// `entries` are in the order of the walk; `broken` are the numbers of scopes that cannot be read, `brokenBelow` those
  /// of scopes of which something below cannot be read.
  init(_ entries: [Entry], broken: Set<Int>, brokenBelow: Set<Int>) {
    self.brokenBelow = brokenBelow
    numbers = ScopeNumbers(entries.map(\.number))
    self.entries = numbers.sorted(entries)
    index = ScopeIndex(self.entries.map(\.scope))
    for entry in self.entries {
      let isBroken = broken.contains(entry.number) || brokenBelow.contains(entry.number)
      brokenBefore.append(brokenBefore[entry.number] + (isBroken ? 1 : 0))
    }
  }

  func scope(_ number: Int) -> Scope { entries[number].scope }

  func isLast(_ number: Int) -> Bool { entries[number].isLast }

  /// Whether everything below a scope could be read.
  func isWholeBelow(_ number: Int) -> Bool {
    !brokenBelow.contains(number)
      && brokenBefore[index.end(of: number)] == brokenBefore[number + 1]
  }

  /// The numbers of scopes that a set has in the order of the walk.
  func renumbered(_ set: ScopeSet) -> ScopeSet { numbers.set(set) }

  /// Whether something that a scope lacks may be set below it; `leaves` are scopes that have it, in order.
  func mayComplete(_ number: Int, _ leaves: [Int]) -> Bool {
    if entries[number].mayBeCompleted { return true }
    if entries[number].isLast { return false }
    if !isWholeBelow(number) { return true }
    let next = leaves.indices.bisected { leaves[$0] > number }
    return next < leaves.count && leaves[next] < index.end(of: number)
  }
}
