import Cascade

extension View {
  /// The written values that define a key, highest precedence first.
  /// Inside an array these are the elements at the index, not whole arrays.
  func definitions(of key: Key, _ explanation: Explanation) -> [(
    step: TraceEntry, written: Definition
  )] {
    guard names.hasIndex(key) else { return explanation.definitions }
    var found: [(step: TraceEntry, written: Definition)] = []
    var node: ViewNode? = root
    for (count, name) in key.names.enumerated() {
      let rest = key.names[count...]
      if count > 0, let node, names.index(name) != nil || node.isComputedValue {
        let given = names.index(name).flatMap(node.element)?.parts ?? []
        found += valueOutcomes.entries(at: node).compactMap { step in
          guard let written = step.statement.written else { return nil }
          if written.isComputed {
            return step.outcome.isInForce && explanation.value != nil ? (step, written) : nil
          }
          guard written.isArray else { return nil }
          let inner =
            step.outcome.isInForce
            ? given.filter(written.holds).compactMap { Element($0).inner(rest.dropFirst()) }.first
            : Element(written).inner(rest)
          return inner?.parts.first.map { (step, $0) }
        }
      }
      node = node?.member(name)
    }
    if let node { found += valueOutcomes.entries(at: node).compactMap { $0.defining } }
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

extension TraceEntry {
  fileprivate var defining: (step: TraceEntry, written: Definition)? {
    statement.written.map { (self, $0) }
  }
}

extension Explanation {
  /// The written values that define the key; a `{}` counts only if it is the value.
  fileprivate var definitions: [(step: TraceEntry, written: Definition)] {
    lazy var places = Set(origins.map(\.id))
    return steps.compactMap { step in
      guard let written = step.statement.written,
        !written.isEmptyObject || !step.outcome.isInForce || places.contains(step.place.id)
      else { return nil }
      return (step, written)
    }
  }
}

extension Definition {
  fileprivate func holds(_ other: Definition) -> Bool {
    file === other.file && (node..<document.indexAfter(node)).contains(other.node)
  }
}
