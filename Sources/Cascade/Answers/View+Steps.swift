import JSONSource

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
    // A key that leads into an array, or into a computed value, is explained by the levels of what
    // holds it.
    var about = key.names[...]
    if hasValue, !rest.isEmpty, entry.hasArray || entry.isComputedValue {
      head = entry
      about = about.dropLast(rest.count)
    }
    var values = head.map { $0.valueSteps() } ?? []
    if !hasValue, head == nil, entry.hasArray {
      // What has gone from an array went with the whole array.
      values = entry.valueSteps().filter { !$0.outcome.isInForce }
    }
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
