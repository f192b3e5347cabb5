import JSONSource

/// A failed evaluation, with the chain from the failed value to the requested value (V7).
struct ResolutionFailure {
  enum Problem {
    case given(EvaluationError)
    case file(Diagnostic)
    case cycle(ResolutionCycle)
    /// `asked` is nil if the reference names the scope.
    case noValue(Reference, in: Scope, asked: Evaluation?, Absence?, near: Key?)
    case noTranslation(Reference, in: Evaluation)
    case plain(Diagnostic.ValueProblem)
  }

  /// A computed value that depends on the value in `dependent`.
  final class DependentValue {
    let written: Definition
    let position: ValuePosition
    let dependent: DependentValue?
    /// The reads since the previous step.
    fileprivate let reads: ReadSet

    init(
      _ written: Definition, _ position: ValuePosition, _ reads: ReadSet = ReadSet(),
      dependent: DependentValue?
    ) {
      self.written = written
      self.position = position
      self.reads = reads
      self.dependent = dependent
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

  var reads: ReadSet {
    var all = lastReads
    var step = steps
    while let next = step {
      all.formUnion(next.reads)
      if all.names.count > 256 { return .unknown }
      step = next.dependent
    }
    return all
  }

  func passing(_ task: Resolver.Task) -> ResolutionFailure {
    var failure = self
    failure.lastReads.formUnion(task.reads)
    if case .cycle(let cycle) = problem, cycle.contains(task.id) {
      failure.entry = task.question
      failure.lastReads = failure.reads
      failure.steps = nil
      return failure
    }
    switch task.question {
    case .whole, .element: return failure
    // The reduced value has already added a step.
    case .result where !task.hasReduced: return failure
    case .reduced(let written, let position), .result(let written, let position):
      failure.steps = DependentValue(written, position, failure.lastReads, dependent: steps)
      failure.lastReads = ReadSet()
      return failure
    }
  }
}

/// Questions that depend on each other.
final class ResolutionCycle {
  private let questions: [Question]
  private let ids: Set<Question.ID>

  init(_ questions: [Question]) {
    self.questions = questions
    ids = Set(questions.map(\.id))
  }

  func contains(_ id: Question.ID) -> Bool { ids.contains(id) }

  func questions(from entry: Question?) -> [Question] {
    guard let id = entry?.id, let start = questions.firstIndex(where: { $0.id == id }) else {
      return questions
    }
    return Array(questions[start...] + questions[..<start])
  }
}
