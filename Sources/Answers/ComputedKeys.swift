import Cascade
import JSONSource

/// The keys with computed values on the way from the root to a scope, and what they draw on: so that a
/// scope works out only those that may come to something else than in the scope above.
package struct ComputedKeys {
  private struct Entry {
    let drawn: Amount
    /// Whether it came to something, as far as that can be told.
    let isWorked: Bool
  }

  private let entries = ScopeRuns<Entry>()
  /// How much of the scope is worked out, in sum.
  private(set) var drawn = Amount.nothing
  // The same of the scopes above.
  private var drawnAbove: [Amount] = []
  /// By the first name of what they draw on; some may have ceased to.
  private var dependents: [Name: Set<Key>] = [:]
  private var anywhere: Set<Key> = []

  package init() {}

  /// Whether nothing that was worked out draws on anything.
  var isEmpty: Bool { dependents.isEmpty && anywhere.isEmpty }

  package mutating func begin() {
    entries.begin(0)
    drawnAbove.append(drawn)
  }

  package mutating func end() {
    entries.end(before: 0)
    drawn = drawnAbove.popLast() ?? .nothing
  }

  /// The leaves that have to be worked out in the scope begun last; `isNew` tells that all have to.
  package mutating func changed(
    in asked: @autoclosure () -> Evaluation, _ delta: Delta, isNew: Bool = false
  ) -> [ValueCursor] {
    var found: [ValueCursor] = []
    if isNew || delta.isWhole {
      asked().cursor.collectComputing(into: &found)
      return found
    }
    // Without directives nothing new is computed.
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

  /// The keys that draw on something that a scope touches, or on which scope is asked.
  func dependents(on delta: Delta) -> [Key] {
    if isEmpty { return [] }
    var keys = anywhere
    for name in delta.names { keys.formUnion(dependents[name] ?? []) }
    return keys.filter { entries[$0] != nil }
      .sorted { $0.names.lexicographicallyPrecedes($1.names) { $0.id < $1.id } }
  }

  /// Works a value out in the scope begun last, and takes note of what it drew on; returns why it could
  /// not be, and whether it draws on something that lies outside of the scope's lineage. A shared failure is
  /// that of all scopes below in which all is the same that it depends on; others are looked for again.
  package mutating func workOut(
    _ value: ValueCursor, in asked: Evaluation, isShared: Bool = false
  ) -> (failure: Unresolved?, isOutside: Bool) {
    do throws(Unresolved) {
      var amount = Amount.nothing
      let reads = try asked.reads { () throws(Unresolved) in amount = try value.whole().drawn }
      note(value.key, reads, amount)
      // All that is worked out in a scope counts together (V7).
      if drawn.isTooMuch { throw value.tooMuch }
      return (nil, reads.isOutside)
    } catch {
      // It may come to something elsewhere, and does, maybe, where what it needs is to be had.
      let reads = isShared ? error.reads : .unknown
      note(value.key, reads, .nothing, isWorked: error.needsCaller)
      return (error, true)
    }
  }

  /// Takes note of what a value drew on that nobody asks about alone.
  mutating func note(_ key: Key, _ reads: Reads) {
    // Most draw on nothing, here as in the scopes above.
    if reads.names.isEmpty, !reads.isOfScope, entries[key] == nil { return }
    note(key, reads, .nothing)
  }

  /// Takes note of what a value drew on, and whether it came to something.
  private mutating func note(
    _ key: Key, _ reads: Reads, _ drawn: Amount, isWorked: Bool = true
  ) {
    self.drawn = self.drawn - (entries[key]?.drawn ?? .nothing) + drawn
    entries[key] = Entry(drawn: drawn, isWorked: isWorked)
    for name in reads.names { dependents[name, default: []].insert(key) }
    if reads.isOfScope { anywhere.insert(key) }
  }

  /// Whether what is computed at a key could be worked out in the scope begun last.
  package func isWorked(_ key: Key) -> Bool { entries[key]?.isWorked ?? false }
}

extension ValueCursor {
  /// Collects the leaves here and below that may have to be worked out: all, or those that a scope touches.
  package func collectComputing(in delta: Delta? = nil, into found: inout [ValueCursor]) {
    guard node.mayCompute else { return }
    if !node.isObject {
      found.append(self)
      return
    }
    guard let delta else {
      for member in liveMembers { member.value.collectComputing(into: &found) }
      return
    }
    for (name, inner) in delta.all {
      liveMember(name)?.collectComputing(in: inner, into: &found)
    }
  }
}
