import Cascade
import JSONSource

extension View {
  /// What the levels write that defines a key, nearest first: of a key that may lead into an array the
  /// arrays that have the element, the others being no business of the key.
  func definitions(of key: Key, _ explanation: Explanation) -> [Step] {
    let isIndexed = key.names.dropFirst().contains { names.index($0) != nil }
    guard isIndexed else { return explanation.definitions }
    var found: [Step] = []
    var node: ViewNode? = root
    for (count, name) in key.names.enumerated() {
      let rest = key.names[count...]
      if count > 0, let node, names.index(name) != nil || node.isComputedValue {
        let given = names.index(name).flatMap { index in
          node.elements.flatMap { $0.indices.contains(index) ? $0[index].parts : nil }
        }?.filter { Element($0).leads(rest.dropFirst(), names) }
        found += fates.told(at: node).filter { step in
          guard let written = step.say.written else { return false }
          if written.isComputed { return step.outcome.isInForce }
          return written.isArray
            && (step.outcome.isInForce
              ? given?.contains { written.holds($0) } == true
              : Element(written).leads(rest, names))
        }
      }
      node = node?.member(name)
    }
    if let node { found += fates.told(at: node) }
    return found.enumerated().sorted {
      ($1.element.position, $0.offset) < ($0.element.position, $1.offset)
    }.map(\.element)
  }
}

extension Explanation {
  /// The steps of values that define the key: a `{}` only where it is the value.
  fileprivate var definitions: [Step] {
    lazy var places = Set(origins.map(\.id))
    return steps.filter { step in
      guard case .value(let written) = step.say else { return false }
      return !written.isEmptyObject || !step.outcome.isInForce || places.contains(step.place.id)
    }
  }
}

extension Definition {
  /// Whether another value of the same file stands in this.
  fileprivate func holds(_ other: Definition) -> Bool {
    file === other.file && (node..<document.behind(node)).contains(other.node)
  }
}
