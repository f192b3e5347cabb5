import Answers
import Cascade

/// The checked scopes, by number in directory order.
struct CheckedScopes {
  struct Entry {
    let scope: Scope
    let number: Int
    let isLast: Bool
    let mayBeCompleted: Bool
  }

  private let numbers: ScopeNumbers
  private let index: ScopeIndex
  private let entries: [Entry]
  private var brokenBefore = [0]
  private let brokenBelow: Set<Int>

  /// `entries` are in walk order; `broken` scopes cannot be read, and scopes in `brokenBelow` have an unreadable
  /// descendant.
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

  func isWholeBelow(_ number: Int) -> Bool {
    !brokenBelow.contains(number)
      && brokenBefore[index.end(of: number)] == brokenBefore[number + 1]
  }

  /// Converts a set of walk indexes to directory order.
  func renumbered(_ set: ScopeSet) -> ScopeSet { numbers.set(set) }

  /// Whether a descendant may set a missing value; `leaves` are the scopes that have it, in order.
  func mayComplete(_ number: Int, _ leaves: [Int]) -> Bool {
    if entries[number].mayBeCompleted { return true }
    if entries[number].isLast { return false }
    if !isWholeBelow(number) { return true }
    let next = leaves.indices.bisected { leaves[$0] > number }
    return next < leaves.count && leaves[next] < index.end(of: number)
  }
}
