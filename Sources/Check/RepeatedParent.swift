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
    let used = lineage.reasonsOfOwn
    return own.levels.flatMap(\.furtherParents).compactMap { parent in
      guard let place = parent.place, !used.contains(where: { $0.isSame(as: place) }),
        lineage.ancestors.contains(where: { $0.scope == parent.scope })
      else { return nil }
      return Diagnostic(.warning, .repeatedParent, .repeatedParent(parent.scope), at: place)
    }
  }
}
