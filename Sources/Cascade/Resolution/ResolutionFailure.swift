import JSONSource

/// Why something could not be worked out, with every step from what is at fault to what was asked (V7).
struct ResolutionFailure {
  enum Problem {
    /// Something that was wrong outside.
    case given(Unresolved)
    case file(Diagnostic)
    case cycle(ResolutionCycle)
    /// In the scope that a reference names, or in one that is asked.
    case noValue(Reference, in: Scope, asked: Evaluation?, Absence?, near: Key?)
    case noTranslation(Reference, in: Evaluation)
    /// What is told alike to whoever asks.
    case plain(Diagnostic.ValueProblem)
  }

  /// A computed value on the way, nearer to what was asked than the one behind it.
  final class NeededBy {
    let written: Definition
    let position: ValuePosition
    let behind: NeededBy?
    /// What the way depends on from the step behind to this one.
    fileprivate let reads: Reads

    init(
      _ written: Definition, _ position: ValuePosition, _ reads: Reads = Reads(), behind: NeededBy?
    ) {
      self.written = written
      self.position = position
      self.reads = reads
      self.behind = behind
    }
  }

  let problem: Problem
  /// Where it was noticed.
  let noticed: ValuePosition?
  private(set) var steps: NeededBy?
  /// What it depends on since its last step: who kept all of it at each step would keep the way's square.
  private var lastReads: Reads
  /// Of a cycle: the member through which the way comes to it.
  private(set) var entry: Question?

  init(_ problem: Problem, at noticed: ValuePosition?, _ reads: Reads) {
    self.problem = problem
    self.noticed = noticed
    lastReads = reads
  }

  /// What it depends on, as far as it has come; of a long way, that is anything.
  var reads: Reads {
    var all = lastReads
    var step = steps
    while let next = step {
      all.formUnion(next.reads)
      if all.names.count > 256 { return .unknown }
      step = next.behind
    }
    return all
  }

  /// The same failure as whoever needed the task sees it.
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
    // What it comes to has told of itself.
    case .result where !task.hasReduced: return failure
    case .reduced(let written, let position), .result(let written, let position):
      failure.steps = NeededBy(written, position, failure.lastReads, behind: steps)
      failure.lastReads = Reads()
      return failure
    }
  }
}

/// Questions that need one another in a circle.
final class ResolutionCycle {
  private let questions: [Question]
  private let ids: Set<Question.ID>

  init(_ questions: [Question]) {
    self.questions = questions
    ids = Set(questions.map(\.id))
  }

  func contains(_ id: Question.ID) -> Bool { ids.contains(id) }

  /// The circle from one of its members on.
  func questions(from entry: Question?) -> [Question] {
    guard let id = entry?.id, let start = questions.firstIndex(where: { $0.id == id }) else {
      return questions
    }
    return Array(questions[start...] + questions[..<start])
  }
}
