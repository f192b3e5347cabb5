import Cascade

/// The states of requested keys of a scope in a snapshot: values by leaf, failures and absences, for comparing.
package struct KeyStates {
  private enum State: Equatable {
    case value(ValueText)
    case absent(Outcome)
    case failed(Set<String>)
  }

  private let patterns: [KeyPattern]
  private var states = Catalog<Key, State>()

  /// The states in a missing scope: no key has a value.
  package init(of patterns: [KeyPattern]) { self.patterns = patterns }

  package init(of patterns: [KeyPattern], in scope: Evaluation, _ mask: ReportMask) {
    self.init(of: patterns)
    mask.note(scope.view.levels)
    for pattern in patterns {
      guard let key = pattern.key else {
        scope.cursor.forEachLeaf { leaf, failure in
          if pattern.leadsTo(leaf.key) { note(leaf, failure, scope, mask) }
        }
        continue
      }
      do throws(EvaluationError) {
        switch try scope.answer(key) {
        case .value(let value): value.forEachLeaf { note($0, $1, scope, mask) }
        case .absent(let absence):
          // A key that is not set anywhere has no state.
          if let absence { _ = states[key, orNew: .absent(absence.reason)] }
        }
      } catch { note(key, error) }
    }
  }

  /// The states in a scope that cannot be read: keys fail, and patterns name no key.
  package init(of patterns: [KeyPattern], failed problems: [Diagnostic]) {
    self.init(of: patterns)
    for key in patterns.compactMap(\.key) { note(key, EvaluationError(problems)) }
  }

  private mutating func note(
    _ leaf: ValueCursor, _ failure: EvaluationError?, _ scope: Evaluation, _ mask: ReportMask
  ) {
    do throws(EvaluationError) {
      if let failure { throw failure }
      let whole = try leaf.whole()
      let text = ValueText(whole, scope.view.names)
      _ = states[leaf.key, orNew: .value(text)]
      mask.note(whole, text, of: leaf.key, in: scope)
    } catch { note(leaf.key, error) }
  }

  private mutating func note(_ key: Key, _ failure: EvaluationError) {
    _ = states[key, orNew: .failed(Set(failure.diagnostics.map(\.message)))]
  }

  /// The keys whose state differs from each of the others, in the order of this snapshot.
  package func differing(from others: [KeyStates]) -> [Key] {
    var keys = leaves(differingFrom: others)
    if others.count < 2 { return keys }
    // If each leaf equals that of some snapshot, but the object equals none: the differences from the first are
    // reported.
    for asked in patterns.compactMap(\.key) where !keys.contains(where: { $0.isIn(asked) }) {
      let each = others.map { other in leaves(differingFrom: [other]).filter { $0.isIn(asked) } }
      if each.allSatisfy({ !$0.isEmpty }) { keys += each[0] }
    }
    return keys
  }

  private func leaves(differingFrom others: [KeyStates]) -> [Key] {
    var keys = Catalog<Key, Void>()
    for one in [self] + others { for key in one.states.ids { _ = keys.insert(key) } }
    lazy var objects = self.objects
    lazy var otherObjects = others.map(\.objects)
    let differing = keys.ids.filter { key in
      others.indices.allSatisfy { index in
        states[key] != others[index].states[key]
          // An added or removed object is reported by its members.
          && !(isWhole(key) && otherObjects[index].contains(key)
            || others[index].isWhole(key) && objects.contains(key))
      }
    }
    // A value that replaces an object, or is replaced by it, is reported whole.
    let wholes = Set(differing.filter { key in ([self] + others).contains { $0.hasValue(key) } })
    return differing.filter { !$0.around.contains(where: wholes.contains) }
  }

  private func hasValue(_ key: Key) -> Bool {
    if case .value? = states[key] { true } else { false }
  }

  private func isWhole(_ key: Key) -> Bool { states[key] != nil && !hasValue(key) }

  /// The keys around values.
  private var objects: Set<Key> { Set(states.ids.lazy.flatMap(\.around)) }
}
