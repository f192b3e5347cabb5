import JSONSource

/// What became of a statement.
package enum Outcome: String {
  case effective, merged, overridden, stopped, excluded, replaced, refused
  case acted, idle

  /// Whether the statement gives something to what holds.
  package var isInForce: Bool { self == .effective || self == .merged }
}

/// One statement of one level about a key, and what became of it.
package struct Step {
  package enum Say {
    case value(Written)
    case marker(Marker)
  }

  package let say: Say
  /// The number of the level, from the farthest.
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
  /// What a computed value drew on.
  package let hops: [Hop]

  /// Where the value stands: one place, or the places of an object's parts that are in force.
  package var origins: [Place] {
    guard case .value(let value) = answer else { return [] }
    if !value.isPutTogether { return value.origins }
    let inForce = steps.filter(\.outcome.isInForce)
    // A `{}` beside other parts gives nothing.
    let giving = inForce.filter { step in
      if case .value(let value) = step.say { !value.isEmptyObject } else { false }
    }
    return (giving.isEmpty ? inForce : giving).map(\.place)
  }

  /// For an array that was merged: the places that gave each element.
  package var elements: [[Place]]? {
    guard case .value(let value) = answer, value.element == nil,
      case .array(let merged) = value.entry.state
    else { return nil }
    return merged.elements.map { $0.parts.map(\.place) }
  }
}

extension EffectiveValue {
  /// Whether it is an object to which several levels may have given something.
  var isPutTogether: Bool { value == nil && element == nil && entry.isObject }
}

extension AskedScope {
  /// The places where a value stands: one, or those of the parts that are in force.
  package func origins(of value: EffectiveValue) -> [Place] {
    value.isPutTogether ? view.explained(value.key).origins : value.origins
  }

  /// The answer under a key with its reasons, read off the same entry.
  package func explain(_ key: Key) throws(Unresolved) -> Explanation {
    let before = resolver.hops.count
    let answer = try answer(key)
    // An object is explained with all that is in it.
    if case .value(let value) = answer { _ = try whole(value) }
    var isValue = false
    if case .value = answer { isValue = true }
    return Explanation(
      key: key, answer: answer, steps: view.steps(key, hasValue: isValue),
      hops: Array(resolver.hops[before...]).withoutRepetitions)
  }
}

extension [Hop] {
  fileprivate var withoutRepetitions: [Hop] {
    var seen: Set<[AnyHashable]> = []
    return filter { hop in
      switch hop {
      case .key(let key, let scope, let place):
        seen.insert([key, scope, place.file.path, place.range.start]).inserted
      case .variable(let name): seen.insert([name]).inserted
      case .file(let file): seen.insert([file.path, file.home]).inserted
      }
    }
  }
}

extension View {
  /// The answer under a key as it is written, with its reasons: nothing is worked out.
  func explained(_ key: Key) -> Explanation {
    let (entry, rest) = deepest(key)
    let answer: Answer =
      rest.isEmpty && entry.isLive
      ? .value(EffectiveValue(entry: entry, key: key)) : .absent(absence(key))
    return Explanation(key: key, answer: answer, steps: steps(key), hops: [])
  }

  /// What every level says of a key, nearest first.
  ///
  /// A key with a value may lead into an array or a computed value, and then those tell of it.
  func steps(_ key: Key, hasValue: Bool = false) -> [Step] {
    let (entry, rest) = deepest(key)
    var head: Entry? = rest.isEmpty ? entry : self.entry(key)
    // A key that leads into an array, or beyond its end, or into a computed value, is explained by
    // the levels of what holds it.
    var about = key.names[...]
    if head == nil || hasValue && !rest.isEmpty, entry.hasArray || entry.isComputedValue {
      head = entry
      about = about.dropLast(rest.count)
    }
    let values = head.map { $0.valueSteps() } ?? []
    var fates = MarkerFates()
    head?.collect(into: &fates)
    var steps: [Step] = []
    var next = values[...]
    for number in levels.indices.reversed() {
      let markers = levels[number].statements.markers(about: about).map { marker in
        let outcome = fates.outcome(of: marker)
        let refuser = outcome == .refused ? fates.refused[ObjectIdentifier(marker)] : nil
        return Step(
          say: .marker(marker), level: number, outcome: outcome, by: refuser?.place)
      }
      // Nearest first: what acts on the way out, what the level writes, what acts on the way in.
      func isOnTheWayIn(_ step: Step) -> Bool {
        if case .marker(let marker) = step.say {
          marker.kind == .stop || marker.kind == .remove
        } else {
          false
        }
      }
      steps += markers.filter { !isOnTheWayIn($0) }
      while let value = next.first, value.level == number {
        steps.append(value)
        next.removeFirst()
      }
      steps += markers.filter(isOnTheWayIn)
    }
    return steps
  }
}

/// Which markers took something of a key, and which were refused.
struct MarkerFates {
  var acting: Set<ObjectIdentifier> = []
  /// With the final that refused them.
  var refused: [ObjectIdentifier: Marker] = [:]

  func outcome(of marker: Marker) -> Outcome {
    let id = ObjectIdentifier(marker)
    if acting.contains(id) { return .acted }
    if refused[id] != nil { return .refused }
    // Attributes take nothing; they hold.
    return marker.kind.takes ? .idle : .acted
  }
}

extension Marker {
  /// Whether it is a strategy that does away with an inherited object.
  fileprivate var replaces: Bool {
    if case .strategy(.replace) = detail { true } else { false }
  }
}

extension Statements {
  /// The markers of section 4 that name the key, something around it or something in it, as they are
  /// read; strategies only where they name exactly the key.
  fileprivate func markers(about path: ArraySlice<Name>, isBelow: Bool = false) -> [Marker] {
    var found = markers.filter {
      $0.kind.takes || $0.kind == .final
        || $0.kind == .merge && !isBelow && (path.isEmpty || $0.replaces)
    }
    let isLast = path.isEmpty
    if let name = path.first {
      found += members[name]?.markers(about: path.dropFirst()) ?? []
    } else {
      found += members.values.flatMap { $0.markers(about: [], isBelow: true) }
    }
    found += any?.markers(about: path.dropFirst(), isBelow: isLast) ?? []
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

  /// Notes the markers that took something from this key or from anything in it, and those that tried.
  func collect(into fates: inout MarkerFates) {
    var current: Entry? = self
    while let entry = current {
      switch entry.event {
      case .taken(.marker(let marker)), .takenBack(let marker, _):
        fates.acting.insert(ObjectIdentifier(marker))
      case .removed(let markers):
        for marker in markers { fates.acting.insert(ObjectIdentifier(marker)) }
      case .refused(let refusals):
        for refusal in refusals {
          if case .marker(let marker) = refusal.attempt {
            fates.refused[ObjectIdentifier(marker)] = refusal.by
          }
        }
      case .taken, .value, .inside: break
      }
      current = entry.behind
    }
    var layer = members
    while let members = layer {
      if case .marker(let marker)? = members.taking {
        fates.acting.insert(ObjectIdentifier(marker))
      }
      for entry in members.own.values { entry.collect(into: &fates) }
      layer = members.behind
    }
  }
}

extension Taking {
  fileprivate var outcome: Outcome {
    switch self {
    case .marker(let marker): marker.kind == .stop ? .stopped : .excluded
    case .replaced: .replaced
    case .refused: .refused
    }
  }
}
