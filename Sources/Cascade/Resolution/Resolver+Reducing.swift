import JSONSource

extension Resolver {
  /// The target of a computed value; its members may stay unevaluated.
  func reduce(_ position: ValuePosition) throws(Halt) -> KeyTarget {
    guard let written = position.computed, let computed = written.computed else {
      return .found(position)
    }
    switch computed.source {
    case .reference(let reference, let scope, let map):
      let target = try follow(reference, scope, position)
      if case .absent(let absence) = target {
        return try fallback(position, noValue(reference, scope, position, absence))
      }
      guard let map else { return target }
      return try translate(target, written.at(map), reference, position)
    case .format(let pieces): return try format(pieces, position)
    case .environment(let name, let type): return try environment(name, type, position)
    case .file(let path, let trims):
      return try file(path, trims: trims, at: written.at(computed.node).place, position)
    }
  }

  private func format(
    _ pieces: [ComputedValue.Piece], _ position: ValuePosition
  ) throws(Halt) -> KeyTarget {
    var (text, count, isSecret): ([UInt8], Int, Bool) = ([], 0, false)
    var inputs: [ValueSources.Inputs] = []
    text.reserveCapacity(64)
    func add(_ piece: [UInt8]) {
      count += piece.count
      if count <= ValueSize.most.bytes { text += piece }
    }
    for piece in pieces {
      switch piece {
      case .text(let plain): add(plain)
      case .reference(let reference, let fallback):
        let target = try follow(reference, nil, position)
        if case .absent(let absence) = target {
          guard let fallback else {
            return try self.fallback(position, noValue(reference, nil, position, absence))
          }
          add(fallback)
          break
        }
        let value = try whole(of: target)
        add(try plainText(value, reference))
        if value.mask.isSecret { isSecret = true }
        if !value.sources.isEmpty { inputs.append(ValueSources.Inputs(value.sources)) }
      }
    }
    try keep(textBytes: count)
    return .made(
      EffectiveValue(
        .text(text), isSecret ? Mask.none.whole : .none,
        drawn: ValueSize(values: 1, bytes: count), sources: ValueSources(inputs: inputs)))
  }

  private func follow(
    _ reference: Reference, _ named: Scope?, _ position: ValuePosition
  ) throws(Halt) -> KeyTarget {
    var scope = position.scope
    if let named {
      guard let other = try self.scope(named: named) else {
        throw fail(.plain(.noScope(named)))
      }
      scope = other
      step.isOutside = true
    }
    switch reference.target {
    case .scope:
      step.isOfScope = true
      return .made(EffectiveValue(.text(scope.view.scope.path), .none))
    case .scopeName:
      step.isOfScope = true
      return .made(EffectiveValue(.text(scope.view.scope.names.last ?? []), .none))
    case .inherited:
      guard named == nil else { throw fail(.plain(.inheritedElsewhere)) }
      guard let inherited = position.computed.flatMap(position.node.statement)?.inherited else {
        return .absent(nil)
      }
      return try drawing(position.key, isInherited: true, in: scope) { () throws(Halt) in
        let start = ValuePosition(
          scope: scope, key: position.key, node: inherited, mask: scope.mask(position.key))
        return (try descend(start, []).drawn, inherited)
      }
    case .key(let key):
      return try drawing(key, in: scope) { () throws(Halt) in
        try locate(key, in: scope)
      }
    case .fact(let key): return try fact(key, of: scope.view.scope)
    case .inner(let up, let names):
      guard let object = position.outside(up) else { return .absent(nil) }
      return try descend(object, names[...]).drawn
    }
  }

  private func noValue(
    _ reference: Reference, _ named: Scope?, _ position: ValuePosition, _ absence: Absence?
  ) -> ResolutionFailure.Problem {
    let own = position.scope
    let scope = named ?? own.view.scope
    if case .fact(let key) = reference.target {
      return noFact(key, of: scope, reference)
    }
    var near: Key?
    if absence == nil, let key = reference.key {
      near = advice.suggestion(for: key) { own.view.suggestions(for: key, $0).first }
    }
    return .noValue(reference, in: scope, asked: named == nil ? own : nil, absence, near: near)
  }

  func fallback(
    _ position: ValuePosition, _ problem: @autoclosure () -> ResolutionFailure.Problem
  ) throws(Halt) -> KeyTarget {
    guard let written = position.computed, let node = written.computed?.fallback else {
      throw fail(problem())
    }
    return try descend(position.holding(Element(written.at(node))), [])
  }

  /// The value in `map` for a scalar (V1).
  private func translate(
    _ target: KeyTarget, _ map: Definition, _ reference: Reference,
    _ position: ValuePosition
  ) throws(Halt) -> KeyTarget {
    let value = try whole(of: target)
    let text = try plainText(value, reference)
    func translation(of text: [UInt8]) -> Definition? {
      map.document.members(map.node).first {
        !$0.isDirective && names.bytes(of: $0.name).elementsEqual(text)
      }.map { map.at($0.value) }
    }
    // The selected value reveals the selector, so it inherits its secrets and sources.
    let inputs = value.sources.isEmpty ? [] : [ValueSources.Inputs(value.sources)]
    let trail = Provenance(
      mask: value.mask.isSecret ? Mask.none.whole : .none, sources: ValueSources(inputs: inputs))
    guard let found = translation(of: text) ?? translation(of: [UInt8(ascii: "*")]) else {
      return try fallback(position, .noTranslation(reference, in: position.scope)).coming(
        along: trail)
    }
    return try descend(position.holding(Element(found)), []).coming(along: trail)
  }

  /// The text of a scalar in a `$format` (V2).
  private func plainText(_ value: EffectiveValue, _ reference: Reference) throws(Halt)
    -> [UInt8]
  {
    if let text = value.text { return text }
    switch value.kind {
    case .number, .true, .false: return Array(value.spelling)
    default: throw fail(.plain(.noText(reference.text, TypeName(value.kind))))
    }
  }
}
