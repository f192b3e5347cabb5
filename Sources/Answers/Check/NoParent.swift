import Cascade

extension CheckRule {
  static let noParent = CheckRule(
    .error, .noParent, "Template in '.heir' without an existing parent",
    .file(".heir", #"{ "inherit": { "/hosts/*": ["/roles/${role}"] } }"#),
    .file("roles/web/properties.json", #"{ "port": 80 }"#),
    .file("hosts/a/properties.json", #"{ "role": "web" }"#),
    .file("hosts/b/properties.json", #"{ "role": "wbe" }"#, mended: #"{ "role": "web" }"#)
  ) { scope in
    guard scope.isCertain else { return [] }
    let lineage = scope.visited.lineage
    return lineage.ownRuledParents.compactMap {
      $0.finding(in: lineage.scope, nearest: scope.asked.nearestScope)
    }
  }
}
