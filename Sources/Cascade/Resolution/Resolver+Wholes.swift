import JSONSource

extension Resolver {
  func whole(of located: KeyTarget) throws(Halt) -> EffectiveValue {
    switch located {
    case .made(let value): return value
    case .found(let position):
      if !position.mayCompute { return position.plain }
      return try made(question(.whole, position.withoutTrail)).coming(along: position.trail)
    case .absent: throw fail(.plain(.noValue))
    }
  }

  /// The whole value of a computed value.
  func result(of position: ValuePosition) throws(Halt) -> EffectiveValue {
    let question = question(.reduced, position)
    // Most are texts. Only a value that may have members is a question of its own.
    if case .made(let value) = try need(question).located, case .text = value.content {
      return value.drawn.values > 0 ? value : value.drawing(value.measure.amount)
    }
    return try made(Question(kind: .result, position: position, number: question.number))
  }

  func made(_ question: Question) throws(Halt) -> EffectiveValue {
    guard let value = try need(question).value else { throw fail(.plain(.noValue)) }
    return value
  }

  func combined(_ position: ValuePosition) throws(Halt) -> EffectiveValue {
    let value = try value(of: position)
    if value.drawn.isTooMuch { throw fail(.plain(.tooMuch)) }
    try bound(value.measure, at: position)
    return value
  }

  private func value(of position: ValuePosition) throws(Halt) -> EffectiveValue {
    guard position.mayCompute else { return position.plain }
    if position.computed != nil { return try result(of: position) }
    // Of many members each may be deep: the others are not combined again for it.
    func settled(_ part: ValuePosition) throws(Halt) -> EffectiveValue {
      try settling { () throws(Halt) in try value(of: part) }
    }
    if let elements = position.elements {
      let inner = position.atElements
      var values: [EffectiveValue] = []
      for element in elements { values.append(try settled(inner.holding(element))) }
      return compound(.array(values), values, position)
    }
    let members = try position.members(settled)
    return compound(.object(members), members.map(\.value), position)
  }

  private func compound(
    _ content: EffectiveValue.Content, _ parts: [EffectiveValue], _ position: ValuePosition
  ) -> EffectiveValue {
    EffectiveValue(content, position.mask, drawn: parts.reduce(.nothing) { $0 + $1.drawn })
  }
}
