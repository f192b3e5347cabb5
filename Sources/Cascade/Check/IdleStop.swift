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
    let stops = scope.markers(.stop)
    // What an ancestor's broken file would have handed down is unknown; one of its own does not matter.
    guard scope.inheritsAll, !stops.isEmpty else { return [] }
    let acting = OwnEntries.acting(in: scope.view.root, level: scope.number)
    return stops.filter { acting[ObjectIdentifier($0)] == nil }.map { stop in
      let key = scope.view.names.spelling(stop.pattern)
      return Diagnostic(
        .warning, .idleStop,
        "the stop of '\(String(decoding: key, as: UTF8.self))' takes nothing that is inherited here",
        at: stop.place, key: key)
    }
  }
}

extension CheckedScope {
  /// The scope's own markers of one kind, as they are read.
  func markers(_ kind: Marker.Kind) -> [Marker] {
    files.flatMap { $0.markers.filter { $0.kind == kind } }
  }
}
