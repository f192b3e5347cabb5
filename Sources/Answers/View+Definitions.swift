import Cascade

extension View {
  /// Visits the written values that define a key, lowest precedence first.
  /// Inside an array these are the elements at the index, not whole arrays.
  func forEachDefinition(
    of key: Key, _ explanation: Explanation, _ body: (TraceEntry, Definition) -> Void
  ) {
    if !names.hasIndex(key) { return explanation.forEachDefinition(body) }
    for (step, written) in definitions(inArrays: key, explanation).reversed() {
      body(step, written)
    }
  }

  private func definitions(inArrays key: Key, _ explanation: Explanation) -> [(
    step: TraceEntry, written: Definition
  )] {
    var found: [(step: TraceEntry, written: Definition)] = []
    var node: ViewNode? = root
    for (count, name) in key.names.enumerated() {
      let rest = key.names[count...]
      if count > 0, let node, names.index(name) != nil || node.isComputedValue {
        lazy var given = names.index(name).flatMap(node.element)?.parts ?? []
        for step in valueOutcomes.entries(at: node) {
          guard let written = step.statement.written else { continue }
          if written.isComputed {
            if step.outcome.isInForce && explanation.value != nil { found.append((step, written)) }
            continue
          }
          if !written.isArray { continue }
          let inner =
            step.outcome.isInForce
            ? given.filter(written.holds).compactMap { Element($0).inner(rest.dropFirst()) }.first
            : Element(written).inner(rest)
          if let part = inner?.parts.first { found.append((step, part)) }
        }
      }
      node = node?.member(name)
    }
    if let node {
      for step in valueOutcomes.entries(at: node) {
        if let written = step.statement.written { found.append((step, written)) }
      }
    }
    if found.count < 2 { return found }
    return found.enumerated().sorted {
      ($1.element.step.position, $0.offset) < ($0.element.step.position, $1.offset)
    }.map(\.element)
  }

  /// The mentioned keys without a value below a key, topmost only, in order of first mention.
  /// Recursion is bounded by the length of keys.
  package func absences(below key: Key) -> [(key: Key, absence: Absence)] {
    var found: [(key: Key, absence: Absence)] = []
    func collect(_ node: ViewNode, _ key: Key) {
      for name in node.mentionedNames() {
        guard let member = node.member(name) else { continue }
        if member.isLive {
          collect(member, key.appending(name))
        } else if let absence = member.absence {
          found.append((key.appending(name), absence))
        }
      }
    }
    let (node, rest) = deepest(key)
    if rest.isEmpty { collect(node, key) }
    return found
  }
}

extension Explanation {
  /// The written values that define the key; a `{}` counts only if it is the value.
  fileprivate func forEachDefinition(_ body: (TraceEntry, Definition) -> Void) {
    lazy var places = Set(origins.map(\.id))
    for step in steps.reversed() {
      guard let written = step.statement.written,
        !written.isEmptyObject || !step.outcome.isInForce || places.contains(step.place.id)
      else { continue }
      body(step, written)
    }
  }
}

extension Definition {
  fileprivate func holds(_ other: Definition) -> Bool {
    file === other.file && (node..<document.indexAfter(node)).contains(other.node)
  }
}
