import Cascade

/// The edits that do not reach scopes, and the statements that hold them off.
final class BlockedEdits {
  private let edits = BeforeAfter { _ in InheritedState<[StatementChange]>() }
  private let holds = BeforeAfter { _ in InheritedState<[ScopedItem]>() }
  private var added: BeforeAfter<[Key]> = BeforeAfter(from: [], to: [])

  var states: [any WalkState] { [edits.from, edits.to, holds.from, holds.to] }

  func note(_ scopes: [ScopeEdits]) {
    let found = scopes.flatMap(\.all).filter { edit in
      !edit.isPart && edit.directive.map { $0.subject == .keys } ?? true
    }
    (added.from, added.to) = ([], [])
    for side in [Side.from, .to] {
      let keyed = found.filter { $0.side == side && $0.pattern.key != nil }
      // Grouped by key, because each assignment keeps the former list.
      for (key, all) in keyed.grouped(by: { $0.pattern.key ?? Key() }) {
        edits[side][key] = (edits[side][key] ?? []) + all
        added[side].append(key)
      }
    }
  }

  func clear() {
    for side in [Side.from, .to] { holds[side].clear() }
  }

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
      edits[side].visit(in: pair.isNew ? nil : scope.delta, look)
    }
  }

  private static func holds(of edits: [StatementChange], of key: Key, _ view: View)
    -> [StatementChange.Blocker]
  {
    if edits.isEmpty { return [] }
    let steps = Dictionary(view.steps(key).map { ($0.place.id, $0) }) { first, _ in first }
    return edits.compactMap { edit in
      guard let place = edit.places[edit.side] else { return nil }
      guard let step = steps[place.id] else {
        // A later file of its scope overrides it, or it is a '{}' beside other parts.
        guard edit.directive == nil,
          let front = view.level(of: place.file)?.overwriting(place, at: key)
        else { return nil }
        return edit.hold(.shadowed, at: front.place)
      }
      guard let by = step.by, let reason = step.blockReason else { return nil }
      return edit.hold(reason, at: by)
    }
  }
}

extension TraceEntry {
  fileprivate var blockReason: StatementChange.Blocker.Reason? {
    switch outcome {
    case .overridden, .replaced: .shadowed
    case .stopped: .stopped
    case .excluded: .excluded
    case .refused: .refused
    case .effective, .merged, .acted, .idle: nil
    }
  }
}
