import Cascade

/// One rule of `check`: what it is called, what it finds, and two trees that show it.
package struct CheckRule: Sendable {
  package let name: Diagnostic.Rule
  package let severity: Diagnostic.Severity
  /// One sentence, without its full stop.
  package let summary: String
  /// A tree in which it finds something.
  package let tripping: ExampleTree
  /// The same tree, mended.
  package let clean: ExampleTree
  /// Whether it has to know what became of the scopes below.
  let looksBelow: Bool
  /// Whether it tells of what cannot be worked out, which is judged for all scopes together.
  let isOfWorking: Bool
  private let look: @Sendable (CheckedScope) -> [Diagnostic]

  init(
    _ severity: Diagnostic.Severity, _ name: Diagnostic.Rule, _ summary: String,
    tripping: ExampleTree, clean: ExampleTree, looksBelow: Bool = false,
    isOfWorking: Bool = false, look: @escaping @Sendable (CheckedScope) -> [Diagnostic]
  ) {
    self.name = name
    self.severity = severity
    self.summary = summary
    self.tripping = tripping
    self.clean = clean
    self.looksBelow = looksBelow
    self.isOfWorking = isOfWorking
    self.look = look
  }

  /// A rule whose findings are made where files and directories are read, or where values are worked out,
  /// too.
  init(
    reading name: Diagnostic.Rule, _ summary: String, tripping: ExampleTree, clean: ExampleTree,
    isOfWorking: Bool = false
  ) {
    self.init(
      .error, name, summary, tripping: tripping, clean: clean, looksBelow: true,
      isOfWorking: isOfWorking
    ) { scope in scope.problems.isEmpty ? [] : scope.problems.filter { $0.rule == name } }
  }

  func findings(in scope: CheckedScope) -> [Diagnostic] { look(scope) }

  /// Every rule of this version: errors, then warnings, then notes.
  package static let all: [CheckRule] = [
    syntax, duplicateName, unreadable, directive, outsideRoot, cycle, reference, final, type,
    required, expired,
    deprecated, kindClash, redundant, idleStop, idleExclude, idleRemove, idleAttribute, setTwice,
    mergeKind, nestedRoot, finalDraws, dottedName, noReference, settings,
    environment,
  ]
}

/// A small tree that shows a rule: what stands where, from its root.
package struct ExampleTree: Sendable {
  package enum Item: Sendable {
    case file(String, String)
    case link(String, to: String)
  }

  package let items: [Item]

  init(_ items: Item...) {
    self.items = items
  }
}
