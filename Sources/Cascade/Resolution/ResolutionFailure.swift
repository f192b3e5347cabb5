import JSONSource

/// A failed evaluation, with the chain from the failed value to the requested value (V7).
struct ResolutionFailure {
  enum Problem {
    case given(EvaluationError)
    case file(Diagnostic)
    /// Questions that depend on each other.
    case cycle([Question], Set<Int>)
    /// `asked` is nil if the reference names the scope.
    case noValue(Reference, in: Scope, asked: Evaluation?, Absence?, near: Key?)
    case noTranslation(Reference, in: Evaluation)
    case plain(Diagnostic.ValueProblem)

    fileprivate func described(
      to asked: Evaluation?, _ names: NameTable
    ) -> Diagnostic.ValueProblem {
      switch self {
      case .given, .file, .cycle: .noValue
      case .noValue(let reference, let scope, let its, _, _):
        .noReferent(
          .init(
            reference: reference.text, key: reference.key.map(names.spelling), scope: scope,
            isInAskedScope: its != nil && its === asked))
      case .noTranslation(let reference, let its):
        .noTranslation(reference.text, in: its.view.scope, isAsked: its === asked)
      case .plain(let problem): problem
      }
    }
  }

  /// A computed value that depends on the value in `dependent`.
  final class DependentValue {
    let position: ValuePosition
    let dependent: DependentValue?
    /// The reads since the previous step.
    fileprivate let reads: ReadSet

    init(
      _ position: ValuePosition, _ reads: ReadSet = ReadSet(), dependent: DependentValue? = nil
    ) {
      self.position = position
      self.reads = reads
      self.dependent = dependent
    }

    fileprivate var place: SourceRange? {
      position.computed.map { $0.at($0.computed?.node ?? $0.node).place }
    }

    fileprivate func isSame(as other: ResolutionFailure.DependentValue) -> Bool {
      position.computed?.id == other.position.computed?.id
    }
  }

  let problem: Problem
  let noticed: ValuePosition?
  private(set) var steps: DependentValue?
  /// Since the last step, because keeping all reads at each step would take quadratic space.
  private var lastReads: ReadSet
  /// The first question of a cycle on the path to it.
  private(set) var entry: Question?

  init(_ problem: Problem, at noticed: ValuePosition?, _ reads: ReadSet) {
    self.problem = problem
    self.noticed = noticed
    lastReads = reads
  }

  /// From the last step, which depends on the others.
  private var chain: [DependentValue] {
    steps.map { Array(sequence(first: $0) { $0.dependent }) } ?? []
  }

  var reads: ReadSet {
    var all = lastReads
    for step in chain {
      all.formUnion(step.reads)
      if all.names.count > 256 { return .unknown }
    }
    return all
  }

  func passing(_ step: Resolver.Step, _ reads: ReadSet) -> ResolutionFailure {
    var failure = self
    failure.lastReads.formUnion(reads)
    if case .cycle(_, let ids) = problem, ids.contains(step.question.id) {
      failure.entry = step.question
      failure.lastReads = failure.reads
      failure.steps = nil
      return failure
    }
    let kind = step.question.kind
    // The reduced value has already added a step.
    if kind == .whole || kind == .result && !step.hasReduced { return failure }
    failure.steps = DependentValue(step.question.position, failure.lastReads, dependent: steps)
    failure.lastReads = ReadSet()
    return failure
  }

  private static var maxNotes: Int { 40 }

  func unresolved(_ names: NameTable) -> EvaluationError {
    // An error from another part may depend on anything.
    if case .given(let unresolved) = problem { return unresolved }
    let outer = Array(chain.reversed())
    let needsCaller =
      switch problem {
      case .plain(.variableNotAllowed), .plain(.noFactsGiven): true
      default: false
      }
    let asked = outer.last?.position ?? entry?.position ?? noticed
    let describer = FailureDescriber(names: names, asked: asked?.scope)
    let diagnostic: Diagnostic
    switch problem {
    case .cycle(let questions, _):
      let id = entry?.id
      let start = questions.firstIndex { $0.id == id } ?? 0
      diagnostic = describer.cycle(
        Array(questions[start...] + questions[..<start]), outer, asked?.key)
    case .file(let file):
      diagnostic = file.adding(describer.needing(outer.dropFirst()))
    default:
      let place = outer.first?.place ?? noticed?.node.place
      diagnostic = Diagnostic(
        .error, .reference, .value(problem.described(to: asked?.scope, names)), at: place,
        key: asked.map { names.shown($0.key) }, named: asked?.key,
        notes: describer.notes(problem) + describer.needing(outer.dropFirst()))
    }
    return EvaluationError([diagnostic], needsCaller: needsCaller, reads)
  }

  private struct FailureDescriber {
    let names: NameTable
    let asked: Evaluation?

    func needing(_ steps: some Sequence<DependentValue>) -> [Diagnostic.Note] {
      steps.prefix(maxNotes).map { .init(.needing(name($0.position)), at: $0.place) }
    }

    private func name(_ position: ValuePosition) -> Diagnostic.ValueName {
      Diagnostic.ValueName(
        key: names.shown(position.key),
        scope: position.scope === asked ? nil : position.scope.view.scope)
    }

    func cycle(_ questions: [Question], _ outer: [DependentValue], _ key: Key?) -> Diagnostic {
      var circle: [DependentValue] = []
      for question in questions where question.kind != .whole {
        let value = DependentValue(question.position)
        if circle.last?.isSame(as: value) != true { circle.append(value) }
      }
      let cause = circle.compactMap(\.place).min { $0.isBefore($1) }
      let isReduced = questions.contains { $0.kind == .reduced }
      let holder = questions.first { $0.kind == .whole }
      if let holder, questions[0].kind == .whole || !isReduced {
        let name = name(holder.position)
        return Diagnostic(
          .error, .cycle, .value(.containsItself(name)),
          at: circle.last?.place ?? holder.position.node.place, key: name.key,
          named: holder.position.key, notes: needing(circle.dropLast().reversed() + outer),
          cause: cause)
      }
      if circle.count > 1, circle[0].isSame(as: circle[circle.count - 1]) { circle.removeLast() }
      let stands = circle.dropFirst().prefix(maxNotes).map {
        Diagnostic.Note(.inCycle(name($0.position)), at: $0.place)
      }
      return Diagnostic(
        .error, .cycle, .value(.cycle(circle.map { name($0.position) })), at: circle.first?.place,
        key: key.map(names.shown), named: key, notes: stands + needing(outer), cause: cause)
    }

    func notes(_ problem: Problem) -> [Diagnostic.Note] {
      guard case .noValue(_, _, _, let absence, let near) = problem else { return [] }
      let notes: [Diagnostic.Note?] = [
        absence.map { .init(.absence($0.reason), at: $0.place) },
        near.map { .init(.neverSet(nearest: names.shown($0))) },
      ]
      return notes.compactMap { $0 }
    }
  }
}

extension SourceRange {
  fileprivate func isBefore(_ other: SourceRange) -> Bool {
    file.path == other.file.path
      ? range.start < other.range.start : file.path.lexicographicallyPrecedes(other.file.path)
  }
}
