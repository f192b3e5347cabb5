import Cascade

extension CheckRule {
  static let settings = CheckRule(
    .warning, .settings, "Name in '.heir' without a match in the tree",
    .file(".heir", #"{ "files": ["*.json", "*.conf"] }"#),
    .file("properties.json", #"{ "port": 5432 }"#),
    .file("a/more.conf", nil, mended: #"{ "host": "db" }"#)
  ) { scope in
    scope.unmetSettings.filter { $0.rule == .settings }
  }

  static let idleRule = CheckRule(
    .warning, .idleRule, "Template in '.heir' without effect on any scope",
    .file(
      ".heir", #"{ "inherit": { "/node/*": ["/roles/${role}"] } }"#,
      mended: #"{ "inherit": { "/nodes/*": ["/roles/${role}"] } }"#),
    .file("roles/web/properties.json", #"{ "port": 80 }"#),
    .file("nodes/a/properties.json", #"{ "role": "web" }"#)
  ) { scope in
    scope.unmetSettings.filter { $0.rule == .idleRule }
  }
}

extension CheckedScope {
  /// Known only after a walk over the whole tree.
  fileprivate var unmetSettings: [Diagnostic] {
    view.scope.depth == 0 ? visited.place.unmetSettings : []
  }
}
