import Cascade

/// The value of a key with all statements about it, highest precedence first.
package struct Explanation {
  package let key: Key
  let place: View.Deepest
  package let answer: Answer
  package let steps: [TraceEntry]
  /// What the evaluation of the value read.
  let record: EvaluationRecord

  package var dependencies: [Dependency] { record.dependencies }

  /// The explanation of a key in a computed value: the levels of the value explain it.
  func inside(_ key: Key, _ value: EffectiveValue, _ scope: Evaluation) -> Explanation {
    let place = (self.place.node, key.names[(self.key.names.count - self.place.rest.count)...])
    let cursor = ValueCursor(scope, key, place.0, scope.mask(key), value: value)
    return Explanation(
      key: key, place: place, answer: .value(cursor), steps: steps, record: record)
  }

  package var value: ValueCursor? { answer.value }

  /// The place of the value; for a merged object, the places of all parts in force.
  package var origins: [SourceRange] {
    guard let value else { return [] }
    if !value.isMergedObject { return value.places }
    let inForce = steps.filter(\.outcome.isInForce)
    // A `{}` beside other parts adds no members.
    let giving = inForce.filter { $0.statement.written?.isEmptyObject == false }
    return (giving.isEmpty ? inForce : giving).map(\.place)
  }

  /// nil for a secret array, because the places show how many elements it has, and how long they are.
  package var elements: [[SourceRange]]? {
    guard let value, value.element == nil, case .array(let merged) = value.node.state,
      value.shown != .secret
    else { return nil }
    return merged.elements.map { $0.parts.map(\.place) }
  }
}

extension Answer {
  var value: ValueCursor? { if case .value(let value) = self { value } else { nil } }
}

extension ValueCursor {
  package var origins: [SourceRange] { isMergedObject ? scope.explained(key).origins : places }
}

extension Evaluation {
  /// The dependencies of a key, without the statements about it.
  package func dependencies(of key: Key) throws(EvaluationError) -> [Dependency] {
    try recording { () throws(EvaluationError) in
      try wholeAnswer(key, view.deepest(key))
    }.record.dependencies
  }

  /// The value of a key with its reasons, from the same nodes.
  package func explain(_ key: Key) throws(EvaluationError) -> Explanation {
    let place = view.deepest(key)
    let (answer, record) = try recording { () throws(EvaluationError) in
      try wholeAnswer(key, place)
    }
    return Explanation(
      key: key, place: place, answer: answer, steps: view.steps(key, place, answer), record: record)
  }

  private func wholeAnswer(
    _ key: Key, _ place: View.Deepest
  ) throws(EvaluationError) -> Answer {
    let answer = try answer(key, place)
    // An object is explained with all its members.
    _ = try answer.value?.whole()
    return answer
  }
}

/// The leaves of a scope or value, and the values that cannot be evaluated.
package struct Overview {
  package private(set) var leaves: [ValueCursor] = []
  package private(set) var unresolved: [EvaluationError] = []

  package init(_ scope: Evaluation) throws(EvaluationError) {
    if let top = try scope.value(Key()) { self = Overview(of: top) }
  }

  /// Keys that are left out need not evaluate.
  package init(of value: ValueCursor, leavingOut isLeftOut: (Key) -> Bool = { _ in false }) {
    value.forEachLeaf { leaf, error in
      if isLeftOut(leaf.key) {
        if error == nil { leaves.append(leaf) }
        return
      }
      if let error {
        unresolved.append(error)
        return
      }
      leaves.append(leaf)
    }
  }
}
