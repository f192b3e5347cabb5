import Cascade
import JSONSource

/// The differences of each scope between two snapshots; a failing scope does not affect the others.
package final class ScopeDifferences: ScopePairVisitor {
  package enum Answer {
    case compared(Difference, BeforeAfter<Evaluation>)
    /// The scope failed, with problems not yet reported for an ancestor; `isNew` if it is missing in the former
    /// snapshot.
    case failed([Diagnostic], isNew: Bool)
  }

  private struct Pair {
    let scopes: BeforeAfter<WalkedScope?>
    let isSame: Bool
    /// Whether a directory of the scope cannot be opened now, so that missing descendants may exist.
    let isPartial: Bool
  }

  private let patterns: [KeyPattern]
  private let worlds: BeforeAfter<any ResolverContext>
  private let reveals: Bool
  /// The former evaluation, if it differs from that of the snapshot.
  private let former: (Scope) -> Evaluation?
  private let nothing: (Scope) -> Evaluation?
  /// Whether an unchanged scope can be skipped.
  private let isKnown: (Scope) -> Bool
  /// Whether all descendants of an unchanged scope can be skipped.
  private let isKnownBelow: (Scope) -> Bool
  private let tell: (Scope, Answer) -> Void
  private var open: [Pair] = []
  private var problems: [Diagnostic] = []
  private var unopened: [UInt8]?
  /// Errors of directories that seem to be scopes.
  package private(set) var missed: [Diagnostic] = []

  package init(
    _ patterns: [KeyPattern], _ worlds: BeforeAfter<any ResolverContext>,
    reveals: Bool, former: @escaping (Scope) -> Evaluation?,
    nothing: @escaping (Scope) -> Evaluation?, isKnownBelow: @escaping (Scope) -> Bool,
    isKnown: @escaping (Scope) -> Bool,
    tell: @escaping (Scope, Answer) -> Void
  ) {
    (self.patterns, self.worlds, self.reveals) = (patterns, worlds, reveals)
    (self.former, self.nothing, self.tell) = (former, nothing, tell)
    (self.isKnown, self.isKnownBelow) = (isKnown, isKnownBelow)
  }

  package func enter(_ visited: BeforeAfter<VisitedScope?>) {
    let above = open.last
    let pair = BeforeAfter { side in
      visited[side].map {
        WalkedScope($0, worlds[side], reveals: reveals, below: above?.scopes[side] ?? nil)
      }
    }
    let isSame = above?.isSame ?? true && Self.saySame(pair)
    let path = (visited.to ?? visited.from).map { Array($0.scope.path.dropFirst()) }
    let isPartial = above?.isPartial == true || unopened != nil && unopened == path
    unopened = nil
    open.append(Pair(scopes: pair, isSame: isSame, isPartial: isPartial))
    problems += visited.to?.reading.problems ?? []
    guard let one = visited.to ?? visited.from, one.isAsked else { return }
    missed += visited.to?.reading.childProblems ?? []
    if isSame && isKnown(one.scope) { return }
    tell(one.scope, answer(pair, one.scope))
  }

  private static func saySame(_ pair: BeforeAfter<WalkedScope?>) -> Bool {
    guard let from = pair.from, let to = pair.to, from.isCertain, to.isCertain else {
      return false
    }
    return from.visited.added.elementsEqual(to.visited.added) { $0.isWritten(like: $1) }
  }

  private func answer(_ pair: BeforeAfter<WalkedScope?>, _ scope: Scope) -> Answer {
    let isNew = pair.from == nil
    if pair.to == nil && open.last?.isPartial == true { return .failed([], isNew: isNew) }
    if pair.to?.isCertain == false {
      defer { problems = [] }
      return .failed(problems, isNew: isNew)
    }
    guard let from = former(scope) ?? pair.from?.asked ?? nothing(scope),
      let to = pair.to?.asked ?? nothing(scope)
    else { return .failed([], isNew: isNew) }
    do throws(EvaluationError) {
      return .compared(
        try Difference(from: from, to: to, under: patterns),
        BeforeAfter(from: from, to: to))
    } catch { return .failed(error.diagnostics, isNew: isNew) }
  }

  package func miss(_ problem: Diagnostic, _ side: Side) {
    guard side == .to else { return }
    missed.append(problem)
    unopened = problem.anyPath
  }

  package var wantsMore: Bool {
    guard let last = open.last, last.isSame, let scope = last.scopes.to?.view.scope else {
      return true
    }
    return !isKnownBelow(scope)
  }

  package func leave() { open.removeLast() }
}

extension Level {
  fileprivate func isWritten(like other: Level) -> Bool {
    scope == other.scope && files.count == other.files.count && !hasInclusions
      && zip(files, other.files).allSatisfy {
        $0.file.path == $1.file.path && $0.document.source.isEqual(to: $1.document.source)
      }
  }
}
