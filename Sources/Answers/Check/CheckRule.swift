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
    switch name {
    case .syntax, .duplicateName, .unreadable, .directive, .outsideRoot, .cycle, .reference: true
    default: dependsOnHeirs || needsAllBelow
    }
  }

  /// Whether it judges values, whose findings several scopes may share.
  var checksValues: Bool {
    switch name {
    case .reference, .cycle, .unreadable, .outsideRoot, .environment, .type, .finalDraws: true
    default: false
    }
  }

  /// Whether findings depend on scopes elsewhere that inherit from the scope.
  var dependsOnHeirs: Bool {
    switch name {
    case .redundant, .idleStop, .idleExclude, .idleRemove, .idleAttribute: true
    default: false
    }
  }

  /// Whether findings are unknown if a file below the scope cannot be read.
  var needsAllBelow: Bool {
    switch name {
    case .idleExclude, .idleAttribute, .settings, .idleRule: true
    default: false
    }
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
    mergeKind, nestedRoot, finalDraws, dottedName, noReference, settings,
    nearKey, ignoredFile, idleRule, repeatedParent, parentOrder,
    environment,
  ]
}

extension CheckRule {
  convenience init(
    _ severity: Diagnostic.Severity, _ name: Diagnostic.Rule, _ summary: String,
    _ example: ExampleFile..., findings: @escaping @Sendable (CheckedScope) -> [Diagnostic]
  ) {
    self.init(severity, name, summary, example) { findings($0).map { Claim(diagnostic: $0) } }
  }

  static func idle(
    _ name: Diagnostic.Rule, _ summary: String, _ example: ExampleFile...,
    claims: @escaping @Sendable (CheckedScope) -> [Claim]
  ) -> CheckRule {
    CheckRule(.warning, name, summary, example, claims: claims)
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
  package let mended: Content?

  static func file(_ path: String, _ text: String) -> ExampleFile {
    file(path, text, mended: text)
  }

  static func file(_ path: String, _ text: String?, mended: String?) -> ExampleFile {
    ExampleFile(path: path, tripping: text.map(Content.text), mended: mended.map(Content.text))
  }

  static func link(_ path: String, to target: String, mended: String) -> ExampleFile {
    ExampleFile(path: path, tripping: .link(to: target), mended: .link(to: mended))
  }
}

extension CheckRule {
  static let idleAttribute = CheckRule.idle(
    .idleAttribute, "Attribute of a key without a value in any scope below",
    .file(
      "properties.json", #"{ "$type": { "prot": "integer" }, "port": 5432 }"#,
      mended: #"{ "$type": { "port": "integer" }, "port": 5432 }"#)
  ) { scope in
    guard scope.isCertain, !scope.mayServeUnknown else { return [] }
    return scope.markers.filter { marker in
      // Other rules report removals; `$deprecated` is meant for keys without values.
      let directive = marker.directive
      if directive.describesOverride { return !scope.setsKey(of: marker) }
      return directive.appliesToDescendants && !directive.takes && !scope.effects.hasEffect(marker)
    }.map { scope.claim(.idleAttribute, idle: $0) }
  }
}

extension CheckRule {
  package static let idleRemove = CheckRule.idle(
    .idleRemove, "'$remove' without a matching element",
    .file("properties.json", #"{ "tags": ["a", "b"] }"#),
    .file(
      "a/properties.json", #"{ "$remove": { "tags": ["c"] } }"#,
      mended: #"{ "$remove": { "tags": ["b"] } }"#)
  ) { scope in
    scope.idleMarkers(.remove).map { scope.claim(.idleRemove, idle: $0) }
  }
}

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
    let markers = markers.filter { $0.directive == directive }
    // An ancestor's broken file may contain the value to stop; an own broken file does not matter.
    guard walked.inheritsAll, !isTooMuch, !mayServeUnknown, !markers.isEmpty else { return [] }
    return markers.filter { !effects.hasEffect($0) && !isRefused($0) }
  }
}

extension CheckRule {
  /// An exclusion in a leaf scope is no finding: a scope may be added below it, also by `--virtual`.
  package static let idleExclude = CheckRule.idle(
    .idleExclude,
    "Exclusion or '$pass' key without effect in scopes below",
    .file(
      "properties.json", #"{ "$exclude": ["pagr"], "pager": 1 }"#,
      mended: #"{ "$exclude": ["pager"], "pager": 1 }"#),
    .file("a/properties.json", #"{ "port": 5432 }"#)
  ) { scope in
    guard scope.isCertain, !scope.mayServeUnknown else { return [] }
    let idle = scope.markers.filter {
      $0.directive == .exclude && !scope.effects.hasEffect($0) && !scope.isRefused($0)
    }
    let unmet = scope.passed.filter {
      !scope.effects.hasEffect($0)
        && !scope.mentioned.mentions($0.pattern, in: scope.visited.numbers)
    }
    return (idle + unmet).map { scope.claim(.idleExclude, idle: $0) }
  }
}
