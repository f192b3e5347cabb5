import Cascade

extension CheckRule {
  package static let idleRemove = CheckRule(
    .warning, .idleRemove, "'$remove' without a matching element",
    .file("properties.json", #"{ "tags": ["a", "b"] }"#),
    .file(
      "a/properties.json", #"{ "$remove": { "tags": ["c"] } }"#,
      mended: #"{ "$remove": { "tags": ["b"] } }"#),
    looksBelow: true
  ) { scope in
    scope.idleMarkers(.remove).map { scope.finding(.idleRemove, idle: $0) }
  }
}
