import Cascade

/// A problem of several scopes: each wording with its scopes.
typealias SharedProblem = [(scopes: ScopeSet, diagnostic: Diagnostic)]

/// The distinct problems of checked scopes, with the scopes that show them.
struct RuleProblems {
  struct Problem {
    fileprivate(set) var diagnostic: Diagnostic
    fileprivate let checked: CheckedScopes
    /// The first scope.
    fileprivate var number: Int
    fileprivate var order: Int
    fileprivate let isForeign: Bool
    fileprivate var noted: [Int]
    fileprivate var numbers = ScopeSet()
    fileprivate var wordings: SharedProblem = []

    /// The scopes that show it, in order.
    var scopes: [(number: Int, scope: Scope)] { numbers.numbers.map { ($0, checked.scope($0)) } }

    var finding: Checker.Finding {
      Checker.Finding(
        scope: checked.scope(number), diagnostic: diagnostic,
        scopes: diagnostic.rule.isOfScopes ? numbers : ScopeSet([number]))
    }

    func diagnostic(in scope: Scope) -> Diagnostic {
      let own = wordings.last { $0.scopes.numbers.contains { checked.scope($0) == scope } }
      return (own?.diagnostic ?? diagnostic).asked(in: scope)
    }
  }

  private let checked: CheckedScopes
  private var all: [Problem] = []
  private var places: [Diagnostic.FindingID: Int] = [:]
  private var count = 0

  init(_ checked: CheckedScopes) { self.checked = checked }

  /// Records a problem of a scope. The problems of a rule in a scope are recorded together.
  mutating func note(_ diagnostic: Diagnostic, _ number: Int) {
    count += 1
    let isOfReading = diagnostic.rule.isOfReading
    let new = Problem(
      diagnostic: diagnostic, checked: checked, number: number, order: count,
      isForeign: isOfReading && diagnostic.isForeign(to: checked.scope(number)), noted: [number])
    guard diagnostic.isShared || isOfReading else { return all.append(new) }
    guard let place = places[diagnostic.id] else {
      places[diagnostic.id] = all.count
      return all.append(new)
    }
    // Every scope that inherits from a broken file reports it; the file's own scope prevails.
    if isOfReading && !diagnostic.isShared {
      let known = all[place]
      if !new.isForeign && !known.isForeign { return all.append(new) }
      if known.isForeign && (!new.isForeign || number < known.number) { all[place] = new }
      return
    }
    if all[place].number > number {
      (all[place].diagnostic, all[place].number, all[place].order) = (diagnostic, number, count)
    }
    if diagnostic.rule.isOfScopes { all[place].noted.append(number) }
  }

  /// Records a problem only if another scope has it.
  mutating func note(shared diagnostic: Diagnostic, _ number: Int) {
    if places[diagnostic.id] != nil { note(diagnostic, number) }
  }

  mutating func note(_ problem: SharedProblem) {
    guard let first = problem.min(by: { $0.scopes.firstNumber < $1.scopes.firstNumber }),
      !first.scopes.isEmpty
    else { return }
    let number = first.scopes.firstNumber
    note(first.diagnostic.asked(in: checked.scope(number)), number)
    if let place = places[first.diagnostic.id] { all[place].wordings = problem }
  }

  /// The masked problems, in order of scopes, then by tree, file, offset and rule.
  func inOrder(under secrets: ReportMask?) -> [Problem] {
    let orders = all.map { problem in
      (
        scope: (problem.number, problem.diagnostic.treeNumber), path: problem.diagnostic.anyPath,
        place: (
          problem.diagnostic.start, CheckRule.rank(problem.diagnostic.rule), problem.order
        )
      )
    }
    return all.indices.sorted {
      let (one, other) = (orders[$0], orders[$1])
      if one.scope != other.scope { return one.scope < other.scope }
      if one.path != other.path { return one.path.lexicographicallyPrecedes(other.path) }
      return one.place < other.place
    }.map { index in
      var problem = all[index]
      let noted = ScopeSet((problem.noted + [problem.number]).sorted())
      problem.numbers = ScopeSet(joining: problem.wordings.map(\.scopes) + [noted])
      if let secrets { problem.diagnostic = secrets.shown(problem.diagnostic) }
      return problem
    }
  }
}

extension Diagnostic.Rule {
  /// Whether several scopes may have the problem at the same place.
  fileprivate var isShared: Bool {
    [
      .reference, .noParent, .cycle, .type, .required, .final, .expired, .finalDraws, .mergeKind,
      .deprecated, .environment, .unknownKey,
    ].contains(self)
  }

  /// Whether it concerns effective values, rather than written statements.
  var isOfScopes: Bool { ![.final, .finalDraws, .unknownKey].contains(self) }

  /// Whether it concerns the reading of files.
  var isOfReading: Bool {
    [.syntax, .duplicateName, .unreadable, .directive, .outsideRoot].contains(self)
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
