import Cascade
import JSONSource

/// What keys of one scope come to at one time, no more than what two times are compared by: those that have a value,
/// leaf by leaf, those that cannot be worked out, and asked ones that something keeps from having a value.
package struct KeyStates {
  private enum State: Equatable {
    case value(ValueText)
    case absent(AbsenceReason)
    /// In the words that are told.
    case failed(Set<String>)
  }

  private let patterns: [KeyPattern]
  private var states = Catalog<Key, State>()

  /// Takes what is asked for, of which nothing has a value.
  package init(of patterns: [KeyPattern]) { self.patterns = patterns }

  /// Works out what is asked for in a scope, and has a mask take note of it.
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
      do throws(Unresolved) {
        switch try scope.answer(key) {
        case .value(let value): value.forEachLeaf { note($0, $1, scope, mask) }
        case .absent(let absence):
          // What nobody ever set is as if nobody had asked.
          if let absence { _ = states[key, orNew: .absent(absence.reason)] }
        }
      } catch { note(key, error) }
    }
  }

  /// Takes why nothing can be worked out; then a pattern stands for no key.
  package init(of patterns: [KeyPattern], failed problems: [Diagnostic]) {
    self.init(of: patterns)
    for key in patterns.compactMap(\.key) { note(key, Unresolved(problems)) }
  }

  private mutating func note(
    _ leaf: ValueCursor, _ failure: Unresolved?, _ scope: Evaluation, _ mask: ReportMask
  ) {
    do throws(Unresolved) {
      if let failure { throw failure }
      let whole = try leaf.whole()
      let text = ValueText(whole, scope.view.names)
      _ = states[leaf.key, orNew: .value(text)]
      mask.note(whole, text, of: leaf.key, in: scope)
    } catch { note(leaf.key, error) }
  }

  private mutating func note(_ key: Key, _ failure: Unresolved) {
    _ = states[key, orNew: .failed(Set(failure.diagnostics.map(\.message)))]
  }

  /// The keys that come to something else than in each of other times, in the order of this one and then of those.
  package func differing(from others: [KeyStates]) -> [Key] {
    var keys = leaves(differingFrom: others)
    if others.count < 2 { return keys }
    // Where each leaf is as in one of them, the object may be as in none: then it is told by what differs from the first.
    for asked in patterns.compactMap(\.key) where !keys.contains(where: { $0.isIn(asked) }) {
      let each = others.map { other in leaves(differingFrom: [other]).filter { $0.isIn(asked) } }
      if each.allSatisfy({ !$0.isEmpty }) { keys += each[0] }
    }
    return keys
  }

  private func leaves(differingFrom others: [KeyStates]) -> [Key] {
    var keys = Catalog<Key, Void>()
    for one in [self] + others { for key in one.states.ids { _ = keys.insert(key) } }
    // The objects are looked up only where a key failed or has no value.
    lazy var objects = self.objects
    lazy var otherObjects = others.map(\.objects)
    let differing = keys.ids.filter { key in
      others.indices.allSatisfy { index in
        states[key] != others[index].states[key]
          // An object that came or went is told by what is in it.
          && !(isWhole(key) && otherObjects[index].hasMembers(key)
            || others[index].isWhole(key) && objects.hasMembers(key))
      }
    }
    // And one whose place something else took, or that took its place, as a whole.
    let wholes = KeyTree<Void>()
    for key in differing where ([self] + others).contains(where: { $0.hasValue(key) }) {
      wholes.place(of: key).content = ()
    }
    return differing.filter { !wholes.hasContent(around: $0) }
  }

  private func hasValue(_ key: Key) -> Bool {
    if case .value? = states[key] { true } else { false }
  }

  private func isWhole(_ key: Key) -> Bool {
    switch states[key] {
    case .absent?, .failed?: true
    case .value?, nil: false
    }
  }

  /// The keys by the objects that hold them.
  private var objects: KeyTree<Void> {
    let tree = KeyTree<Void>()
    for key in states.ids { _ = tree.place(of: key) }
    return tree
  }
}

extension KeyTree<Void> {
  fileprivate func hasMembers(_ key: Key) -> Bool { known(key)?.members.isEmpty == false }

  /// Whether an object around a key is in the tree.
  fileprivate func hasContent(around key: Key) -> Bool {
    var place: KeyTree? = self
    for name in key.names.dropLast() {
      place = place?.members[name]
      if place?.content != nil { return true }
    }
    return false
  }
}
