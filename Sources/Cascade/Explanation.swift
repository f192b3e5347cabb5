import JSONSource

/// What became of a statement.
package enum Outcome: String {
  case effective, merged, overridden, stopped, excluded, replaced
  case acted, idle
}

/// One statement of one level about a key, and what became of it.
package struct Step {
  package enum Say {
    case value(Written)
    case marker(Marker)
  }

  package let say: Say
  /// The number of the level, from the root.
  package let level: Int
  package let outcome: Outcome
  /// The nearest place that decided it.
  package let by: Place?

  package var place: Place {
    switch say {
    case .value(let value): value.place
    case .marker(let marker): marker.place
    }
  }
}

/// A key's answer with everyone's say, nearest first.
package struct Explanation {
  package let key: Key
  package let answer: Answer
  package let steps: [Step]

  /// Where the value stands: one place, or the places of an object's parts that are in force.
  package var origins: [Place] {
    guard case .value(let value) = answer else { return [] }
    if let element = value.element { return [element.place] }
    let inForce = steps.filter { $0.outcome == .effective || $0.outcome == .merged }
    // A `{}` beside other parts gives nothing.
    let giving = inForce.filter { step in
      if case .value(let value) = step.say { !value.isEmptyObject } else { false }
    }
    return (giving.isEmpty ? inForce : giving).map(\.place)
  }
}

extension View {
  /// The answer under a key with its reasons, read off the same entry.
  package func explain(_ key: Key) -> Explanation {
    let answer = answer(key)
    var head = entry(key)
    // A key that leads into an array, or beyond its end, is explained by the array's levels.
    var around = key.names
    while head == nil, !around.isEmpty {
      around.removeLast()
      if let entry = entry(Key(around)) { head = entry.hasArray ? entry : nil }
    }
    let values = head.map { $0.valueSteps() } ?? []
    var acting = Set<ObjectIdentifier>()
    head?.collectActing(into: &acting)
    var steps: [Step] = []
    var next = values[...]
    for number in levels.indices.reversed() {
      let markers = levels[number].statements.markers(about: key.names[...]).map { marker in
        let acted = acting.contains(ObjectIdentifier(marker))
        return (
          marker,
          Step(say: .marker(marker), level: number, outcome: acted ? .acted : .idle, by: nil)
        )
      }
      // Nearest first: what acts on the way out, what the level writes, what acts on the way in.
      steps += markers.filter { $0.0.kind == .exclude }.map(\.1)
      while let value = next.first, value.level == number {
        steps.append(value)
        next.removeFirst()
      }
      steps += markers.filter { $0.0.kind == .stop }.map(\.1)
    }
    return Explanation(key: key, answer: answer, steps: steps)
  }
}

extension Statements {
  /// The markers that name the key, something around it or something in it, as they are read.
  fileprivate func markers(about path: ArraySlice<Name>) -> [Marker] {
    var found = stops + excludes
    if let name = path.first {
      found += members[name]?.markers(about: path.dropFirst()) ?? []
    } else {
      found += members.values.flatMap { $0.markers(about: []) }
    }
    found += any?.markers(about: path.dropFirst()) ?? []
    found.sort { $0.isRead(before: $1) }
    return found
  }
}

extension Entry {
  /// The values written here, nearest first, each with its outcome.
  fileprivate func valueSteps() -> [Step] {
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
  fileprivate var hasArray: Bool {
    var current: Entry? = self
    while let entry = current {
      if case .value(let parts) = entry.event, parts.last?.kind == .array { return true }
      current = entry.behind
    }
    return false
  }

  private typealias Fate = () -> (outcome: Outcome, by: Place?)

  /// Walks the list and tells for each value, when asked, what became of it: the next thing that
  /// happened decided it.
  private func forEachValue(_ body: (Written, Int, Fate) -> Void) {
    var taken: (Outcome, Place)?
    var objectInFront: Written?
    var current: Entry? = self
    while let entry = current {
      switch entry.event {
      case .inside: break
      case .taken(let taking):
        taken = (taking.outcome, taking.place)
        objectInFront = nil
      case .value(let parts):
        for part in parts.reversed() {
          let front = objectInFront
          body(part, entry.level) {
            if let taken { return (taken.0, taken.1) }
            guard part.kind == .object else {
              return front.map { (.replaced, $0.place) } ?? (.effective, nil)
            }
            return self.fate(ofPart: part, front)
          }
        }
        if let part = parts.last, part.kind == .object {
          if taken == nil { objectInFront = parts.first }
        } else if let part = parts.last {
          objectInFront = nil
          let isObjectBehind = entry.behind?.isObject == true
          taken = (isObjectBehind ? .replaced : .overridden, part.place)
        }
      }
      current = entry.behind
    }
  }

  /// What became of one part of an object that is in force here.
  private func fate(ofPart part: Written, _ front: Written?) -> (outcome: Outcome, by: Place?) {
    if part.isEmptyObject {
      if case .object(isWrittenEmpty: false) = state { return (.merged, nil) }
      if let taking = absence?.taking { return (taking.outcome, taking.place) }
      return front.map { (.overridden, $0.place) } ?? (.effective, nil)
    }
    var last: (outcome: Outcome, by: Place?)?
    for member in part.document.members(part.node) where !member.isDirective {
      let value = Written(file: part.file, node: member.value)
      guard let inner = members?.entry(member.name)?.fate(of: value) else { continue }
      if inner.outcome == .effective || inner.outcome == .merged { return (.merged, nil) }
      last = inner
    }
    if let last { return last }
    if let taking = absence?.taking { return (taking.outcome, taking.place) }
    // A later file of its own scope wrote over all of it.
    return front.map { (.overridden, $0.place) } ?? (.merged, nil)
  }

  private func fate(of value: Written) -> (outcome: Outcome, by: Place?)? {
    var found: (outcome: Outcome, by: Place?)?
    forEachValue { written, _, fate in
      if found == nil, written.isSame(as: value) { found = fate() }
    }
    return found
  }

  /// The markers that took something from this key or from anything in it.
  fileprivate func collectActing(into acting: inout Set<ObjectIdentifier>) {
    var current: Entry? = self
    while let entry = current {
      if case .taken(.marker(let marker)) = entry.event { acting.insert(ObjectIdentifier(marker)) }
      current = entry.behind
    }
    var layer = members
    while let members = layer {
      if case .marker(let marker)? = members.taking { acting.insert(ObjectIdentifier(marker)) }
      for entry in members.own.values { entry.collectActing(into: &acting) }
      layer = members.behind
    }
  }
}

extension Taking {
  fileprivate var outcome: Outcome {
    switch self {
    case .marker(let marker): marker.kind == .stop ? .stopped : .excluded
    case .replaced: .replaced
    }
  }
}
