import Cascade
import JSONSource

/// The keys with computed values along a walk, with their dependencies.
/// A scope evaluates only values that may differ from those of its parent.
final class ComputedKeys: WalkState {
  private let sizes = InheritedState<ValueSize>()
  private var drawn = ValueSize.nothing
  /// What the values of the scopes around depend on; some may be outdated.
  private var known: [(key: Key, reads: ReadSet)] = []
  private var above: [(drawn: ValueSize, known: Int)] = []

  func begin(_ number: Int) {
    sizes.begin(number)
    above.append((drawn, known.count))
  }

  func end(before next: Int) {
    sizes.end(before: next)
    let mark = above.removeLast()
    drawn = mark.drawn
    known.removeSubrange(mark.known...)
  }

  /// The leaves to evaluate in the current scope: all if `isNew`.
  func changed(
    in asked: @autoclosure () -> Evaluation, _ delta: Delta, isNew: Bool = false
  ) -> [ValueCursor] {
    var found: [ValueCursor] = []
    if isNew || delta.isWhole {
      asked().cursor.collectComputing(into: &found)
      return found
    }
    // Without directives a scope adds no computed values.
    if delta.mayCompute { asked().cursor.collectComputing(in: delta, into: &found) }
    let more = dependents(on: delta)
    if more.isEmpty { return found }
    let known = Set(found.map(\.key))
    let asked = asked()
    for key in more where !known.contains(key) {
      guard let value = asked.cursor(at: key), value.node.isLive, value.node.mayCompute,
        !value.isObject
      else { continue }
      found.append(value)
    }
    return found
  }

  /// The keys that depend on a key that the scope touches, or on the requested scope.
  func dependents(on delta: Delta) -> [Key] {
    if known.isEmpty { return [] }
    let touched = Set(delta.names)
    var keys: Set<Key> = []
    for (key, reads) in known
    where (reads.isOfScope || !reads.names.isDisjoint(with: touched)) && sizes[key] != nil {
      keys.insert(key)
    }
    return keys.sorted { $0.names.lexicographicallyPrecedes($1.names) { $0.id < $1.id } }
  }

  /// An evaluated value. A failure holds in all descendants with equal dependencies.
  struct Outcome {
    let failure: EvaluationError?
    fileprivate let reads: ReadSet
    fileprivate let size: ValueSize

    /// Whether the value may depend on other scopes.
    var isOutside: Bool { failure != nil || reads.isOutside }
  }

  /// Evaluates a value and records its dependencies.
  func workOut(_ value: ValueCursor, in asked: Evaluation) -> Outcome {
    do throws(EvaluationError) {
      let (size, record) = try asked.recording { () throws(EvaluationError) in
        try value.whole().drawn
      }
      let outcome = Outcome(failure: nil, reads: record.reads, size: size)
      note(value.key, outcome)
      // All computed values of a scope count together (V7).
      if drawn.isTooMuch { throw value.tooMuch }
      return outcome
    } catch {
      note(value.key, error.reads, .nothing)
      return Outcome(failure: error, reads: error.reads, size: .nothing)
    }
  }

  /// Records the dependencies of a value that is evaluated already.
  func note(_ key: Key, _ outcome: Outcome) { note(key, outcome.reads, outcome.size) }

  func note(_ key: Key, _ reads: ReadSet) {
    // Most values have no dependencies, here and in the parent.
    if reads.names.isEmpty, !reads.isOfScope, sizes[key] == nil { return }
    note(key, reads, .nothing)
  }

  private func note(_ key: Key, _ reads: ReadSet, _ size: ValueSize) {
    drawn = drawn - (sizes[key] ?? .nothing) + size
    sizes[key] = size
    if reads.isOfScope || !reads.names.isEmpty { known.append((key, reads)) }
  }
}

extension ValueCursor {
  func collectComputing(in delta: Delta? = nil, into found: inout [ValueCursor]) {
    guard node.mayCompute else { return }
    if !node.isObject {
      found.append(self)
      return
    }
    guard let delta else {
      for member in liveMembers { member.value.collectComputing(into: &found) }
      return
    }
    for name in delta.names {
      guard let inner = node.member(name), inner.isLive, inner.mayCompute else { continue }
      let member = member(name, inner)
      if member.node.isObject {
        member.collectComputing(in: delta.member(name), into: &found)
      } else {
        found.append(member)
      }
    }
  }
}
