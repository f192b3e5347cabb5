import JSONSource

/// One key whose effective value differs between two scopes.
package struct Change {
  package enum Kind: String { case added, removed, changed, moved }

  package let key: Key
  package let kind: Kind
  package let from: ValueCursor?
  package let to: ValueCursor?
}

/// What differs between two scopes, leaf by leaf, in the order of the first and then of the second.
///
/// Subtrees that both share and in which nothing is computed are not looked at.
package struct Difference {
  package private(set) var changes: [Change] = []
  private let from: AskedScope
  private let to: AskedScope
  private let withMoves: Bool

  /// Compares what stands under `key`; `withMoves` also finds equal values from different places.
  package init(
    from: AskedScope, to: AskedScope, under key: Key, withMoves: Bool
  ) throws(Unresolved) {
    (self.from, self.to, self.withMoves) = (from, to, withMoves)
    try compare(try from.value(key), try to.value(key), key)
  }

  private mutating func compare(
    _ left: ValueCursor?, _ right: ValueCursor?, _ key: Key
  ) throws(Unresolved) {
    guard let left else {
      if let right { for leaf in try right.leaves() { add(.added, nil, leaf) } }
      return
    }
    guard let right else {
      for leaf in try left.leaves() { add(.removed, leaf, nil) }
      return
    }
    if left.isSame(as: right) { return }
    if left.isObject && right.isObject {
      for (name, pair) in try left.pairs(with: right) {
        try compare(pair.from, pair.to, key.appending(name))
      }
      return
    }
    if left.isObject != right.isObject {
      add(.changed, left, right)
    } else if try !left.whole().isEqual(right.whole(), from.view.names) {
      add(.changed, left, right)
    } else if withMoves, !left.places.elementsEqual(right.places, by: { $0.isSame(as: $1) }) {
      add(.moved, left, right)
    }
  }

  private mutating func add(_ kind: Change.Kind, _ left: ValueCursor?, _ right: ValueCursor?) {
    guard let key = (left ?? right)?.key else { return }
    changes.append(Change(key: key, kind: kind, from: left, to: right))
  }
}

extension ValueCursor {
  /// The members that have a value in either of two objects, this one's first.
  func pairs(
    with other: ValueCursor
  ) throws(Unresolved) -> [(Name, (from: ValueCursor?, to: ValueCursor?))] {
    var pairs = NameMap<(from: ValueCursor?, to: ValueCursor?)>()
    for (name, value) in try members() { pairs[name] = (value, nil) }
    for (name, value) in try other.members() { pairs[name] = (pairs[name]?.from, value) }
    return Array(zip(pairs.names, pairs.values))
  }
}

extension Change {
  /// What is secret of it in either scope, or of either value.
  package func mask(_ from: AskedScope, _ to: AskedScope) -> Mask {
    if from.isRevealing { return .none }
    var mask = from.mask(key).union(to.mask(key))
    for value in [self.from, self.to] {
      guard let value, let whole = try? value.whole() else { continue }
      mask = mask.union(whole.mask)
      if whole.isCompound && whole.holdsSecret(mask) { mask = mask.whole }
    }
    return mask
  }
}

extension Place {
  /// Whether both are one place; of two times of a tree, in the same file, since lines shift.
  fileprivate func isSame(as other: Place) -> Bool {
    if file === other.file { return range.start == other.range.start }
    return file.home.present == other.file.home.present && file.path == other.file.path
      && file.scope == other.file.scope
  }
}

extension SourceFile.Home {
  fileprivate var present: SourceFile.Home { self == .former ? .tree(0) : self }
}

extension Value {
  /// Whether two values are equal: numbers by exact value, objects whatever the order of their members.
  package func isEqual(_ other: Value, _ names: NameTable) -> Bool {
    if case .node(let document, let node) = content,
      case .node(let otherDocument, let otherNode) = other.content
    {
      return document.equal(node, otherDocument, otherNode)
    }
    guard TypeName(kind) == TypeName(other.kind) else { return false }
    if let elements, let others = other.elements {
      return elements.count == others.count
        && zip(elements, others).allSatisfy { $0.isEqual($1, names) }
    }
    guard kind == .object else {
      // Two scalars of documents were compared above.
      return text != nil && text == other.text
    }
    let (mine, others) = (members, other.members)
    var byName: [Name: Value] = [:]
    for (name, value) in others { byName[name] = value }
    return mine.count == others.count
      && mine.allSatisfy { name, value in byName[name].map { value.isEqual($0, names) } ?? false }
  }
}
