import Cascade

extension CheckRule {
  package static let idleRemove = CheckRule.idle(
    .idleRemove, "'$remove' without a matching element",
    .file("properties.json", #"{ "tags": ["a", "b"] }"#),
    .file(
      "a/properties.json", #"{ "$remove": { "tags": ["c"] } }"#,
      mended: #"{ "$remove": { "tags": ["b"] } }"#)
  ) { scope in
    scope.idleMarkers(.remove).map { scope.claim(.idleRemove, idle: $0) }
  }
}
