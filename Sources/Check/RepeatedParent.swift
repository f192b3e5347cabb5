import Cascade

extension CheckRule {
  static let repeatedParent = CheckRule(
    .warning, .repeatedParent, "a scope in '$inherit' that is inherited from all the same",
    .file("web/properties.json", #"{ "$inherit": ["/base"], "port": 80 }"#),
    .file("base/properties.json", #"{ "host": "db" }"#),
    .file(
      "a/properties.json", #"{ "$inherit": ["/base", "/web"] }"#,
      mended: #"{ "$inherit": ["/web"] }"#)
  ) { scope in
    let lineage = scope.view.lineage
    guard lineage.hasFurtherParents, let own = lineage.ancestors.last else { return [] }
    // Of several ways to a scope the one that leads to the farthest place is the one by which it is there.
    let used = own.levels.isEmpty ? [] : lineage.reasonsOfOwn
    return own.levels.flatMap(\.furtherParents).filter { parent in
      !parent.isPlaceOfAbove && !used.contains { $0.isSame(as: parent.place) }
        && lineage.ancestors.contains { $0.scope == parent.scope }
    }.map { parent in
      Diagnostic(
        .warning, .repeatedParent, .repeatedParent(parent.scope), at: parent.place)
    }
  }
}
