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

extension ScopeIndex {
  /// The index of scopes in the order of directories.
  package init(_ scopes: [Scope]) {
    for scope in scopes {
      while let last = open.last, !scope.isIn(self.scopes[last]) { leave() }
      _ = enter(scope)
    }
    while !open.isEmpty { leave() }
  }
}

/// Other numbers for scopes: those in the order of directories for those in the order of a walk.
package struct ScopeNumbers {
  private let numbers: [Int]
  private let isInOrder: Bool

  /// Each number from 0 on occurs once.
  package init(_ numbers: [Int]) {
    self.numbers = numbers
    isInOrder = numbers.indices.allSatisfy { numbers[$0] == $0 }
  }

  /// The elements in the new order.
  package func sorted<Element>(_ elements: [Element]) -> [Element] {
    var sorted = elements
    for (number, element) in zip(numbers, elements) { sorted[number] = element }
    return sorted
  }

  package func set(_ set: ScopeSet) -> ScopeSet {
    if isInOrder || set.count == numbers.count { return set }
    return ScopeSet(set.numbers.map { numbers[$0] }.sorted())
  }
}

/// Some of the scopes of an index, as runs of their numbers.
package struct ScopeSet {
  /// The first of them stands here itself: most sets have no other, and there are as many sets as values.
  package struct Runs: RandomAccessCollection, Hashable {
    private var one = 0..<0
    private var others: [Range<Int>] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { one.isEmpty ? 0 : 1 + others.count }

    package subscript(index: Int) -> Range<Int> { index == 0 ? one : others[index - 1] }

    /// Adds scopes behind all that are there.
    fileprivate mutating func append(_ run: Range<Int>) {
      guard let last else {
        one = run
        return
      }
      if run.lowerBound > last.upperBound { return others.append(run) }
      let joined = last.lowerBound..<Swift.max(last.upperBound, run.upperBound)
      if others.isEmpty { one = joined } else { others[others.count - 1] = joined }
    }
  }

  package private(set) var runs = Runs()

  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  package var isEmpty: Bool { runs.isEmpty }

  /// The lowest number; the highest possible one if the set is empty.
  package var firstNumber: Int { runs.first?.lowerBound ?? .max }

  /// The numbers, in order.
  package var numbers: [Int] { runs.flatMap { Array($0) } }

  /// Adds scopes behind those that are in it.
  package mutating func append(_ run: Range<Int>) {
    if !run.isEmpty { runs.append(run) }
  }

  package init() {}

  package init(_ run: Range<Int>) { append(run) }

  /// `numbers` are in order.
  package init(_ numbers: [Int]) {
    for number in numbers { append(number..<number + 1) }
  }

  package func filter(_ isKept: (Int) -> Bool) -> ScopeSet { ScopeSet(numbers.filter(isKept)) }

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
