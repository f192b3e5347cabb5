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
  private var lastBefore = [0]
  private let brokenBelow: Set<Int>
  /// Scopes with others below.
  private let inner: ScopeSet
  /// Scopes in which missing values are no error.
  private var completable = ScopeSet()

  /// `entries` are in walk order; `broken` scopes cannot be read, and scopes in `brokenBelow` have an unreadable
  /// descendant.
  init(_ entries: [Entry], broken: Set<Int>, brokenBelow: Set<Int>) {
    self.brokenBelow = brokenBelow
    numbers = ScopeNumbers(entries.map(\.number))
    let entries = numbers.sorted(entries)
    self.entries = entries
    index = ScopeIndex(entries.map(\.scope))
    inner = ScopeSet(entries.indices.filter { !entries[$0].isLast })
    for entry in entries {
      let isBroken = broken.contains(entry.number) || brokenBelow.contains(entry.number)
      brokenBefore.append(brokenBefore[entry.number] + (isBroken ? 1 : 0))
      lastBefore.append(lastBefore[entry.number] + (entry.isLast ? 1 : 0))
    }
    completable = ScopeSet(
      entries.indices.filter {
        entries[$0].mayBeCompleted || !entries[$0].isLast && !isWholeBelow($0)
      })
  }

  func scope(_ number: Int) -> Scope { entries[number].scope }

  func isWholeBelow(_ number: Int) -> Bool {
    !brokenBelow.contains(number)
      && brokenBefore[index.end(of: number)] == brokenBefore[number + 1]
  }

  /// Converts a set of walk indexes to directory order.
  func renumbered(_ set: ScopeSet) -> ScopeSet { numbers.set(set) }

  /// The scopes in which a missing value is an error: those that no scope below completes.
  func incomplete(_ set: ScopeSet, complete: ScopeSet) -> ScopeSet {
    let completed = set.intersection(inner).filter { number in
      let below = ScopeSet(number + 1..<index.end(of: number)).intersection(complete)
      return below.runs.contains { lastBefore[$0.upperBound] > lastBefore[$0.lowerBound] }
    }
    return set.subtracting(ScopeSet(joining: [set.intersection(completable), completed]))
  }
}
