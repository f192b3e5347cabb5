import Cascade
import JSONSource

extension Evaluation {
  /// The answer under a key as it is written, with its reasons: nothing is worked out.
  package func explained(_ key: Key) -> Explanation {
    let (node, rest) = view.deepest(key)
    let answer: Answer =
      rest.isEmpty && node.isLive
      ? .value(ValueCursor(self, key, node, mask(key))) : .absent(absence(key))
    return Explanation(key: key, answer: answer, steps: view.steps(key), dependencies: [])
  }
}

extension View {
  /// What every level says of a key, nearest first.
  ///
  /// A key with a value may lead into an array or a computed value, and then those tell of it.
  /// One that was lost may have led into a computed value, too.
  func steps(_ key: Key, hasValue: Bool = false, isLost: Bool = false) -> [Step] {
    let (node, rest) = deepest(key)
    var head: ViewNode? = rest.isEmpty ? node : self.node(key)
    // A key that leads into an array, or into a computed value, is explained by the levels of what
    // holds it.
    var about = key.names[...]
    if hasValue, !rest.isEmpty, node.hasArray || node.isComputedValue {
      head = node
      about = about.dropLast(rest.count)
    }
    var values = head.map { Self.steps(fates.told(at: $0)) } ?? []
    if !hasValue, head == nil, node.hasArray {
      // What has gone from an array went with the whole array.
      values = Self.steps(fates.told(at: node)).filter { !$0.outcome.isInForce }
    } else if isLost, head == nil {
      values = Self.steps(fates.told(at: node)).filter { step in
        !step.outcome.isInForce && step.say.written?.isComputed == true
      }
    }
    let wasObject = head?.chain.contains { $0.written.contains(where: \.isObject) } ?? false
    var marked = lineage.levels(concerning: .marked).map { position, level in
      (position: position, markers: level.markers(about: about, wasObject: wasObject))
    }.filter { !$0.markers.isEmpty }
    if marked.isEmpty { return values }
    let markerFates = MarkerFates(at: head)
    var steps: [Step] = []
    var next = values[...]
    while let (position, markers) = marked.popLast() {
      while let value = next.first, value.position > position {
        steps.append(value)
        next.removeFirst()
      }
      let said = markers.map { marker in
        Step(
          .marker(marker), at: position, markerFates.fate(of: marker),
          takes: markerFates.takes(marker))
      }
      // Nearest first: what acts on the way out, what the level writes, what acts on the way in.
      func isOnTheWayIn(_ step: Step) -> Bool { step.say.marker?.directive.concern == .laying }
      steps += said.filter { !isOnTheWayIn($0) }
      while let value = next.first, value.position == position {
        steps.append(value)
        next.removeFirst()
      }
      steps += said.filter(isOnTheWayIn)
    }
    steps += next
    return steps
  }

  private static func steps(_ told: [Step]) -> [Step] {
    // An object of one part is no merger.
    guard told.count(where: { $0.outcome == .merged }) == 1 else { return told }
    return told.map {
      $0.outcome == .merged ? Step($0.say, at: $0.position, Fate(.effective)) : $0
    }
  }
}
