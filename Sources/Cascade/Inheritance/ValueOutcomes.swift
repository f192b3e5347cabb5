import JSONSource

/// The outcomes of written values. The next event for a value decides its outcome.
package final class ValueOutcomes {
  private typealias Outcomes = Catalog<Definition.ID, StatementOutcome>

  // Cached by key, because every object around a key asks for it.
  private var known: [ViewNode.ID: (node: ViewNode, outcomes: Outcomes)] = [:]

  // Each element of an array asks for the entries of the array, and for the statements about it.
  private var last: (node: ViewNode, entries: [TraceEntry])?
  private var lastSteps: (node: ViewNode, steps: [TraceEntry])?

  package func steps(inside node: ViewNode, _ make: () -> [TraceEntry]) -> [TraceEntry] {
    if let lastSteps, lastSteps.node.isSame(as: node) { return lastSteps.steps }
    let steps = make()
    lastSteps = (node, steps)
    return steps
  }

  /// Nearest first.
  package func entries(at head: ViewNode) -> [TraceEntry] {
    if let last, last.node.isSame(as: head) { return last.entries }
    let entries = makeEntries(at: head)
    last = (head, entries)
    return entries
  }

  private func makeEntries(at head: ViewNode) -> [TraceEntry] {
    var entries: [TraceEntry] = []
    var taken: StatementOutcome?
    var objectInFront: Definition?
    // After an exclusion restores a previous tree's value, its state before that tree applies again.
    var restored: [(to: ViewNode, taken: StatementOutcome?, objectInFront: Definition?)] = []
    let arrays = head.mergedArrays
    let giving = arrays.count > 1 ? Set(arrays.map(\.id)) : []
    for node in head.chain {
      while let last = restored.last, last.to.isSame(as: node) {
        (taken, objectInFront) = (last.taken, last.objectInFront)
        restored.removeLast()
      }
      let position = node.step.position
      for refusal in node.refusals.reversed() {
        guard case .value = refusal.attempt else { continue }
        entries.append(
          TraceEntry(
            refusal.attempt, at: position, StatementOutcome(.refused, by: refusal.by.place)))
      }
      let parts = node.written
      for part in parts.reversed() {
        let statementOutcome =
          giving.contains(part.id)
          ? StatementOutcome(.merged) : statementOutcome(of: part, at: head, taken, objectInFront)
        entries.append(TraceEntry(.value(part), at: position, statementOutcome))
      }
      if let part = parts.last {
        if part.isObject {
          if taken == nil { objectInFront = parts.first }
        } else {
          // The values behind a merged array contributed to it and share its outcome.
          taken = taken ?? objectInFront.map { StatementOutcome(.replaced, by: $0.place) }
          objectInFront = nil
        }
      }
      switch node.displacement {
      case .withdrawn(let withdrawal):
        taken = StatementOutcome(withdrawal.outcome, by: withdrawal.place)
        objectInFront = nil
      case .restored(let marker, let to):
        restored.append((ViewNode(node.fold, to), taken, objectInFront))
        taken = StatementOutcome(.excluded, by: marker.place)
        objectInFront = nil
      case .overridden(let value, let wasObject):
        taken = StatementOutcome(wasObject ? .replaced : .overridden, by: value.place)
      case .replacedByObject(let object): taken = StatementOutcome(.replaced, by: object.place)
      case nil: break
      }
    }
    return entries
  }

  private func statementOutcome(
    of part: Definition, at head: ViewNode, _ taken: StatementOutcome?, _ front: Definition?
  ) -> StatementOutcome {
    guard part.isObject else {
      return taken ?? front.map { StatementOutcome(.replaced, by: $0.place) }
        ?? StatementOutcome(.effective)
    }
    // If the value was removed, nothing in it is in force.
    if let taken, !head.isObject { return taken }
    let inside = inside(part, of: head)
    if let taken { return inside.isInForce ? StatementOutcome(.merged) : taken }
    let gone =
      head.absence.map { StatementOutcome($0.reason, by: $0.place) }
      ?? front.map { StatementOutcome(.overridden, by: $0.place) }
    if part.isEmptyObject {
      if head.isObject && !head.isWrittenEmpty { return StatementOutcome(.merged) }
      return gone ?? StatementOutcome(.effective)
    }
    if inside.isInForce { return StatementOutcome(.merged) }
    // A later file of the same scope may have replaced the whole value.
    return inside.last ?? gone ?? StatementOutcome(.merged)
  }

  /// Also returns the outcome of the last member.
  private func inside(
    _ part: Definition, of head: ViewNode
  ) -> (isInForce: Bool, last: StatementOutcome?) {
    let members = part.document.members(part.node)
    // Fast exit: most parts have an effective leaf.
    for member in members where !member.isDirective {
      if case .leaf(let written)? = head.member(member.name)?.state, written.node == member.value,
        written.file === part.file
      {
        return (true, nil)
      }
    }
    var last: StatementOutcome?
    for member in members where !member.isDirective {
      guard let node = head.member(member.name),
        let statementOutcome = statementOutcome(of: part.at(member.value), at: node)
      else { continue }
      if statementOutcome.outcome.isInForce { return (true, statementOutcome) }
      last = statementOutcome
    }
    return (false, last)
  }

  package func statementOutcome(of written: Definition, at node: ViewNode) -> StatementOutcome? {
    if let known = known[ViewNode.ID(node)] { return known.outcomes[written.id] }
    var outcomes = Outcomes()
    for entry in entries(at: node) {
      guard let written = entry.statement.written else { continue }
      _ = outcomes[written.id, orNew: entry.statementOutcome]
    }
    known[ViewNode.ID(node)] = (node, outcomes)
    return outcomes[written.id]
  }
}

/// An outcome with the place that decided it.
package struct StatementOutcome {
  package let outcome: Outcome
  /// The nearest such place.
  package let by: SourceRange?

  package init(_ outcome: Outcome, by: SourceRange? = nil) {
    (self.outcome, self.by) = (outcome, by)
  }
}

/// A statement of a level about a key, with its outcome.
package struct TraceEntry {
  package let statement: Statement
  package let position: Int
  package let statementOutcome: StatementOutcome
  /// False if a marker only restored the value of previous trees.
  package let takes: Bool

  package init(
    _ statement: Statement, at position: Int, _ statementOutcome: StatementOutcome,
    takes: Bool = false
  ) {
    (self.statement, self.position, self.statementOutcome, self.takes) = (
      statement, position, statementOutcome, takes
    )
  }

  package var outcome: Outcome { statementOutcome.outcome }
  package var by: SourceRange? { statementOutcome.by }
  package var place: SourceRange { statement.place }
}
