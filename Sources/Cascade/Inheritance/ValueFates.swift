import JSONSource

/// The outcomes of written values. The next event for a value decides its outcome.
package final class ValueFates {
  // Cached by key, because every object around a key asks for it.
  private var lists: [ObjectIdentifier: List] = [:]

  private struct List {
    let node: ViewNode
    let told: [Step]
    /// nil for few steps, where a linear search is faster.
    let byID: [Definition.ID: Fate]?

    static let few = 16
  }

  /// Nearest first.
  package func told(at head: ViewNode) -> [Step] {
    var told: [Step] = []
    var taken: Fate?
    var objectInFront: Definition?
    // After an exclusion restores a previous tree's value, its state before that tree applies again.
    var restored: [(to: ViewNode, taken: Fate?, objectInFront: Definition?)] = []
    let arrays = head.arrays
    let giving = arrays.count > 1 ? Set(arrays.map(\.id)) : []
    for node in head.chain {
      while let last = restored.last, last.to === node {
        (taken, objectInFront) = (last.taken, last.objectInFront)
        restored.removeLast()
      }
      let position = node.step.position
      for refusal in node.refusals.reversed() {
        guard case .value = refusal.attempt else { continue }
        told.append(Step(refusal.attempt, at: position, Fate(.refused, by: refusal.by.place)))
      }
      let parts = node.written
      for part in parts.reversed() {
        let fate =
          giving.contains(part.id)
          ? Fate(.merged) : fate(of: part, at: head, taken, objectInFront)
        told.append(Step(.value(part), at: position, fate))
      }
      if let part = parts.last {
        if part.isObject {
          if taken == nil { objectInFront = parts.first }
        } else {
          // The values behind a merged array contributed to it and share its outcome.
          taken = taken ?? objectInFront.map { Fate(.replaced, by: $0.place) }
          objectInFront = nil
        }
      }
      switch node.displacement {
      case .withdrawn(let withdrawal):
        taken = Fate(withdrawal.outcome, by: withdrawal.place)
        objectInFront = nil
      case .takenBack(let marker, let to):
        restored.append((to, taken, objectInFront))
        taken = Fate(.excluded, by: marker.place)
        objectInFront = nil
      case .overridden(let value, let wasObject):
        taken = Fate(wasObject ? .replaced : .overridden, by: value.place)
      case .replacedByObject(let object): taken = Fate(.replaced, by: object.place)
      case nil: break
      }
    }
    return told
  }

  private func fate(
    of part: Definition, at head: ViewNode, _ taken: Fate?, _ objectInFront: Definition?
  ) -> Fate {
    if part.isObject {
      let inside = inside(part, of: head)
      if let taken { return inside.isInForce ? Fate(.merged) : taken }
      return fate(ofPart: part, at: head, inside, objectInFront)
    }
    if let taken { return taken }
    return objectInFront.map { Fate(.replaced, by: $0.place) } ?? Fate(.effective)
  }

  private func fate(
    ofPart part: Definition, at head: ViewNode, _ inside: (isInForce: Bool, last: Fate?),
    _ front: Definition?
  ) -> Fate {
    let gone = head.absence.map { Fate($0.withdrawal.outcome, by: $0.place) }
    if part.isEmptyObject {
      if head.isObject && !head.isWrittenEmpty { return Fate(.merged) }
      return gone ?? front.map { Fate(.overridden, by: $0.place) } ?? Fate(.effective)
    }
    if inside.isInForce { return Fate(.merged) }
    // A later file of the same scope may have replaced the whole value.
    return inside.last ?? gone ?? front.map { Fate(.overridden, by: $0.place) } ?? Fate(.merged)
  }

  /// Also returns the outcome of the last member.
  private func inside(
    _ part: Definition, of head: ViewNode
  ) -> (isInForce: Bool, last: Fate?) {
    let members = part.document.members(part.node)
    // Fast exit: most parts have an effective leaf.
    for member in members where !member.isDirective {
      if case .leaf(let written)? = head.member(member.name)?.state, written.node == member.value,
        written.file === part.file
      {
        return (true, nil)
      }
    }
    var last: Fate?
    for member in members where !member.isDirective {
      guard let node = head.member(member.name),
        let fate = fate(of: part.at(member.value), at: node)
      else { continue }
      if fate.outcome.isInForce { return (true, fate) }
      last = fate
    }
    return (false, last)
  }

  package func fate(of written: Definition, at node: ViewNode) -> Fate? {
    let list = lists[ObjectIdentifier(node)] ?? makeList(at: node)
    if let byID = list.byID { return byID[written.id] }
    return list.told.first { $0.say.written?.isSame(as: written) == true }?.fate
  }

  private func makeList(at node: ViewNode) -> List {
    let told = told(at: node)
    var byID: [Definition.ID: Fate]?
    if told.count > List.few {
      let all = told.compactMap { step in step.say.written.map { ($0.id, step.fate) } }
      byID = Dictionary(all) { first, _ in first }
    }
    let list = List(node: node, told: told, byID: byID)
    lists[ObjectIdentifier(node)] = list
    return list
  }
}

extension Withdrawal {
  var outcome: Outcome {
    switch self {
    case .marker(let marker, _): marker.directive == .stop ? .stopped : .excluded
    case .replaced: .replaced
    case .refused: .refused
    }
  }
}
