import Cascade

extension CheckRule {
  static let unknownKey = CheckRule(
    .error, .unknownKey, "Unknown key in an object closed by '$closed'",
    .file("properties.json", #"{ "$closed": true, "port": 5432 }"#),
    .file("a/properties.json", #"{ "prot": 6432 }"#, mended: #"{ "port": 6432 }"#)
  ) { scope in
    scope.isCertain ? scope.view.unknownKeys(at: scope.newPositions, scope.slips) : []
  }
}
