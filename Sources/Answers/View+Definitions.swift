import Cascade
import JSONSource

extension View {
  /// The written values that define a key, highest precedence first.
  /// Inside an array these are the elements at the index, not whole arrays.
  func definitions(of key: Key, _ explanation: Explanation) -> [(
    step: TraceEntry, written: Definition
  )] {
    let isIndexed = key.names.dropFirst().contains { names.index($0) != nil }
    guard isIndexed else { return explanation.definitions.compactMap { $0.defining } }
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
            ? given.filter(written.holds).compactMap { Element($0).inner(rest.dropFirst()) }
            : [Element(written).inner(rest)].compactMap(\.self)
          return inner.first?.parts.first.map { (step, $0) }
        }
      }
      node = node?.member(name)
    }
    if let node { found += valueOutcomes.entries(at: node).compactMap { $0.defining } }
    return found.enumerated().sorted {
      ($1.element.step.position, $0.offset) < ($0.element.step.position, $1.offset)
    }.map(\.element)
  }
}

extension TraceEntry {
  fileprivate var defining: (step: TraceEntry, written: Definition)? {
    statement.written.map { (self, $0) }
  }
}

extension Explanation {
  /// The steps of values that define the key; a `{}` counts only if it is the value.
  fileprivate var definitions: [TraceEntry] {
    lazy var places = Set(origins.map(\.id))
    return steps.filter { step in
      guard case .value(let written) = step.statement else { return false }
      return !written.isEmptyObject || !step.outcome.isInForce || places.contains(step.place.id)
    }
  }
}

extension Definition {
  fileprivate func holds(_ other: Definition) -> Bool {
    file === other.file && (node..<document.indexAfter(node)).contains(other.node)
  }
}

extension View {
  /// The mentioned keys without a value below a key, topmost only, in order of first mention.
  /// Recursion is bounded by the length of keys.
  package func absences(below key: Key) -> [(key: Key, absence: Absence)] {
    let (node, rest) = deepest(key)
    var found: [(key: Key, absence: Absence)] = []
    if rest.isEmpty { Self.collect(node, key, &found) }
    return found
  }

  private static func collect(
    _ node: ViewNode, _ key: Key, _ found: inout [(key: Key, absence: Absence)]
  ) {
    for name in node.mentionedNames() {
      guard let member = node.member(name) else { continue }
      if member.isLive {
        collect(member, key.appending(name), &found)
      } else if let absence = member.absence {
        found.append((key.appending(name), absence))
      }
    }
  }
}
