import JSONSource

extension Entry {
  /// The values written here, nearest first, each with its outcome.
  func valueSteps() -> [Step] {
    var steps: [Step] = []
    forEachValue { written, level, fate in
      let (outcome, by) = fate()
      steps.append(Step(say: .value(written), level: level, outcome: outcome, by: by))
    }
    // An object of one part is no merger.
    let merged = steps.indices.filter { steps[$0].outcome == .merged }
    if merged.count == 1 {
      let step = steps[merged[0]]
      steps[merged[0]] = Step(say: step.say, level: step.level, outcome: .effective, by: nil)
    }
    return steps
  }

  /// Whether any level writes an array here.
  var hasArray: Bool {
    var current: Entry? = self
    while let entry = current {
      if case .value(let parts) = entry.event, parts.last?.isArray == true { return true }
      current = entry.behind
    }
    return false
  }

  private typealias Fate = (outcome: Outcome, by: Place?)

  /// Walks the list and tells for each value, when asked, what became of it: the next thing that
  /// happened decided it.
  private func forEachValue(_ body: (Written, Int, () -> Fate) -> Void) {
    var taken: Fate?
    var objectInFront: Written?
    // Where an exclusion took a tree's say back, what stands behind that tree goes on as it was.
    var restored: [(to: Entry, taken: Fate?, objectInFront: Written?)] = []
    let giving = arrays.count > 1 ? arrays : []
    var current: Entry? = self
    while let entry = current {
      while let last = restored.last, last.to.isSame(as: entry) {
        (taken, objectInFront) = (last.taken, last.objectInFront)
        restored.removeLast()
      }
      switch entry.event {
      case .inside, .removed: break
      case .taken(let taking):
        taken = (taking.outcome, taking.place)
        objectInFront = nil
      case .takenBack(let marker, let to):
        restored.append((to, taken, objectInFront))
        taken = (.excluded, marker.place)
        objectInFront = nil
      case .refused(let refusals):
        for refusal in refusals.reversed() {
          guard case .values(let parts) = refusal.attempt else { continue }
          for part in parts.reversed() {
            body(part, entry.level) { (.refused, refusal.by.place) }
          }
        }
      case .value(let parts):
        for part in parts.reversed() {
          let (front, taken) = (objectInFront, taken)
          body(part, entry.level) {
            if giving.contains(where: { $0.isSame(as: part) }) { return (.merged, nil) }
            if let taken { return self.hasMemberInForce(of: part) ? (.merged, nil) : taken }
            guard part.isObject else {
              return front.map { (.replaced, $0.place) } ?? (.effective, nil)
            }
            return self.fate(ofPart: part, front)
          }
        }
        if let part = parts.last, part.isObject {
          if taken == nil { objectInFront = parts.first }
        } else if case .array = entry.state {
          // What is behind took part in the same array, and shares its fate.
          taken = taken ?? objectInFront.map { (.replaced, $0.place) }
          objectInFront = nil
        } else if let part = parts.last {
          objectInFront = nil
          let isObjectBehind = entry.behind?.isObject == true
          taken = (isObjectBehind ? .replaced : .overridden, part.place)
        }
      }
      current = entry.behind
    }
  }

  /// Whether an exclusion brought a member of an object back that was taken as a whole.
  private func hasMemberInForce(of part: Written) -> Bool {
    guard part.isObject else { return false }
    return part.document.members(part.node).contains { member in
      !member.isDirective
        && members?.entry(member.name)?.fate(of: part.at(member.value))?.outcome.isInForce == true
    }
  }

  /// What became of one part of an object that is in force here.
  private func fate(ofPart part: Written, _ front: Written?) -> Fate {
    if part.isEmptyObject {
      if case .object(isWrittenEmpty: false) = state { return (.merged, nil) }
      if let taking = absence?.taking { return (taking.outcome, taking.place) }
      return front.map { (.overridden, $0.place) } ?? (.effective, nil)
    }
    var last: Fate?
    for member in part.document.members(part.node) where !member.isDirective {
      let value = part.at(member.value)
      guard let inner = members?.entry(member.name)?.fate(of: value) else { continue }
      if inner.outcome.isInForce { return (.merged, nil) }
      last = inner
    }
    if let last { return last }
    if let taking = absence?.taking { return (taking.outcome, taking.place) }
    // A later file of its own scope wrote over all of it.
    return front.map { (.overridden, $0.place) } ?? (.merged, nil)
  }

  private func fate(of value: Written) -> Fate? {
    var found: Fate?
    forEachValue { written, _, fate in
      if found == nil, written.isSame(as: value) { found = fate() }
    }
    return found
  }
}

extension Taking {
  var outcome: Outcome {
    switch self {
    case .marker(let marker): marker.kind == .stop ? .stopped : .excluded
    case .replaced: .replaced
    case .refused: .refused
    }
  }
}
