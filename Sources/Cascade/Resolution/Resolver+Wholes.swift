import JSONSource

extension Resolver {
  func whole(of located: KeyTarget) throws(Interruption) -> EffectiveValue {
    switch located {
    case .made(let value): return value
    case .found(let position):
      let value =
        position.mayCompute ? try made(Question(.whole, position.withoutTrail)) : position.plain
      return value.coming(along: position.trail)
    case .absent: throw fail(.plain(.noValue))
    }
  }

  func made(_ question: Question) throws(Interruption) -> EffectiveValue {
    guard let value = try need(question).value else { throw fail(.plain(.noValue)) }
    return value
  }

  func value(of position: ValuePosition) throws(Interruption) -> EffectiveValue {
    var parts = Parts(resolver: self)
    let value = try parts.value(position)
    if !parts.missing.isEmpty { throw needs(parts.missing) }
    if let first = parts.failure { throw .failed(first) }
    guard let value else { throw fail(.plain(.noValue)) }
    if value.drawn.isTooMuch { throw fail(.plain(.tooMuch)) }
    try bound(value.measure, at: position)
    return value
  }

  /// Combines evaluated parts, and collects all unanswered questions.
  /// Recursion is limited by the nesting of keys and files.
  private struct Parts {
    let resolver: Resolver
    private(set) var missing: [Question] = []
    /// The first failure in document order.
    private(set) var failure: FailureID?

    mutating func value(_ position: ValuePosition) throws(Interruption) -> EffectiveValue? {
      guard position.mayCompute else { return position.plain }
      if position.computed != nil { return try result(position) }
      if let elements = position.elements {
        let inner = position.atElements
        var values: [EffectiveValue] = []
        for element in elements {
          if let value = try self.value(inner.holding(element)) { values.append(value) }
        }
        return compound(.array(values), values, position)
      }
      var members: [(name: Name, value: EffectiveValue)] = []
      try position.forEachMember { (name, inner) throws(Interruption) in
        if let value = try self.value(inner) { members.append((name, value)) }
      }
      return compound(.object(members), members.map(\.value), position)
    }

    private mutating func result(
      _ position: ValuePosition
    ) throws(Interruption) -> EffectiveValue? {
      if failure != nil { return nil }
      let question = Question(.result, position)
      guard resolver.isKnown(question) else {
        missing.append(question)
        return nil
      }
      do throws(Interruption) { return try resolver.need(question).value } catch {
        guard case .failed(let failed) = error else { throw error }
        failure = failure ?? failed
        return nil
      }
    }

    private func compound(
      _ content: EffectiveValue.Content, _ parts: [EffectiveValue], _ position: ValuePosition
    ) -> EffectiveValue {
      EffectiveValue(content, position.mask, drawn: parts.reduce(.nothing) { $0 + $1.drawn })
    }
  }
}
