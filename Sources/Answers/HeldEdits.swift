import Cascade
import JSONSource

/// Where edited statements do not get through, and what keeps them from it.
final class HeldEdits {
  private let edits = BeforeAfter { _ in ScopeRuns<[StatementChange]>() }
  /// What holds them off.
  private let holds = BeforeAfter { _ in ScopeRuns<[Spread]>() }
  // The keys of what the scope begun last says otherwise.
  private var added: BeforeAfter<[Key]> = BeforeAfter(from: [], to: [])

  func begin(_ number: Int) {
    (added.from, added.to) = ([], [])
    edits.from.begin(number)
    edits.to.begin(number)
    holds.from.begin(number)
    holds.to.begin(number)
  }

  /// Watches what the scope begun last and its parents say otherwise, there and below.
  func note(_ scopes: [ScopeEdits]) {
    let found = scopes.flatMap(\.all).filter { edit in
      !edit.isPart && edit.directive.map { $0.subject == .keys } ?? true
    }
    for side in [Side.from, .to] {
      let keyed = found.filter { $0.side == side && $0.pattern.key != nil }
      // Once for each key, since every former list is kept.
      for (key, all) in keyed.grouped(by: { $0.pattern.key ?? Key() }) {
        edits[side][key, default: []] += all
        added[side].append(key)
      }
    }
  }

  func end(before next: Int) {
    edits.from.end(before: next)
    edits.to.end(before: next)
    holds.from.end(before: next)
    holds.to.end(before: next)
  }

  func clear() {
    for side in [Side.from, .to] { holds[side].clear() }
  }

  /// Looks what becomes of the edits in the scope begun last, where it may be something else than in the
  /// scope above.
  func look(at pair: WalkedPair) {
    for side in [Side.from, .to] {
      let scope = pair.scopes[side]
      var keys = Catalog<Key, Void>()
      func look(_ key: Key, _ edits: [StatementChange]) {
        guard keys.insert(key) else { return }
        let found = Self.holds(of: edits, of: key, scope.view)
        holds[side][key] = found.isEmpty ? nil : found
      }
      for key in added[side] { look(key, edits[side][key] ?? []) }
      if pair.isNew {
        edits[side].visit(look)
      } else {
        edits[side].visit(in: scope.delta, look)
      }
    }
  }

  /// What holds off those of the edits of a key that do not get through to a scope.
  private static func holds(of edits: [StatementChange], of key: Key, _ view: View)
    -> [StatementChange.Hold]
  {
    if edits.isEmpty { return [] }
    let steps = view.steps(key)
    // One edit is found as fast by looking at each.
    let byPlace =
      edits.count == 1
      ? nil : Dictionary(steps.map { ($0.place.id, $0) }) { first, _ in first }
    func step(at id: SourceRange.ID) -> Step? {
      byPlace.map { $0[id] } ?? steps.first { $0.place.id == id }
    }
    return edits.compactMap { edit in
      guard let place = edit.places[edit.side] else { return nil }
      guard let step = step(at: place.id) else {
        // A later file of its scope wrote over it, or it is a '{}' beside what others write.
        guard edit.directive == nil,
          let front = view.level(of: place.file)?.overwriting(place, at: key)
        else { return nil }
        return edit.hold(.shadowed, at: front.place)
      }
      guard let by = step.by, let reason = step.holdReason else { return nil }
      return edit.hold(reason, at: by)
    }
  }
}

extension Step {
  /// Why the statement has no effect; nil where it has.
  fileprivate var holdReason: StatementChange.Hold.Reason? {
    switch outcome {
    case .overridden, .replaced: .shadowed
    case .stopped: .stopped
    case .excluded: .excluded
    case .refused: .refused
    case .effective, .merged, .acted, .idle: nil
    }
  }
}
