extension CheckRule {
  static let idleAttribute = CheckRule(
    .warning, .idleAttribute, "an attribute of a key that no scope at or below ever has",
    tripping: ExampleTree(
      .file("properties.json", #"{ "$secret": ["pasword"], "password": "x" }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "$secret": ["password"], "password": "x" }"#)),
    looksBelow: true
  ) { scope in
    guard scope.isCertain, scope.isWholeBelow, scope.hasMarkers else { return [] }
    return scope.markers.filter { $0.kind.canBeIdle && !scope.isCredited($0) }.map {
      scope.finding(.idleAttribute, idle: $0)
    }
  }
}

extension Marker.Kind {
  /// A required key that nobody has is told by another rule, and that nobody has a deprecated one any
  /// more is what was wanted.
  fileprivate var canBeIdle: Bool { isAttribute && self != .required && self != .deprecated }
}
