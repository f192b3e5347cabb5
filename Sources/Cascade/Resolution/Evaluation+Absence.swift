import JSONSource

extension Evaluation {
  /// nil if the key was never set. Evaluates removed computed values.
  package func absence(_ key: Key) -> Absence? {
    let known = view.absence(key)
    guard key.names.count > 1, mayCompute, let lost = loss(of: key) else { return known }
    if let known, position(of: known.withdrawal) > position(of: lost.withdrawal) { return known }
    return lost
  }

  /// The last removal of a computed value that contained the key.
  private func loss(of key: Key) -> Absence? {
    var found: Absence?
    var (around, node) = (Key(), ViewNode?.some(view.root))
    for (index, name) in key.names.dropLast().enumerated() {
      node = node?.member(name)
      around = around.appending(name)
      guard let node else { break }
      let taken = loss(of: key.names.dropFirst(index + 1), in: node, around)
      if let taken, found.map({ isLater(taken, than: $0) }) ?? true { found = taken }
    }
    return found
  }

  private func loss(of rest: ArraySlice<Name>, in head: ViewNode, _ key: Key) -> Absence? {
    var taken: Absence?
    for node in head.chain {
      if let part = node.written.last {
        if let taken, part.isComputed, leads(rest, from: node, key) { return taken }
        taken = Absence(withdrawal: .replaced(by: part))
      }
      switch node.displacement {
      case .withdrawn(let withdrawal): taken = Absence(withdrawal: withdrawal)
      case .restored(let marker, _):
        taken = Absence(withdrawal: .marker(marker, position: node.step.position))
      case .overridden, .replacedByObject, nil: break
      }
    }
    return nil
  }

  private func isLater(_ one: Absence, than other: Absence) -> Bool {
    position(of: one.withdrawal) > position(of: other.withdrawal)
  }

  private func position(of withdrawal: ValueRemoval) -> Int {
    if case .marker(_, let position) = withdrawal { return position }
    let level = view.level(of: withdrawal.place.file)
    return level.flatMap(view.lineage.position) ?? view.levels.count
  }
}
