import Cascade

/// A rule of `check`, with two trees as an example.
package final class CheckRule: Sendable {
  package let severity: Diagnostic.Severity
  package let name: Diagnostic.Rule
  /// A single sentence, without a full stop.
  package let summary: String
  /// A tree in which the rule has a finding, and the corrected tree.
  package let example: [ExampleFile]
  let claims: @Sendable (CheckedScope) -> [Claim]

  init(
    _ severity: Diagnostic.Severity, _ name: Diagnostic.Rule, _ summary: String,
    _ example: [ExampleFile],
    claims: @escaping @Sendable (CheckedScope) -> [Claim]
  ) {
    (self.severity, self.name, self.summary, self.example) = (severity, name, summary, example)
    self.claims = claims
  }

  /// Whether it is applied after the scopes below.
  var looksBelow: Bool {
    dependsOnHeirs || needsAllBelow || name.isOfReading || [.cycle, .reference].contains(name)
  }

  /// Whether it judges values, whose findings several scopes may share.
  var checksValues: Bool {
    [.reference, .cycle, .unreadable, .outsideRoot, .environment, .type, .finalDraws]
      .contains(name)
  }

  /// Whether it judges inheritance alone, so that no value needs to be computed.
  var judgesInheritanceAlone: Bool { dependsOnHeirs && name != .idleAttribute }

  /// Whether findings depend on scopes elsewhere that inherit from the scope.
  var dependsOnHeirs: Bool {
    [.redundant, .idleStop, .idleExclude, .idleRemove, .idleAttribute].contains(name)
  }

  /// Whether findings are unknown if a file below the scope cannot be read.
  var needsAllBelow: Bool {
    [.idleExclude, .idleAttribute, .settings, .idleRule].contains(name)
  }

  /// Whether it also judges shared levels.
  var checksLevels: Bool { name == .final || name == .unknownKey }

  static func rank(_ rule: Diagnostic.Rule) -> Int { ranks[rule] ?? all.count }

  private static let ranks = Dictionary(
    uniqueKeysWithValues: (all.filter { !$0.looksBelow } + all.filter(\.looksBelow))
      .map(\.name).filter { $0 != .environment }.enumerated().map { ($1, $0) })

  /// All rules: errors, then warnings, then notes.
  package static let all: [CheckRule] = [
    syntax, duplicateName, unreadable, directive, outsideRoot, cycle, reference, noParent,
    final, type, required, expired, unknownKey,
    deprecated, kindClash, redundant, idleStop, idleExclude, idleRemove, idleAttribute, setTwice,
    mergeKind, nestedRoot, halfImported, finalDraws, dottedName, noReference, encrypted,
    settings,
    nearKey, ignoredFile, idleRule, repeatedParent, parentOrder,
    environment,
  ]

  convenience init(
    _ severity: Diagnostic.Severity, _ name: Diagnostic.Rule, _ summary: String,
    _ example: ExampleFile...,
    findings: @escaping @Sendable (CheckedScope) -> [Diagnostic] = { _ in [] }
  ) {
    self.init(severity, name, summary, example) { findings($0).map { Claim(diagnostic: $0) } }
  }

  /// A rule about markers without effect.
  fileprivate convenience init(
    idle name: Diagnostic.Rule, _ summary: String, _ example: ExampleFile...,
    markers: @escaping @Sendable (CheckedScope) -> [Marker]
  ) {
    self.init(.warning, name, summary, example) { scope in
      markers(scope).map { scope.claim(name, idle: $0) }
    }
  }

  static let idleAttribute = CheckRule(
    idle: .idleAttribute, "Attribute of a key without a value in any scope below",
    .file(
      "properties.json", #"{ "$type": { "prot": "integer" }, "port": 5432 }"#,
      corrected: #"{ "$type": { "port": "integer" }, "port": 5432 }"#)
  ) { scope in
    guard scope.isCertain, !scope.mayServeUnknown else { return [] }
    return scope.markers.filter { marker in
      // Other rules report removals; `$deprecated` is meant for keys without values.
      let directive = marker.directive
      if directive.describesOverride { return !scope.setsKey(of: marker) }
      return directive.appliesToDescendants && !directive.takes && !scope.effects.hasEffect(marker)
    }
  }

  package static let idleRemove = CheckRule(
    idle: .idleRemove, "'$remove' without a matching element",
    .file("properties.json", #"{ "tags": ["a", "b"] }"#),
    .file(
      "a/properties.json", #"{ "$remove": { "tags": ["c"] } }"#,
      corrected: #"{ "$remove": { "tags": ["b"] } }"#)
  ) { $0.idleMarkers(.remove) }

  package static let idleStop = CheckRule(
    idle: .idleStop, "Stop without an inherited value",
    .file("properties.json", #"{ "port": 5432 }"#),
    .file("a/properties.json", #"{ "$stop": ["prot"] }"#, corrected: #"{ "$stop": ["port"] }"#)
  ) { $0.idleMarkers(.stop) }

  /// An exclusion in a leaf scope is no finding: a scope may be added below it, also by `--virtual`.
  package static let idleExclude = CheckRule(
    idle: .idleExclude, "Exclusion or '$pass' key without effect in scopes below",
    .file(
      "properties.json", #"{ "$exclude": ["pagr"], "pager": 1 }"#,
      corrected: #"{ "$exclude": ["pager"], "pager": 1 }"#),
    .file("a/properties.json", #"{ "port": 5432 }"#)
  ) { scope in
    guard scope.isCertain, !scope.mayServeUnknown else { return [] }
    let idle = scope.markers.filter {
      $0.directive == .exclude && !scope.effects.hasEffect($0) && !scope.isRefused($0)
    }
    let unmet = scope.passed.filter {
      !scope.effects.hasEffect($0)
        && !scope.mentioned.top.mentions(PatternState($0.pattern), in: scope.visited.numbers)
    }
    return idle + unmet
  }
}

/// A file of the two example trees; nil content means no file.
package struct ExampleFile: Sendable {
  package enum Content: Sendable {
    case text(String)
    case link(to: String)
  }

  package let path: String
  package let tripping: Content?
  package let corrected: Content?

  static func file(_ path: String, _ text: String) -> ExampleFile {
    file(path, text, corrected: text)
  }

  static func file(_ path: String, _ text: String?, corrected: String?) -> ExampleFile {
    ExampleFile(
      path: path, tripping: text.map(Content.text), corrected: corrected.map(Content.text))
  }

  static func link(_ path: String, to target: String, corrected: String) -> ExampleFile {
    ExampleFile(path: path, tripping: .link(to: target), corrected: .link(to: corrected))
  }
}

extension CheckedScope {
  func idleMarkers(_ directive: Directive) -> [Marker] {
    let markers = markers.filter { $0.directive == directive }
    // An ancestor's broken file may contain the value to stop; an own broken file does not matter.
    guard walked.inheritsAll, !isTooMuch, !mayServeUnknown, !markers.isEmpty else { return [] }
    return markers.filter { !effects.hasEffect($0) && !isRefused($0) }
  }
}
