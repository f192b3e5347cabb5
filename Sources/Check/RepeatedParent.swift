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
    // Of several ways to a scope the one that leads to the farthest place is the one by which it is there.
    let lineage = scope.view.lineage
    var repeated = lineage.repeatedParents
    guard !repeated.isEmpty, let own = lineage.ancestors.last else { return [] }
    return own.parents.compactMap { parent in
      guard let index = repeated.firstIndex(of: parent.scope) else { return nil }
      repeated.remove(at: index)
      // What a rule says is no scope's own.
      guard let place = parent.place, place.file.scope == own.scope,
        own.levels.contains(where: { $0.files.contains { $0.file === place.file } })
      else { return nil }
      return Diagnostic(
        .warning, .repeatedParent, .repeatedParent(parent.scope), at: place,
        key: parent.scope.path)
    }
  }
}
