import JSONSource

/// The written values that decide on a key, nearest first.
/// Scopes in which a key has the same history share its statements with their outcomes, and its value unless that is
/// computed.
package struct KeyHistory: Hashable {
  fileprivate(set) var values: [SourceRange.ID] = []
  /// The number of names that lead to the node of the key.
  fileprivate let depth: Int
  package fileprivate(set) var isComputed = false
}

extension View {
  /// nil if directives, inclusions or merged objects may decide on the key.
  package func history(of key: Key, _ place: Deepest) -> KeyHistory? {
    let (node, rest) = place
    var history = KeyHistory(depth: key.names.count - rest.count)
    let around = key.names.prefix(history.depth)
    guard let first = around.first, lineage.including.isEmpty,
      !lineage.marked.contains(where: { $0.level.statements.mayMark(first) }),
      // A key in an array around the node has the statements of that array, too.
      !around.dropFirst().contains(where: { names.index($0) != nil })
    else { return nil }
    let isObject = node.isObject
    history.isComputed = node.isLive && node.mayCompute
    if history.isComputed, !rest.isEmpty { return nil }
    var next: RecordID? = node.record
    while let record = next {
      guard let cause = fold.onlyCause(of: record) else { return nil }
      if cause.isObject {
        // The outcome of an object depends on those of its members, if another level wrote some of them.
        if isObject, !history.values.isEmpty, !cause.isEmptyObject { return nil }
        // An object may have a member with the name of an element.
        if !rest.isEmpty { return nil }
      }
      // A removed computed value may have had the element.
      if !rest.isEmpty, cause.isComputed { return nil }
      history.values.append(cause.place.id)
      next = fold.previous(of: record)
    }
    if !(rest.isEmpty && node.isLive), hasComputedValue(around: around) { return nil }
    return history
  }

  /// Whether a level writes a computed value around a key, which may have had the key.
  private func hasComputedValue(around key: ArraySlice<Name>) -> Bool {
    var node: ViewNode? = root
    for name in key.dropLast() {
      node = node?.member(name)
      if node?.wasComputed == true { return true }
    }
    return false
  }
}

extension Fold {
  /// The own value, or the value around the key that replaces it, if it alone decides what the layer does.
  fileprivate func onlyCause(of id: RecordID) -> Definition? {
    if isBoundary(id) || layer(of: id).isCommandLine || marks(of: id) != nil
      || declarations(of: id) != nil
    {
      return nil
    }
    switch statements(of: id) {
    case .plain(let written): return written
    case .none: return outerReplacement(of: id)
    case .tree: return nil
    }
  }
}
