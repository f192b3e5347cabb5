import JSONSource

/// One key whose effective value differs between two views.
package struct Change {
  package enum Kind: String { case added, removed, changed, moved }

  package let key: Key
  package let kind: Kind
  package let from: EffectiveValue?
  package let to: EffectiveValue?
}

/// What differs between two views, leaf by leaf, in the order of the first and then of the second.
///
/// Subtrees that both views share are not looked at.
package struct Difference {
  package private(set) var changes: [Change] = []
  private let withMoves: Bool

  /// Compares what stands under `key`; `withMoves` also finds equal values from different places.
  package init(from: View, to: View, under key: Key, withMoves: Bool) {
    self.withMoves = withMoves
    compare(from.value(key), to.value(key), key)
  }

  private mutating func compare(_ from: EffectiveValue?, _ to: EffectiveValue?, _ key: Key) {
    guard let from else {
      to?.forEachLeaf(key) { key, value in add(.added, key, nil, value) }
      return
    }
    guard let to else {
      from.forEachLeaf(key) { key, value in add(.removed, key, value, nil) }
      return
    }
    if from.element == nil, to.element == nil, from.entry === to.entry { return }
    if let pairs = elementMembers(from, to) {
      for (name, pair) in pairs { compare(pair.from, pair.to, key.appending(name)) }
      return
    }
    guard let left = from.written, let right = to.written else {
      guard from.written == nil, to.written == nil else {
        add(.changed, key, from, to)
        return
      }
      for (name, pair) in members(from.entry, to.entry) {
        compare(pair.from, pair.to, key.appending(name))
      }
      return
    }
    if !left.document.equal(left.node, right.document, right.node) {
      add(.changed, key, from, to)
    } else if withMoves, !left.isSame(as: right) {
      add(.moved, key, from, to)
    }
  }

  private typealias Pair = (from: EffectiveValue?, to: EffectiveValue?)

  /// The members of two objects that stand inside arrays; nil for anything else.
  private func elementMembers(
    _ from: EffectiveValue, _ to: EffectiveValue
  ) -> [(Name, Pair)]? {
    guard let left = from.elementMembers, let right = to.elementMembers else { return nil }
    var pairs = NameMap<Pair>()
    for (name, value) in left { pairs[name] = (value, nil) }
    for (name, value) in right { pairs[name] = (pairs[name]?.from, value) }
    return Array(zip(pairs.names, pairs.values))
  }

  /// The members that have a value in either object.
  private func members(_ from: Entry, _ to: Entry) -> [(Name, Pair)] {
    var pairs = NameMap<Pair>()
    for member in from.members?.live() ?? [] {
      pairs[member.name] = (EffectiveValue(entry: member.entry), nil)
    }
    for member in to.members?.live() ?? [] {
      let value = EffectiveValue(entry: member.entry)
      pairs[member.name] = (pairs[member.name]?.from, value)
    }
    return Array(zip(pairs.names, pairs.values))
  }

  private mutating func add(
    _ kind: Change.Kind, _ key: Key, _ from: EffectiveValue?, _ to: EffectiveValue?
  ) {
    changes.append(Change(key: key, kind: kind, from: from, to: to))
  }
}

extension View {
  /// The effective value under a key, nil where there is none.
  package func value(_ key: Key) -> EffectiveValue? {
    if case .value(let value) = answer(key) { value } else { nil }
  }

  /// Why a key has no value; nil also where it was never set.
  package func absence(_ key: Key) -> Absence? {
    if case .absent(let absence) = answer(key) { absence } else { nil }
  }

  /// Whether any level of the lineage speaks of the key, or of something around it that is no object.
  package func mentions(_ key: Key) -> Bool {
    value(key) != nil || absence(key) != nil || entry(key)?.isMentioned == true
  }
}

extension EffectiveValue {
  /// The members of an object that stands inside an array.
  fileprivate var elementMembers: [(Name, EffectiveValue)]? {
    guard let element, element.kind == .object else { return nil }
    return element.document.members(element.node).filter { !$0.isDirective }.map {
      let value = Written(file: element.file, node: $0.value)
      return ($0.name, EffectiveValue(entry: entry, element: value))
    }
  }

  /// Calls `body` for the value, or for every leaf of an object, in order.
  package func forEachLeaf(_ key: Key, _ body: (Key, EffectiveValue) -> Void) {
    guard element == nil else {
      guard let members = elementMembers, !members.isEmpty else {
        body(key, self)
        return
      }
      for (name, value) in members { value.forEachLeaf(key.appending(name), body) }
      return
    }
    entry.forEachLeaf(key) { key, entry in body(key, EffectiveValue(entry: entry)) }
  }
}
