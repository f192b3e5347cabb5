import Cascade

extension CheckRule {
  static let required = CheckRule(
    .error, .required, "Required key without a value in a leaf scope",
    .file("properties.json", #"{ "$required": ["port"], "host": "db" }"#),
    .file("a/properties.json", #"{ "port": 5432 }"#),
    .file("b/properties.json", #"{ "host": "other" }"#, mended: nil)
  ) { scope in
    guard scope.isCertain, !scope.lacksFacts else { return [] }
    // After the limit of missing keys no other key is judged.
    if let marker = scope.excess {
      return [
        Diagnostic(
          .error, .required, marker.pattern, scope.view.names,
          .missingTooOften(limit: DeclarationWalk.maxMissing), at: marker.place)
      ]
    }
    if !scope.visited.isLast || scope.visited.isAbstract { return [] }
    return scope.missing.map { scope.asked.requiredProblem($0) }
  }
}
