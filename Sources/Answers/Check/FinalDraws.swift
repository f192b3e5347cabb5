import Cascade

extension CheckRule {
  static let finalDraws = CheckRule(
    .warning, .finalDraws, "Final value that depends on keys that are not final",
    .file(
      "properties.json",
      #"{ "$final": ["url"], "url": { "$format": "http://${host}/" }, "host": "db" }"#,
      corrected:
        #"{ "$final": ["url", "host"], "url": { "$format": "http://${host}/" }, "host": "db" }"#)
  )
}

extension CheckedScope {
  func openDependencies(of value: ValueCursor) -> [Diagnostic] {
    guard let finalMarker = view.activeDeclarations(of: value.key)?.finalMarker else { return [] }
    var findings: [Diagnostic] = []
    for part in value.node.leafParts {
      for computed in part.computedValues {
        for case (let reference, nil) in computed.references {
          guard let key = reference.key, view.activeDeclarations(of: key)?.finalMarker == nil
          else { continue }
          findings.append(
            warning(
              .finalDraws, value.key, .dependsOnOpenKey(view.names.shown(key)),
              at: part.at(computed.node).place, notes: [.init(.final, at: finalMarker.place)]))
        }
      }
    }
    return findings
  }
}
