/// Applies rules to the scopes of one walk from the root, depth first.
package struct Checker {
  /// A finding with the scope in which it was made.
  package struct Finding {
    package let scope: Scope
    package let diagnostic: Diagnostic
    fileprivate let turn: Int
  }

  private let rules: [CheckRule]
  private var view: View
  private var open: [(scope: CheckedScope, turn: Int, isAsked: Bool)] = []
  private var found: [Finding] = []
  /// How many scopes have been checked.
  package private(set) var scopeCount = 0
  /// How many of them hold or inherit something that could not be read.
  package private(set) var uncertainCount = 0

  /// Takes the view before any level has spoken.
  package init(_ rules: [CheckRule], _ view: View) {
    self.rules = rules
    self.view = view
  }

  /// Goes down to a scope; `problems` is what was wrong with reading it, of which `isWhole` tells
  /// whether any hides what its files say. One that is not asked is read for what it hands down.
  package mutating func enter(
    _ level: Level, problems: [Diagnostic], settings: [UInt8]?, isWhole: Bool, isAsked: Bool
  ) {
    let above = open.last?.scope
    let view = (above?.passage ?? view.passage).descending(to: level)
    let scope = CheckedScope(
      view, problems: problems, settings: settings,
      inheritsAll: above?.isCertain ?? true, isWhole: isWhole)
    open.append((scope, scopeCount, isAsked))
    if isAsked {
      scopeCount += 1
      if !scope.isCertain { uncertainCount += 1 }
    }
    // Exclusions are credited where they act; the marker's scope is on the way here.
    guard !view.exclusions.isEmpty else { return }
    for marker in OwnEntries.acting(in: scope.passage.root, level: scope.number + 1).values {
      let depth = marker.file.scope.depth
      if depth < open.count { open[depth].scope.noteActing(marker) }
    }
  }

  /// Tells that a scope directly below the one entered last could not be entered.
  package mutating func noteUnreadableChild(_ problem: Diagnostic) {
    open.last?.scope.noteBrokenBelow(problem)
  }

  /// Leaves the scope entered last, when everything below it has been seen.
  package mutating func leave() {
    guard let (scope, turn, isAsked) = open.popLast() else { return }
    if !scope.isWhole || !scope.isWholeBelow { open.last?.scope.noteBrokenBelow(nil) }
    guard isAsked else { return }
    for rule in rules {
      for diagnostic in rule.findings(in: scope) {
        found.append(Finding(scope: scope.view.scope, diagnostic: diagnostic, turn: turn))
      }
    }
  }

  /// All findings in the order of the walk, within a scope by file and offset.
  package var findings: [Finding] {
    found.sorted { left, right in
      if left.turn != right.turn { return left.turn < right.turn }
      let (leftPath, rightPath) = (left.diagnostic.anyPath, right.diagnostic.anyPath)
      if leftPath != rightPath { return leftPath.lexicographicallyPrecedes(rightPath) }
      return (left.diagnostic.place?.range.start ?? 0)
        < (right.diagnostic.place?.range.start ?? 0)
    }
  }
}

extension Diagnostic {
  /// The path of the file or directory that it is about, from the root.
  package var anyPath: [UInt8] { place?.file.path ?? path ?? [] }
}
