import JSONSource

/// The visited scopes, numbered in order of the walk: a scope and its descendants are a range.
package struct ScopeIndex {
  package private(set) var scopes: [Scope] = []
  // The end of each scope's range; 0 while it is open.
  private var ends: [Int] = []
  // The parent's number; the first scope has its own.
  private var parents: [Int] = []
  private var open: [Int] = []

  package init() {}

  package var count: Int { scopes.count }

  package mutating func enter(_ scope: Scope) -> Int {
    parents.append(open.last ?? scopes.count)
    open.append(scopes.count)
    scopes.append(scope)
    ends.append(0)
    return scopes.count - 1
  }

  package mutating func leave() {
    if let number = open.popLast() { ends[number] = scopes.count }
  }

  package func end(of number: Int) -> Int { ends[number] }

  package func below(_ number: Int) -> ScopeSet {
    ScopeSet(number + 1..<max(number + 1, ends[number]))
  }

  /// The deepest common ancestor of two scopes.
  package func common(_ number: Int, _ other: Int) -> Int {
    var scope = min(number, other)
    while scope != parents[scope], end(of: scope) <= max(number, other) { scope = parents[scope] }
    return scope
  }

  /// The child of `above` that contains a scope.
  package func child(of above: Int, leadingTo number: Int) -> Int {
    var scope = number
    while parents[scope] != above, parents[scope] != scope { scope = parents[scope] }
    return scope
  }

  /// Indexes scopes in directory order.
  package init(_ scopes: [Scope]) {
    // Arrays that grow would take up to twice the memory.
    self.scopes.reserveCapacity(scopes.count)
    ends.reserveCapacity(scopes.count)
    parents.reserveCapacity(scopes.count)
    for scope in scopes {
      let shared = zip(scope.names, self.scopes.last?.names ?? []).prefix { $0 == $1 }.count
      while let last = open.last, self.scopes[last].depth > shared { leave() }
      _ = enter(scope)
    }
    while !open.isEmpty { leave() }
  }
}

/// Maps walk order to directory order.
package struct ScopeNumbers {
  private let numbers: [Int]
  private let isInOrder: Bool

  /// `numbers` is a permutation from 0.
  package init(_ numbers: [Int]) {
    self.numbers = numbers
    isInOrder = numbers.indices.allSatisfy { numbers[$0] == $0 }
  }

  package func sorted<Element>(_ elements: [Element]) -> [Element] {
    if isInOrder { return elements }
    var sorted = elements
    for (number, element) in zip(numbers, elements) { sorted[number] = element }
    return sorted
  }

  package func set(_ set: ScopeSet) -> ScopeSet {
    if isInOrder || set.count == numbers.count { return set }
    return ScopeSet(set.numbers.map { numbers[$0] }.sorted())
  }
}

/// A set of scopes of an index, as runs of their numbers.
package struct ScopeSet {
  /// The first run is stored inline: most sets have no other, and each value has a set.
  package struct Runs: RandomAccessCollection, Hashable {
    private var one = 0..<0
    private var others: [Range<Int>] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { one.isEmpty ? 0 : 1 + others.count }

    package subscript(index: Int) -> Range<Int> { index == 0 ? one : others[index - 1] }

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
  package var firstNumber: Int { runs.first?.lowerBound ?? .max }

  package var numbers: [Int] { runs.flatMap { Array($0) } }

  package mutating func append(_ run: Range<Int>) {
    if !run.isEmpty { runs.append(run) }
  }

  package init() {}

  package init(_ run: Range<Int>) { append(run) }

  /// `numbers` are in order.
  package init(_ numbers: [Int]) {
    for number in numbers { append(number..<number + 1) }
  }

  package func subtracting(_ other: ScopeSet) -> ScopeSet {
    if other.isEmpty { return self }
    var rest = ScopeSet()
    var cuts = other.runs[...]
    for run in runs {
      var start = run.lowerBound
      while let cut = cuts.first, cut.lowerBound < run.upperBound {
        rest.append(start..<max(start, cut.lowerBound))
        start = max(start, cut.upperBound)
        if cut.upperBound > run.upperBound { break }
        cuts.removeFirst()
      }
      rest.append(start..<max(start, run.upperBound))
    }
    return rest
  }

  package func intersects(_ range: Range<Int>) -> Bool {
    let next = runs.indices.bisected { runs[$0].upperBound > range.lowerBound }
    return next < runs.count && runs[next].lowerBound < range.upperBound
  }

  package func filter(_ isKept: (Int) -> Bool) -> ScopeSet { ScopeSet(numbers.filter(isKept)) }

  package func intersection(_ other: ScopeSet) -> ScopeSet {
    var both = ScopeSet()
    var (mine, others) = (runs[...], other.runs[...])
    while let one = mine.first, let another = others.first {
      both.append(one.clamped(to: another))
      if one.upperBound <= another.upperBound { mine.removeFirst() } else { others.removeFirst() }
    }
    return both
  }

  package init(joining sets: [ScopeSet]) {
    let sets = sets.filter { !$0.isEmpty }
    if sets.count == 1 {
      self = sets[0]
      return
    }
    for run in sets.flatMap(\.runs).sorted(by: { $0.lowerBound < $1.lowerBound }) { append(run) }
  }
}
