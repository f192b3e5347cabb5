import JSONSource

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
