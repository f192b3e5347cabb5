import Cascade
import JSONSource

extension Evaluation {
  /// The explanation of a key as written, without evaluating computed values.
  package func explained(_ key: Key) -> Explanation {
    let place = view.deepest(key)
    let answer: Answer =
      place.rest.isEmpty && place.node.isLive
      ? .value(ValueCursor(self, key, place.node, mask(key))) : .absent(absence(key, place))
    return Explanation(
      key: key, place: place, answer: answer, steps: view.steps(key, place), record: .nothing)
  }
}

extension View {
  func steps(_ key: Key) -> [TraceEntry] { steps(key, deepest(key)) }

  /// The statements of all levels about a key, highest precedence first.
  /// A key inside an array or a computed value has those of the container, also if a computed value was removed.
  func steps(_ key: Key, _ place: Deepest, _ answer: Answer = .absent(nil)) -> [TraceEntry] {
    let (node, rest) = place
    let hasValue = answer.value != nil
    // A key inside an array or a computed value is explained by the levels of the container.
    if hasValue, !rest.isEmpty, node.hasArray || node.isComputedValue {
      return valueOutcomes.steps(inside: node) {
        steps(valueSteps(at: node), at: node, about: key.names.dropLast(rest.count))
      }
    }
    let head = rest.isEmpty ? node : self.node(key)
    var values = head.map { valueSteps(at: $0) } ?? []
    if !hasValue, head == nil, node.hasArray {
      // A removed element was removed with the whole array.
      values = valueSteps(at: node).filter { step in
        guard let array = step.statement.written, array.isArray, !step.outcome.isInForce
        else { return false }
        return Element(array).inner(rest) != nil
      }
    } else if case .absent(.some) = answer, head == nil {
      // A directive removed the computed value around it.
      values = valueSteps(at: node).filter { step in
        !step.outcome.isInForce && step.statement.written?.isComputed == true
      }
    }
    return steps(values, at: head, about: key.names[...])
  }

  /// The statements about values with those of markers about a key.
  private func steps(
    _ values: [TraceEntry], at head: ViewNode?, about: ArraySlice<Name>
  ) -> [TraceEntry] {
    let wasObject = head?.chain.contains { $0.written.contains(where: \.isObject) } ?? false
    var marked = lineage.marked.map { position, level in
      (position: position, markers: level.markers(about: about, wasObject: wasObject))
    }.filter { !$0.markers.isEmpty }
    if marked.isEmpty { return values }
    let markerOutcomes = MarkerOutcomes(at: head)
    var steps: [TraceEntry] = []
    var next = values[...]
    func takeValues(where isMeant: (TraceEntry) -> Bool) {
      let taken = next.prefix(while: isMeant)
      steps += taken
      next = next.dropFirst(taken.count)
    }
    while let (position, markers) = marked.popLast() {
      takeValues { $0.position > position }
      let said = markers.map { marker in
        TraceEntry(
          .marker(marker), at: position, markerOutcomes.statementOutcome(of: marker),
          takes: markerOutcomes.takes(marker))
      }
      // Highest precedence first: actions on leaving the level, its values, actions on entering it.
      func isOnTheWayIn(_ step: TraceEntry) -> Bool {
        step.statement.marker?.directive.concern == .value
      }
      steps += said.filter { !isOnTheWayIn($0) }
      takeValues { $0.position == position }
      steps += said.filter(isOnTheWayIn)
    }
    steps += next
    return steps
  }

  private func valueSteps(at node: ViewNode) -> [TraceEntry] {
    var steps = valueOutcomes.entries(at: node)
    // An object with a single part is not merged.
    if let index = steps.firstIndex(where: { $0.outcome == .merged }),
      !steps[(index + 1)...].contains(where: { $0.outcome == .merged })
    {
      steps[index] = TraceEntry(
        steps[index].statement, at: steps[index].position, StatementOutcome(.effective))
    }
    return steps
  }
}
