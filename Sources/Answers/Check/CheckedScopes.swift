import Cascade

/// The checked scopes, by number in directory order.
struct CheckedScopes {
  struct Entry {
    let scope: Scope
    let number: Int
    let isLast: Bool
    let mayBeCompleted: Bool
    /// Whether it cannot be read.
    let isBroken: Bool
  }

  private let numbers: ScopeNumbers
  private let index: ScopeIndex
  private let brokenBelow: Set<Int>
  private let broken: ScopeSet
  /// Scopes without others below.
  private let leaves: ScopeSet
  /// Scopes in which missing values are no error.
  private var completable = ScopeSet()

  /// `entries` are in walk order; scopes in `brokenBelow` have an unreadable descendant.
  init(_ entries: [Entry], brokenBelow: Set<Int>) {
    self.brokenBelow = brokenBelow
    numbers = ScopeNumbers(entries.map(\.number))
    let entries = numbers.sorted(entries)
    index = ScopeIndex(entries.map(\.scope))
    broken = ScopeSet(
      entries.indices.filter { entries[$0].isBroken || brokenBelow.contains($0) })
    leaves = ScopeSet(entries.indices.filter { entries[$0].isLast })
    completable = ScopeSet(
      entries.indices.filter {
        entries[$0].mayBeCompleted || !entries[$0].isLast && !isWholeBelow($0)
      })
  }

  func scope(_ number: Int) -> Scope { index.scopes[number] }

  func isWholeBelow(_ number: Int) -> Bool {
    !brokenBelow.contains(number) && !broken.intersects(below(number))
  }

  private func below(_ number: Int) -> Range<Int> { number + 1..<index.end(of: number) }

  /// Converts a set of walk indexes to directory order.
  func renumbered(_ set: ScopeSet) -> ScopeSet { numbers.set(set) }

  /// Of scopes with a missing value, those that scopes below complete, and those in which it is an error.
  func divided(_ set: ScopeSet, complete: ScopeSet) -> (completed: ScopeSet, incomplete: ScopeSet) {
    let complete = complete.intersection(leaves)
    let set = set.subtracting(completable)
    let completed = set.subtracting(leaves).filter { complete.intersects(below($0)) }
    return (completed, set.subtracting(completed))
  }
}
