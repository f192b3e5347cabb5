import Cascade
import JSONSource

/// Where edited statements do not get through, and what keeps them from it.
final class HeldEdits {
  /// What holds edits of one key off in a run of scopes.
  private final class Record {
    let holds: [Edit.Hold]

    init(_ holds: [Edit.Hold]) {
      self.holds = holds
    }
  }

  private typealias Place = KeyTree<[Edit]>

  private let edits = Sides(from: Place(), to: Place())
  private let spreads: Sides<Spread<Record>>
  // What was added in each scope on the way.
  private var added: [[(place: Place, key: Key, side: Side, before: [Edit]?)]] = []

  init() {
    func spread() -> Spread<Record> {
      Spread { record, run in for hold in record.holds { hold.scopes.append(run) } }
    }
    spreads = Sides(from: spread(), to: spread())
  }

  func begin() {
    added.append([])
    spreads.from.begin()
    spreads.to.begin()
  }

  /// Watches what the scope begun last says otherwise, there and below.
  func note(_ scope: ScopeEdits?) {
    for edit in scope?.all ?? [] where !edit.isPart {
      guard edit.directive != .include, edit.directive != .file, let key = edit.pattern.key
      else { continue }
      let place = edits[edit.side].place(of: key)
      added[added.count - 1].append((place, key, edit.side, place.content))
      place.content = (place.content ?? []) + [edit]
    }
  }

  func end(before next: Int) {
    for (place, _, _, before) in (added.popLast() ?? []).reversed() { place.content = before }
    spreads.from.end(before: next)
    spreads.to.end(before: next)
  }

  func clear(at number: Int) {
    spreads.from.clear(atAndBelow: Key(), at: number)
    spreads.to.clear(atAndBelow: Key(), at: number)
  }

  /// Looks what becomes of the edits in the scope begun last, where it may be something else than in the
  /// scope above.
  func look(at pair: WalkedPair, below above: WalkedPair?, isFirst: Bool, _ number: Int) {
    for side in [Side.from, .to] {
      let scope = pair.scopes[side]
      var keys: Set<Key> = []
      func look(_ key: Key, _ edits: [Edit]) {
        guard keys.insert(key).inserted else { return }
        let holds = Self.holds(of: edits, of: key, scope.view)
        spreads[side].set(holds.isEmpty ? nil : Record(holds), of: key, at: number)
      }
      if isFirst {
        edits[side].forEach(Key(), look)
        continue
      }
      for one in added.last ?? [] where one.side == side { look(one.key, one.place.content ?? []) }
      Self.forEachTouched(
        edits[side], Key(), scope.touched, scope.view.root, above?.scopes[side].view.root, look)
    }
  }

  private static func forEachTouched(
    _ place: Place, _ key: Key, _ touched: TouchedKeys, _ node: ViewNode?, _ above: ViewNode?,
    _ body: (Key, [Edit]) -> Void
  ) {
    // What turns into an object, or was one, decides of all in it.
    if node?.isObject != true || above?.isObject != true {
      place.forEach(key, body)
      return
    }
    if let edits = place.content { body(key, edits) }
    if place.members.isEmpty { return }
    for (name, inner) in touched.all {
      guard let member = place.members[name] else { continue }
      forEachTouched(
        member, key.appending(name), inner, node?.member(name), above?.member(name), body)
    }
  }

  /// What holds off those of the edits of a key that do not get through to a scope.
  private static func holds(of edits: [Edit], of key: Key, _ view: View) -> [Edit.Hold] {
    if edits.isEmpty { return [] }
    let steps = view.steps(key)
    let byPlace = Dictionary(steps.map { ($0.place.id, $0) }) { first, _ in first }
    return edits.compactMap { edit in
      guard let place = edit.places[edit.side] else { return nil }
      guard let step = byPlace[place.id] else {
        // A later file of its scope wrote over it, or it is a '{}' beside what others write.
        guard edit.directive == nil,
          let level = view.levels.first(where: {
            $0.home == place.file.home && $0.scope == edit.scope
          }),
          let front = level.overwriting(place, at: key)
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
  fileprivate var holdReason: Edit.Hold.Reason? {
    switch outcome {
    case .overridden, .replaced: .shadowed
    case .stopped: .stopped
    case .excluded: .excluded
    case .refused: .refused
    case .effective, .merged, .acted, .idle: nil
    }
  }
}
