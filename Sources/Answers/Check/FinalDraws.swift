import Cascade

extension CheckRule {
  static let finalDraws = CheckRule(
    .warning, .finalDraws, "Final value that depends on keys that are not final",
    .file(
      "properties.json",
      #"{ "$final": ["url"], "url": { "$format": "http://${host}/" }, "host": "db" }"#,
      mended:
        #"{ "$final": ["url", "host"], "url": { "$format": "http://${host}/" }, "host": "db" }"#)
  ) { _ in [] }
}

extension CheckedScope {
  func openDependencies(of value: ValueCursor) -> [Diagnostic] {
    guard let finalMarker = view.activeDeclarations(of: value.key)?.finalMarker else { return [] }
    return value.node.references.compactMap { written, key -> Diagnostic? in
      if view.activeDeclarations(of: key)?.finalMarker != nil { return nil }
      return warning(
        .finalDraws, value.key, .dependsOnOpenKey(view.names.shown(key)),
        at: written.place,
        notes: [.init(.final, at: finalMarker.place)])
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
