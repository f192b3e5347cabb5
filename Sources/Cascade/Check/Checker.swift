import JSONSource

/// Applies rules to the scopes of one walk from the root, depth first.
package struct Checker {
  /// A finding with the scope in which it was made.
  package struct Finding {
    package let scope: Scope
    package let diagnostic: Diagnostic
    fileprivate let turn: Int
  }

  /// How a scope's directories and files were read.
  package struct Reading {
    package var problems: [Diagnostic] = []
    /// Whether no problem hides what its files say.
    package var isWhole = true
    /// Where a `.heir` stands in it.
    package var settings: [(home: SourceFile.Home, path: [UInt8])] = []
    /// Whether it has no scopes below it.
    package var isLast = false

    package init() {}
  }

  private let rules: [CheckRule]
  private let names: NameTable
  private let outside: any Outside
  private let today: CalendarDate
  private var open: [(scope: CheckedScope, turn: Int, isAsked: Bool)] = []
  private var found: [Finding] = []
  /// How many scopes have been checked.
  package private(set) var scopeCount = 0
  /// How many of them hold or inherit something that could not be read.
  package private(set) var uncertainCount = 0

  package init(
    _ rules: [CheckRule], _ names: NameTable, _ outside: any Outside, today: CalendarDate
  ) {
    self.rules = rules
    self.names = names
    self.outside = outside
    self.today = today
  }

  /// Goes down to a scope, with a level for each tree. One that is not asked is read for what it hands
  /// down.
  package mutating func enter(
    _ scope: Scope, _ levels: [Level], _ reading: Reading, isAsked: Bool
  ) {
    let above = open.last?.scope
    let lineage =
      above?.lineage.descending(to: scope, levels) ?? Lineage(names, root: levels)
    let scope = CheckedScope(
      lineage, reading, inheritsAll: above?.isCertain ?? true, today: today, names, outside)
    open.append((scope, scopeCount, isAsked))
    if isAsked {
      scopeCount += 1
      if !scope.isCertain { uncertainCount += 1 }
    }
    credit(scope)
  }

  /// Credits markers where they find something; their scopes are on the way here.
  private func credit(_ scope: CheckedScope) {
    func credit(_ marker: Marker) {
      let depth = marker.file.scope.depth
      if depth < open.count { open[depth].scope.credit(marker) }
    }
    if scope.lineage.isExcluding {
      for view in scope.lineage.passages {
        OwnEntries.acting(in: view.root, level: view.levels.count).values.forEach(credit)
      }
    }
    // A final that withstands something is at work, also where it has no value.
    for (_, refusal) in scope.refusals { credit(refusal.by) }
    for declared in scope.declared where declared.entry?.isLive == true {
      credit(declared.marker)
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
        found.append(Finding(scope: scope.lineage.scope, diagnostic: diagnostic, turn: turn))
      }
    }
  }

  /// All findings in the order of the walk, within a scope by file and offset. What several scopes or
  /// inclusions have in common is told of the first.
  package var findings: [Finding] {
    var told: Set<Diagnostic.FindingID> = []
    return found.sorted { left, right in
      if left.turn != right.turn { return left.turn < right.turn }
      let (leftPath, rightPath) = (left.diagnostic.anyPath, right.diagnostic.anyPath)
      if leftPath != rightPath { return leftPath.lexicographicallyPrecedes(rightPath) }
      return (left.diagnostic.place?.range.start ?? 0)
        < (right.diagnostic.place?.range.start ?? 0)
    }.filter {
      let isTold = $0.diagnostic.rule.isInherited || $0.diagnostic.place?.file.includedFrom != nil
      return !isTold || told.insert($0.diagnostic.findingID).inserted
    }
  }
}

extension Diagnostic.Rule {
  /// Whether scopes below meet the same trouble again, at the same place.
  fileprivate var isInherited: Bool {
    switch self {
    case .reference, .cycle, .type, .final, .expired, .finalDraws, .mergeKind, .deprecated: true
    default: false
    }
  }
}

extension Diagnostic {
  /// The path of the file or directory that it is about, from the root.
  package var anyPath: [UInt8] { place?.file.path ?? path ?? [] }
}
