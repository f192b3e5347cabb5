import Answers
import Cascade
import JSONSource

/// What is wrong with values on the way from the root to a scope, and in how many scopes it has been so:
/// a scope that inherits such a value as it is has the trouble, too, without being looked at.
struct StandingProblems {
  /// A key and the marker by which its value is judged.
  struct Slot: Hashable {
    let key: Key
    let marker: ObjectIdentifier
  }

  private var entries: [Slot: Diagnostic.FindingID] = [:]
  private var slots: [Name: Set<Slot>] = [:]
  private var changes: [[(slot: Slot, before: Diagnostic.FindingID?)]] = []
  // One value may break several declarations.
  private var active: [Diagnostic.FindingID: (slotCount: Int, since: Int)] = [:]
  private var counts: [Diagnostic.FindingID: Int] = [:]
  /// How many scopes have been judged.
  private var judged = 0
  /// Whether it is to be known later which scopes show a problem.
  private let keepsScopes: Bool
  // The turns of those that have been judged.
  private var turns: [Int] = []
  private var runs: [Diagnostic.FindingID: [Range<Int>]] = [:]

  init(keepsScopes: Bool) { self.keepsScopes = keepsScopes }

  mutating func begin() { changes.append([]) }

  mutating func end() {
    for change in (changes.popLast() ?? []).reversed() { put(change.before, at: change.slot) }
  }

  /// Takes note of what was judged in the scope begun last, and that this was one more.
  mutating func note(
    _ judgements: [(slot: Slot, problem: Diagnostic?)], in scope: CheckedScope
  ) {
    // What has no value any more is judged no more.
    if !entries.isEmpty {
      for name in scope.changed(slots.keys) {
        for slot in slots[name] ?? [] where entries[slot] != nil {
          if scope.view.node(slot.key)?.isLive != true { set(nil, at: slot) }
        }
      }
    }
    for (slot, problem) in judgements { set(problem?.id, at: slot) }
    judged += 1
    if keepsScopes { turns.append(scope.turn) }
  }

  /// The turns of the scopes that show a problem of this kind, where they were kept.
  func turns(of id: Diagnostic.FindingID) -> [Int] {
    (runs[id] ?? []).flatMap { turns[$0] }
  }

  /// How many scopes show a problem of this kind; nil for others.
  func scopeCount(of id: Diagnostic.FindingID) -> Int? { counts[id] }

  private mutating func set(_ id: Diagnostic.FindingID?, at slot: Slot) {
    let before = entries[slot]
    if before == id { return }
    changes[changes.count - 1].append((slot, before))
    if let first = slot.key.names.first { slots[first, default: []].insert(slot) }
    put(id, at: slot)
  }

  private mutating func put(_ id: Diagnostic.FindingID?, at slot: Slot) {
    if let old = entries[slot], let known = active[old] {
      if known.slotCount > 1 {
        active[old] = (known.slotCount - 1, known.since)
      } else {
        active[old] = nil
        counts[old, default: 0] += judged - known.since
        if keepsScopes { runs[old, default: []].append(known.since..<judged) }
      }
    }
    entries[slot] = id
    guard let id else { return }
    let known = active[id] ?? (0, judged)
    active[id] = (known.slotCount + 1, known.since)
  }
}
