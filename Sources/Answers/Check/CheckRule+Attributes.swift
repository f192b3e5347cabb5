import Cascade

/// Rules about keys that break what attributes or `$final` declare.
extension CheckRule {
  static let final = CheckRule(
    .error, .final, "Change of a final key",
    .file("properties.json", #"{ "$final": ["port"], "port": 5432 }"#),
    .file("a/properties.json", #"{ "port": 6432 }"#, corrected: #"{ "host": "db" }"#)
  ) { scope in
    scope.refusals.compactMap { $0.refusal.diagnostic($0.key, scope.view.names)?.asError }
  }

  static let type = CheckRule(
    .error, .type, "Value of another type than '$type' declares",
    .file("properties.json", #"{ "$type": { "port": "integer" }, "port": 5432 }"#),
    .file("a/properties.json", #"{ "port": "6432" }"#, corrected: #"{ "port": 6432 }"#)
  )

  static let required = CheckRule(
    .error, .required, "Required key without a value in a leaf scope",
    .file("properties.json", #"{ "$required": ["port"], "host": "db" }"#),
    .file("a/properties.json", #"{ "port": 5432 }"#),
    .file("b/properties.json", #"{ "host": "other" }"#, corrected: nil)
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

  static let expired = CheckRule(
    .error, .expired, "Override after the date of its '$until'",
    .file("properties.json", #"{ "port": 5432 }"#),
    .file(
      "a/properties.json", #"{ "$until": { "port": "2001-12-31" }, "port": 6432 }"#,
      corrected: #"{ "$until": { "port": "9999-12-31" }, "port": 6432 }"#)
  ) { scope in
    scope.declared.activeDeclarations(.until).filter { $0.marker.file.scope == scope.view.scope }
      .compactMap { scope.asked.expiry($0, scope.today) }
  }

  static let unknownKey = CheckRule(
    .error, .unknownKey, "Unknown key in an object closed by '$closed'",
    .file("properties.json", #"{ "$closed": true, "port": 5432 }"#),
    .file("a/properties.json", #"{ "prot": 6432 }"#, corrected: #"{ "port": 6432 }"#)
  ) { scope in
    scope.isCertain ? scope.view.unknownKeys(at: scope.newPositions, scope.slips) : []
  }

  static let deprecated = CheckRule(
    .warning, .deprecated, "Value of a deprecated key",
    .file("properties.json", #"{ "$deprecated": { "port": "use listen" }, "listen": 1 }"#),
    .file("a/properties.json", #"{ "port": 5432 }"#, corrected: #"{ "$stop": ["listen"] }"#)
  ) { scope in
    scope.declared.activeDeclarations(.deprecated).flatMap { declared in
      // A declaration applies from its own level on, in any tree.
      scope.own.filter { $0.position >= declared.position }.compactMap { position, _ in
        guard let node = scope.view.node(declared.key, at: position),
          node.step.position == position, let part = node.lastWritten
        else { return nil }
        return scope.asked.deprecation(declared, at: part.place)
      }
    }
  }
}
