import Cascade

extension CheckRule {
  package static let idleStop = CheckRule.idle(
    .idleStop, "Stop without an inherited value",
    .file("properties.json", #"{ "port": 5432 }"#),
    .file("a/properties.json", #"{ "$stop": ["prot"] }"#, mended: #"{ "$stop": ["port"] }"#)
  ) { scope in
    scope.idleMarkers(.stop).map { scope.claim(.idleStop, idle: $0) }
  }
}

extension CheckedScope {
  func idleMarkers(_ directive: Directive) -> [Marker] {
    if !hasMarkers { return [] }
    let markers = markers.filter { $0.directive == directive }
    // An ancestor's broken file may contain the value to stop; an own broken file does not matter.
    guard walked.inheritsAll, !isTooMuch, !mayServeUnknown, !markers.isEmpty else { return [] }
    return markers.filter { !effects.hasEffect($0) && !isRefused($0) }
  }
}
