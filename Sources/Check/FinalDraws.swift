import Cascade

extension CheckRule {
  static let finalDraws = CheckRule(
    .warning, .finalDraws, "Final value that depends on keys that are not final",
    .file(
      "properties.json",
      #"{ "$final": ["url"], "url": { "$format": "http://${host}/" }, "host": "db" }"#,
      mended:
        #"{ "$final": ["url", "host"], "url": { "$format": "http://${host}/" }, "host": "db" }"#),
    judgesValues: true
  ) { _ in [] }
}

extension CheckedScope {
  func openDependencies(of value: ValueCursor) -> [Diagnostic] {
    guard let seal = view.inForce(of: value.key)?.seal else { return [] }
    return value.node.references.compactMap { written, key -> Diagnostic? in
      if view.inForce(of: key)?.seal != nil { return nil }
      return finding(
        .warning, .finalDraws, value.key, .drawsOnOpen(view.names.shown(key)), at: written.place,
        notes: [.init(.final, at: seal.place)])
    }
  }
}

extension ViewNode {
  fileprivate var references: [(written: Definition, key: Key)] {
    var found: [(written: Definition, key: Key)] = []
    let parts: [Definition]
    switch state {
    case .leaf(let written): parts = [written]
    case .array(let merged): parts = merged.elements.flatMap(\.parts)
    case .absent, .object: parts = []
    }
    for part in parts {
      for computed in part.computedValues {
        found += computed.keys.map { (part.at(computed.node), $0) }
      }
    }
    return found
  }
}
