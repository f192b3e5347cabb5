/// The scopes to which a walk came, numbered in its order: those at and below one are a range of numbers.
package struct ScopeIndex {
  /// The scopes by their numbers.
  package private(set) var scopes: [Scope] = []
  // The number behind all that stand below each; 0 as long as the walk is there.
  private var ends: [Int] = []
  // The number of the scope above each; its own for the first.
  private var parents: [Int] = []
  private var open: [Int] = []

  package init() {}

  package var count: Int { scopes.count }

  /// Takes the next scope; returns its number.
  package mutating func enter(_ scope: Scope) -> Int {
    parents.append(open.last ?? scopes.count)
    open.append(scopes.count)
    scopes.append(scope)
    ends.append(0)
    return scopes.count - 1
  }

  /// Everything below the scope entered last has been seen.
  package mutating func leave() {
    if let number = open.popLast() { ends[number] = scopes.count }
  }

  /// The number behind the last scope below one.
  package func end(of number: Int) -> Int { ends[number] }

  /// The scopes that inherit from one.
  package func below(_ number: Int) -> ScopeSet {
    ScopeSet(number + 1..<max(number + 1, ends[number]))
  }

  /// The deepest scope at or above both of two scopes.
  package func common(_ number: Int, _ other: Int) -> Int {
    var scope = min(number, other)
    while scope != parents[scope], end(of: scope) <= max(number, other) { scope = parents[scope] }
    return scope
  }

  /// The scope directly below another one at or below which a scope stands.
  package func child(of above: Int, leadingTo number: Int) -> Int {
    var scope = number
    while parents[scope] != above, parents[scope] != scope { scope = parents[scope] }
    return scope
  }
}

/// Some of the scopes of an index, as runs of their numbers.
package struct ScopeSet {
  package private(set) var runs: [Range<Int>] = []

  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  package var isEmpty: Bool { runs.isEmpty }

  /// The numbers, in order.
  package var numbers: [Int] { runs.flatMap { Array($0) } }

  /// Adds scopes behind those that are in it.
  package mutating func append(_ run: Range<Int>) {
    if run.isEmpty { return }
    if let last = runs.last, run.lowerBound <= last.upperBound {
      let end = max(last.upperBound, run.upperBound)
      runs[runs.count - 1] = last.lowerBound..<end
    } else {
      runs.append(run)
    }
  }

  package init() {}

  package init(_ run: Range<Int>) { append(run) }

  /// The scopes that are in another set, too.
  package func intersection(_ other: ScopeSet) -> ScopeSet {
    var both = ScopeSet()
    var (mine, others) = (runs[...], other.runs[...])
    while let one = mine.first, let another = others.first {
      both.append(one.clamped(to: another))
      if one.upperBound <= another.upperBound { mine.removeFirst() } else { others.removeFirst() }
    }
    return both
  }

  /// The scopes of several sets, each once.
  package init(joining sets: [ScopeSet]) {
    for run in sets.flatMap(\.runs).sorted(by: { $0.lowerBound < $1.lowerBound }) { append(run) }
  }
}
