import Cascade

extension CheckRule {
  static let repeatedParent = CheckRule(
    .warning, .repeatedParent, "Scope in '$inherit' that is already a parent",
    .file("web/properties.json", #"{ "$inherit": ["/base"], "port": 80 }"#),
    .file("base/properties.json", #"{ "host": "db" }"#),
    .file(
      "a/properties.json", #"{ "$inherit": ["/base", "/web"] }"#,
      mended: #"{ "$inherit": ["/web"] }"#)
  ) { scope in
    let lineage = scope.view.lineage
    var repeated = Dictionary(grouping: lineage.repeatedParents) { $0 }.mapValues(\.count)
    guard !repeated.isEmpty, let own = lineage.ancestors.last else { return [] }
    return own.levels.reversed().flatMap(\.furtherParents).compactMap { parent in
      // The nearer of two entries is redundant, unless it is the implied '..', which has no place.
      guard let count = repeated[parent.scope], count > 0 else { return nil }
      repeated[parent.scope] = count - 1
      return parent.place.map {
        Diagnostic(.warning, .repeatedParent, .repeatedParent(parent.scope), at: $0)
      }
    }
  }
}
