extension CheckRule {
  static let idleStop = CheckRule(
    .warning, .idleStop, "a stop that takes nothing, for nothing is inherited there",
    tripping: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "$stop": ["prot"] }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "$stop": ["port"] }"#))
  ) { scope in
    scope.idleMarkers(.stop).map { stop, key in
      scope.finding(
        .warning, .idleStop, "the stop of '\(key)' takes nothing that is inherited here",
        at: stop.place, pattern: stop.pattern)
    }
  }
}

extension CheckedScope {
  /// The scope's own markers of one kind that took nothing here, with what they name.
  func idleMarkers(_ kind: Marker.Kind) -> [(marker: Marker, key: String)] {
    if !hasMarkers { return [] }
    let markers = markers.filter { $0.kind == kind }
    // What an ancestor's broken file would have handed down is unknown; one of its own does not matter.
    guard inheritsAll, !markers.isEmpty else { return [] }
    let acting = acting
    return markers.filter { acting[ObjectIdentifier($0)] == nil && !isRefused($0) }.map {
      ($0, String(decoding: view.names.spelling($0.pattern), as: UTF8.self))
    }
  }

  /// Whether a final withstood a marker, which another rule tells.
  func isRefused(_ marker: Marker) -> Bool {
    refusals.contains {
      if case .marker(let refused) = $0.refusal.attempt { refused === marker } else { false }
    }
  }

  func finding(
    _ severity: Diagnostic.Severity, _ rule: Diagnostic.Rule, _ message: String, at place: Place,
    key: Key, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    Diagnostic(
      severity, rule, message, at: place, key: view.names.spelling(key), notes: notes)
  }

  func finding(
    _ severity: Diagnostic.Severity, _ rule: Diagnostic.Rule, _ message: String, at place: Place,
    pattern: KeyPattern
  ) -> Diagnostic {
    Diagnostic(severity, rule, message, at: place, key: view.names.spelling(pattern))
  }
}
