import JSONSource

extension Resolver {
  func whole(of located: KeyTarget) throws(Interruption) -> EffectiveValue {
    switch located {
    case .made(let value): return value
    case .node(let position):
      let value =
        position.node.mayCompute
        ? try made(.whole(position.withoutTrail)) : position.node.value(position.mask)
      return value.coming(along: position.trail)
    case .inner(let element, let position):
      let value =
        element.isComputing
        ? try made(.element(element, position.withoutTrail)) : element.value(position.mask)
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
    let value = try parts.node(position)
    return try finished(value, parts, position)
  }

  func value(of element: Element, _ position: ValuePosition) throws(Interruption) -> EffectiveValue
  {
    var parts = Parts(resolver: self)
    let value = try parts.element(element, position)
    return try finished(value, parts, position)
  }

  private func finished(
    _ value: EffectiveValue?, _ parts: Parts, _ position: ValuePosition
  ) throws(Interruption) -> EffectiveValue {
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

    mutating func node(_ position: ValuePosition) throws(Interruption) -> EffectiveValue? {
      let node = position.node
      guard node.mayCompute else { return node.value(position.mask) }
      switch node.state {
      case .leaf(let written):
        return written.isComputed
          ? try result(of: written, position) : try element(Element(written), position)
      case .array(let merged): return try array(merged.elements, position)
      case .absent, .object:
        var members: [(name: Name, value: EffectiveValue)] = []
        for (name, member) in node.liveMembers() {
          if let value = try self.node(position.member(name, member)) {
            members.append((name, value))
          }
        }
        return compound(.object(members), members.map(\.value), position)
      }
    }

    private mutating func result(
      of written: Definition, _ position: ValuePosition
    ) throws(Interruption) -> EffectiveValue? {
      if failure != nil { return nil }
      let question = Question.result(written, position)
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

    mutating func element(
      _ element: Element, _ position: ValuePosition
    ) throws(Interruption) -> EffectiveValue? {
      guard element.isComputing else { return element.value(position.mask) }
      if case .written(let written) = element.content {
        if written.isComputed { return try result(of: written, position) }
        if written.isArray {
          return try array(
            written.document.elements(written.node).map { Element(written.at($0)) }, position)
        }
      }
      var members: [(name: Name, value: EffectiveValue)] = []
      for (name, member) in element.members {
        if let value = try self.element(member, position.inside(element, name)) {
          members.append((name, value))
        }
      }
      return compound(.object(members), members.map(\.value), position)
    }

    private mutating func array(
      _ elements: [Element], _ position: ValuePosition
    ) throws(Interruption) -> EffectiveValue? {
      let inner = position.atElement
      var values: [EffectiveValue] = []
      for element in elements {
        if let value = try self.element(element, inner) { values.append(value) }
      }
      return compound(.array(values), values, position)
    }

    private func compound(
      _ content: EffectiveValue.Content, _ parts: [EffectiveValue], _ position: ValuePosition
    ) -> EffectiveValue {
      EffectiveValue(content, position.mask, drawn: parts.reduce(.nothing) { $0 + $1.drawn })
    }
  }
}
