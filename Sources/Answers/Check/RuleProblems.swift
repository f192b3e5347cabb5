import Cascade

/// The distinct problems that rules found, with the scopes that show them.
struct RuleProblems {
  struct Problem {
    var number: Int
    var diagnostic: Diagnostic
    fileprivate var order: Int
    fileprivate let isForeign: Bool
  }

  private(set) var numbers: [Diagnostic.FindingID: [Int]] = [:]
  private var all: [Problem] = []
  private var places: [Diagnostic.FindingID: Int] = [:]
  private var count = 0

  /// Records a problem. The problems of a rule in a scope are recorded together.
  mutating func note(_ diagnostic: Diagnostic, in scope: Scope, _ number: Int) {
    count += 1
    let isOfReading = diagnostic.rule.isOfReading
    let new = Problem(
      number: number, diagnostic: diagnostic, order: count,
      isForeign: isOfReading && diagnostic.isForeign(to: scope))
    guard diagnostic.isShared || isOfReading else { return all.append(new) }
    guard let place = places[diagnostic.id] else {
      places[diagnostic.id] = all.count
      all.append(new)
      if diagnostic.isShared { numbers[diagnostic.id] = [number] }
      return
    }
    let known = all[place]
    // Every scope that inherits from a broken file reports it; the file's own scope prevails.
    if isOfReading && !diagnostic.isShared {
      if !new.isForeign && !known.isForeign { return all.append(new) }
      if known.isForeign && (!new.isForeign || number < known.number) { all[place] = new }
      return
    }
    if known.number > number { all[place] = new }
    if diagnostic.rule.isOfScopes { numbers[diagnostic.id]?.append(number) }
  }

  mutating func note(shared diagnostic: Diagnostic, in scope: Scope, _ number: Int) {
    if places[diagnostic.id] != nil { note(diagnostic, in: scope, number) }
  }

  /// In order of scopes, then by tree, file, offset and rule.
  var inOrder: [Problem] {
    all.sorted { one, other in
      let trees = (one.diagnostic.treeNumber, other.diagnostic.treeNumber)
      if (one.number, trees.0) != (other.number, trees.1) {
        return (one.number, trees.0) < (other.number, trees.1)
      }
      let (path, otherPath) = (one.diagnostic.anyPath, other.diagnostic.anyPath)
      if path != otherPath { return path.lexicographicallyPrecedes(otherPath) }
      let ranks = (CheckRule.rank(one.diagnostic.rule), CheckRule.rank(other.diagnostic.rule))
      return (one.diagnostic.start, ranks.0, one.order)
        < (other.diagnostic.start, ranks.1, other.order)
    }
  }
}

extension Diagnostic.Rule {
  /// Whether several scopes may have the problem at the same place.
  fileprivate var isShared: Bool {
    switch self {
    case .reference, .noParent, .cycle, .type, .required, .final, .expired, .finalDraws, .mergeKind,
      .deprecated, .environment, .unknownKey:
      true
    default: false
    }
  }

  /// Whether it concerns effective values, rather than written statements.
  var isOfScopes: Bool { ![.final, .finalDraws, .unknownKey].contains(self) }

  fileprivate var isOfReading: Bool {
    switch self {
    case .syntax, .duplicateName, .unreadable, .directive, .outsideRoot: true
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate var isShared: Bool { rule.isShared || place?.file.includedFrom != nil }

  /// Whether it concerns a file or directory outside the scope's directory.
  fileprivate func isForeign(to scope: Scope) -> Bool {
    let own = scope.path.dropFirst()
    guard anyPath.starts(with: own), let next = anyPath.dropFirst(own.count).first else {
      return anyPath != Array(own)
    }
    return !own.isEmpty && next != UInt8(ascii: "/")
  }

  var treeNumber: Int { (place?.file.home ?? home).treeNumber }

  fileprivate var start: Int { place?.range.start ?? 0 }
}
