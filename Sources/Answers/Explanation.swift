import Cascade
import JSONSource

/// A key's answer with everyone's say, nearest first.
package struct Explanation {
  package let key: Key
  package let answer: Answer
  package let steps: [Step]
  /// What a computed value drew on.
  package let dependencies: [Dependency]

  package var value: ValueCursor? { answer.value }

  /// Where the value stands: one place, or the places of an object's parts that are in force.
  package var origins: [SourceRange] {
    guard let value else { return [] }
    if !value.isPutTogether { return value.places }
    let inForce = steps.filter(\.outcome.isInForce)
    // A `{}` beside other parts gives nothing.
    let giving = inForce.filter { $0.say.written?.isEmptyObject == false }
    return (giving.isEmpty ? inForce : giving).map(\.place)
  }

  /// For an array that was merged: the places that gave each element.
  package var elements: [[SourceRange]]? {
    guard let value, value.element == nil, case .array(let merged) = value.node.state
    else { return nil }
    return merged.elements.map { $0.parts.map(\.place) }
  }
}

extension Answer {
  var value: ValueCursor? { if case .value(let value) = self { value } else { nil } }

  /// Whether something took the value.
  var isLost: Bool { if case .absent(.some) = self { true } else { false } }
}

extension ValueCursor {
  /// The places where the value stands: one, or those of the parts that are in force.
  package var origins: [SourceRange] { isPutTogether ? scope.explained(key).origins : places }
}

extension Evaluation {
  /// What the value of a key draws on; nothing is told of who says what.
  package func dependencies(of key: Key) throws(Unresolved) -> [Dependency] {
    try dependencies { () throws(Unresolved) in _ = try wholeAnswer(key) }
  }

  /// The answer under a key with its reasons, read off the same nodes.
  package func explain(_ key: Key) throws(Unresolved) -> Explanation {
    var answer = Answer.absent(nil)
    let dependencies = try dependencies { () throws(Unresolved) in
      answer = try wholeAnswer(key)
    }
    return explanation(of: key, answer, dependencies)
  }

  /// The same, with what was read of the scope in the place of what was drawn on.
  func explainedWithReads(
    _ key: Key
  ) throws(Unresolved) -> (explanation: Explanation, reads: Reads) {
    var answer = Answer.absent(nil)
    let reads = try reads { () throws(Unresolved) in answer = try wholeAnswer(key) }
    return (explanation(of: key, answer, []), reads)
  }

  private func wholeAnswer(_ key: Key) throws(Unresolved) -> Answer {
    let answer = try answer(key)
    // An object is explained with all that is in it.
    _ = try answer.value?.whole()
    return answer
  }

  private func explanation(
    of key: Key, _ answer: Answer, _ dependencies: [Dependency]
  ) -> Explanation {
    Explanation(
      key: key, answer: answer,
      steps: view.steps(key, hasValue: answer.value != nil, isLost: answer.isLost),
      dependencies: dependencies)
  }
}
