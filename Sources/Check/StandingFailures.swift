import Answers
import Cascade
import JSONSource

/// What cannot be worked out on the way from the root to a scope, and in which scopes that is so: one that
/// shares all that a failure depends on has it, too, without being looked at.
final class StandingFailures {
  /// One failure, with the scopes that share it.
  final class Failure {
    let key: Key
    let unresolved: Unresolved
    /// What is written at the key.
    let parts: Set<Definition.ID>
    /// How many scopes were open when it was met, and what failed at its key in those before.
    fileprivate let depth: Int
    fileprivate let before: Failure?
    fileprivate var scopes = ScopeSet()
    /// Those for which scopes below have what is missing.
    fileprivate var excused: Set<Int> = []

    fileprivate init(
      _ value: ValueCursor, _ unresolved: Unresolved, depth: Int, before: Failure?
    ) {
      (key, parts, self.unresolved) = (value.key, value.node.leafParts, unresolved)
      (self.depth, self.before) = (depth, before)
    }
  }

  private struct Open {
    /// Its number; nil where nothing is compared.
    let number: Int?
    let isLast: Bool
    /// What failed above and does no longer.
    var mended: [Failure] = []
  }

  private let spread = ScopeRuns<Failure> { $0.scopes.append($1) }
  private var all: [Failure] = []
  private var open: [Open] = []

  /// Begins a scope with its number; it is compared if it is asked and known.
  func begin(_ number: Int, isCompared: Bool, isLast: Bool) {
    spread.begin(number)
    open.append(Open(number: isCompared ? number : nil, isLast: isLast))
  }

  /// Says that nothing is known of the scope begun last.
  func clear() { spread.clear() }

  /// Takes note of what was worked out in the scope begun last.
  func note(_ worked: [(value: ValueCursor, failure: Unresolved?)], in scope: CheckedScope) {
    let depth = open.count - 1
    var seen: Set<Key> = []
    for (value, failure) in worked {
      let before = spread[value.key]
      if !all.isEmpty { seen.insert(value.key) }
      guard let failure else {
        if let before {
          open[depth].mended.append(before)
          spread[value.key] = nil
        }
        continue
      }
      let new = Failure(value, failure, depth: depth, before: before)
      all.append(new)
      spread[value.key] = new
    }
    if all.isEmpty { return }
    // What is not computed any more fails no more.
    spread.visit(in: scope.walked.delta) { key, _ in
      let node = scope.view.node(key)
      let isComputing = node?.isLive == true && node?.mayCompute == true && node?.isObject == false
      if !isComputing && !seen.contains(key) { spread[key] = nil }
    }
  }

  /// What a scope above says for those below it to complete is complete in one that has none below.
  func excuse(workedIn scope: CheckedScope, _ isWorked: (Key) -> Bool) {
    for index in open.indices where !open[index].mended.isEmpty {
      open[index].mended = open[index].mended.filter { mended in
        guard isWorked(mended.key), let node = scope.view.node(mended.key),
          mended.parts.isSubset(of: node.leafParts)
        else { return true }
        var (failure, end) = (mended as Failure?, index)
        while let next = failure {
          if next.parts.isSubset(of: node.leafParts) { excuse(next, next.depth..<end) }
          (failure, end) = (next.before, next.depth)
        }
        return false
      }
    }
  }

  private func excuse(_ failure: Failure, _ depths: Range<Int>) {
    guard failure.unresolved.isForWant else { return }
    for depth in depths where !open[depth].isLast {
      if let number = open[depth].number { failure.excused.insert(number) }
    }
  }

  /// Says that the scope begun last may have all that is missing there.
  func excuseWant() {
    guard let number = open.last?.number else { return }
    spread.visit { _, failure in
      if failure.unresolved.isForWant { failure.excused.insert(number) }
    }
  }

  /// Leaves the scope begun last; `next` is the number of the scope after all below it. What a file below
  /// that cannot be read would have said is unknown.
  func end(before next: Int, isWholeBelow: Bool) {
    if !isWholeBelow {
      spread.visit { _, failure in excuse(failure, open.count - 1..<open.count) }
    }
    open.removeLast()
    spread.end(before: next)
  }

  /// What is told, each cause once: the number of the first scope that shows it, and all that do, as each
  /// failure of that cause has them.
  func told(
    _ rules: Set<Diagnostic.Rule>
  ) -> [(first: Int, diagnostic: Diagnostic, all: [(scopes: ScopeSet, diagnostic: Diagnostic)])] {
    typealias Told = (
      first: Int, diagnostic: Diagnostic, all: [(scopes: ScopeSet, diagnostic: Diagnostic)]
    )
    var found = Catalog<Diagnostic.FindingID, Told>()
    for failure in all {
      let scopes = failure.scopes.without(failure.excused)
      guard let first = scopes.runs.first?.lowerBound else { continue }
      for diagnostic in failure.unresolved.judged where rules.contains(diagnostic.rule) {
        func note(_ known: inout Told) {
          if first < known.first { (known.first, known.diagnostic) = (first, diagnostic) }
          known.all.append((scopes, diagnostic))
        }
        note(&found[diagnostic.id, orNew: (first, diagnostic, [])])
      }
    }
    return found.items
  }
}

extension Unresolved {
  /// As findings: for want of what the caller did not give nothing is wrong, and nothing judged.
  fileprivate var judged: [Diagnostic] {
    needsCaller ? diagnostics.map { $0.told(.note, .environment, $0.problem) } : diagnostics
  }
}

extension ScopeSet {
  fileprivate func without(_ numbers: Set<Int>) -> ScopeSet {
    if numbers.isEmpty { return self }
    var rest = ScopeSet()
    for number in self.numbers where !numbers.contains(number) { rest.append(number..<number + 1) }
    return rest
  }
}
