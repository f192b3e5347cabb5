import JSONSource

extension Resolver {
  func whole(of located: KeyTarget) throws(Halt) -> EffectiveValue {
    switch located {
    case .made(let value): return value
    case .found(let position):
      let value =
        position.mayCompute ? try made(question(.whole, position.withoutTrail)) : position.plain
      return value.coming(along: position.trail)
    case .absent: throw fail(.plain(.noValue))
    }
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
    if position.computed != nil { return try made(question(.result, position)) }
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
