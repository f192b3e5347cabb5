import Cascade

extension CheckRule {
  static let expired = CheckRule(
    .error, .expired, "Override after the date of its '$until'",
    .file("properties.json", #"{ "port": 5432 }"#),
    .file(
      "a/properties.json", #"{ "$until": { "port": "2001-12-31" }, "port": 6432 }"#,
      mended: #"{ "$until": { "port": "9999-12-31" }, "port": 6432 }"#)
  ) { scope in
    scope.declared.activeDeclarations(.until).filter { $0.marker.file.scope == scope.view.scope }
      .compactMap { scope.asked.expiry($0, scope.today) }
  }
}
