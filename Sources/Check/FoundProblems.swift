import Answers
import Cascade

/// What rules found, each cause once, with how many scopes show it.
struct FoundProblems {
  struct Problem {
    /// The first scope that shows it, and that scope's turn in the walk.
    var scope: Scope
    var turn: Int
    var diagnostic: Diagnostic
    /// When that was noted.
    var order: Int
    var scopeCount = 1
    /// The turn of the scope that was counted last.
    fileprivate var lastTurn: Int
  }

  /// Whether it is to be known later which scopes show a problem.
  private let keepsScopes: Bool
  /// The turns of the scopes that show each problem that several may show, where they are kept.
  private(set) var turns: [Diagnostic.FindingID: [Int]] = [:]
  private var all: [Problem] = []
  private var places: [Diagnostic.FindingID: Int] = [:]
  private var count = 0
  /// What was wrong with files and directories at or below the scope that told it, and with others.
  private var own: Set<Diagnostic.FindingID> = []
  private var foreign: Set<Diagnostic.FindingID> = []

  init(keepsScopes: Bool) { self.keepsScopes = keepsScopes }

  /// Takes note of what one scope shows; what a rule finds in a scope comes together.
  mutating func note(_ diagnostic: Diagnostic, in scope: Scope, turn: Int) {
    if diagnostic.rule.isOfReading {
      // What is wrong with a file is met by every scope that inherits from it.
      let isForeign = diagnostic.isForeign(to: scope)
      if isForeign ? !foreign.insert(diagnostic.id).inserted : foreign.contains(diagnostic.id) {
        return
      }
      if isForeign && own.contains(diagnostic.id) { return }
      if !isForeign { own.insert(diagnostic.id) }
    }
    count += 1
    let new = Problem(
      scope: scope, turn: turn, diagnostic: diagnostic, order: count, lastTurn: turn)
    guard diagnostic.isShared else {
      all.append(new)
      return
    }
    guard let place = places[diagnostic.id] else {
      places[diagnostic.id] = all.count
      all.append(new)
      if keepsScopes { turns[diagnostic.id] = [turn] }
      return
    }
    let known = all[place]
    if known.turn > turn { all[place] = new }
    let isCounted = known.lastTurn == turn || !diagnostic.rule.isOfScopes
    if keepsScopes && !isCounted { turns[diagnostic.id, default: []].append(turn) }
    all[place].scopeCount = known.scopeCount + (isCounted ? 0 : 1)
    all[place].lastTurn = turn
  }

  /// Takes note of one more scope in which something holds that was told above it.
  mutating func noteBelow(_ diagnostic: Diagnostic, in scope: Scope, turn: Int) {
    if places[diagnostic.id] != nil { note(diagnostic, in: scope, turn: turn) }
  }

  /// In the order of the walk, within a scope by tree, file and offset.
  var inOrder: [Problem] {
    all.sorted { one, other in
      let trees = (one.diagnostic.treeNumber, other.diagnostic.treeNumber)
      if (one.turn, trees.0) != (other.turn, trees.1) {
        return (one.turn, trees.0) < (other.turn, trees.1)
      }
      let (path, otherPath) = (one.diagnostic.anyPath, other.diagnostic.anyPath)
      if path != otherPath { return path.lexicographicallyPrecedes(otherPath) }
      return (one.diagnostic.start, one.order) < (other.diagnostic.start, other.order)
    }
  }
}

extension Diagnostic.Rule {
  /// Whether several scopes may meet the same trouble, at the same place.
  fileprivate var isShared: Bool {
    switch self {
    case .reference, .noParent, .cycle, .type, .required, .final, .expired, .finalDraws, .mergeKind,
      .deprecated, .environment, .unknownKey:
      true
    default: false
    }
  }

  /// Whether it is about what holds in scopes; else about what files say, wherever that is met.
  fileprivate var isOfScopes: Bool { ![.final, .finalDraws, .unknownKey].contains(self) }

  fileprivate var isOfReading: Bool {
    switch self {
    case .syntax, .duplicateName, .unreadable, .directive, .outsideRoot: true
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate var isShared: Bool { rule.isShared || place?.file.includedFrom != nil }

  /// Whether it is about a file or directory that does not stand at or below a scope, and is told there, too.
  fileprivate func isForeign(to scope: Scope) -> Bool {
    let own = scope.path.dropFirst()
    guard anyPath.starts(with: own), let next = anyPath.dropFirst(own.count).first else {
      return anyPath != Array(own)
    }
    return !own.isEmpty && next != UInt8(ascii: "/")
  }

  /// The number of the tree that it is about.
  var treeNumber: Int { (place?.file.home ?? home).treeNumber }

  fileprivate var start: Int { place?.range.start ?? 0 }
}
