import Cascade

/// One rule of `check`: what it is called, what it finds, and two trees that show it.
package final class CheckRule: Sendable {
  package let severity: Diagnostic.Severity
  package let name: Diagnostic.Rule
  /// One sentence, without its full stop.
  package let summary: String
  /// A tree in which it finds something, and the same tree, mended.
  package let example: [ExampleFile]
  /// Whether it has to know what became of the scopes below.
  let looksBelow: Bool
  /// Whether it may have nothing to tell where others inherit from the scope that do not stand below.
  var heirsKnowBetter: Bool {
    switch name {
    case .required, .redundant, .idleStop, .idleExclude, .idleRemove, .idleAttribute: true
    default: false
    }
  }
  /// Whether it tells of what cannot be worked out, which is judged for all scopes together.
  let isOfWorking: Bool
  /// What it finds in a scope.
  let findings: @Sendable (CheckedScope) -> [Diagnostic]

  init(
    _ severity: Diagnostic.Severity, _ name: Diagnostic.Rule, _ summary: String,
    _ example: [ExampleFile], looksBelow: Bool, isOfWorking: Bool,
    findings: @escaping @Sendable (CheckedScope) -> [Diagnostic]
  ) {
    (self.severity, self.name, self.summary, self.example) = (severity, name, summary, example)
    (self.looksBelow, self.isOfWorking, self.findings) = (looksBelow, isOfWorking, findings)
  }

  /// Every rule of this version: errors, then warnings, then notes.
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
    _ example: ExampleFile..., looksBelow: Bool = false, isOfWorking: Bool = false,
    findings: @escaping @Sendable (CheckedScope) -> [Diagnostic]
  ) {
    self.init(
      severity, name, summary, example, looksBelow: looksBelow, isOfWorking: isOfWorking,
      findings: findings)
  }
}

/// What stands at one path of the two trees that show a rule; nil where nothing does.
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
