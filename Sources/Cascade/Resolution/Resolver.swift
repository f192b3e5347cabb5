import JSONSource

/// Evaluates computed values on demand, each question once (section 5 of the rules).
/// A separate stack keeps long chains off the call stack. Answers do not depend on earlier questions.
package final class Resolver {
  package let names: NameTable
  unowned let treeReader: any ResolverContext
  package let reveals: Bool
  package let advice: KeySuggestions
  private var scopes = Catalog<ScopeID, Evaluation>()
  private var memo: [Question.ID: State] = [:]
  private var tasks: [Task] = []
  /// Answers used outside of tasks.
  var outermost: [EvaluationResult] = []
  /// What reasons for missing values depend on.
  var readsOfReasons = ReadSet()
  private var textBytes = 0

  /// The maximum number of computed values in a chain (V7).
  static let longest = 256
  private static let maxTextBytes = 4 * ValueSize.most.bytes

  private enum State {
    case running(Task)
    case done(EvaluationResult)
    case failed(FailureID)
  }

  private(set) var wanted: [Question] = []
  private var failures: [ResolutionFailure] = []

  /// Walks over many scopes share their advice.
  package init(
    _ treeReader: any ResolverContext, reveals: Bool = false,
    _ advice: KeySuggestions = KeySuggestions()
  ) {
    names = treeReader.names
    self.treeReader = treeReader
    self.reveals = reveals
    self.advice = advice
  }

  private struct ScopeID: Hashable {
    let scope: Scope
    let hasCommandLine: Bool
  }

  package func scope(_ view: View, hasCommandLine: Bool = true) -> Evaluation {
    let id = ScopeID(scope: view.scope, hasCommandLine: hasCommandLine)
    return scopes[id, orNew: Evaluation(view, self)]
  }

  func scope(named scope: Scope) throws(Interruption) -> Evaluation? {
    if let known = scopes[ScopeID(scope: scope, hasCommandLine: false)] { return known }
    do throws(EvaluationError) {
      return try treeReader.view(of: scope).map { self.scope($0, hasCommandLine: false) }
    } catch { throw fail(.given(error)) }
  }

  /// nil if the scope does not exist or cannot be read.
  package func readable(_ scope: Scope) -> Evaluation? { (try? self.scope(named: scope)) ?? nil }

  func answer(_ question: Question) throws(FailureID) -> EvaluationResult {
    let bottom = tasks.count
    if !isAnswered(question.id) { tasks.append(Task(question)) }
    while tasks.count > bottom, let task = tasks.last {
      if isAnswered(task.id) {
        tasks.removeLast()
        continue
      }
      let state: State
      do throws(Interruption) {
        state = .done(try finish(task))
      } catch {
        switch error {
        case .needs:
          // The first question must be on top of the stack.
          tasks += wanted.reversed().map(Task.init)
          continue
        case .failed(let id): state = .failed(keep(self[id].passing(task)))
        }
      }
      memo[task.id] = state
      tasks.removeLast()
      if case .failed = state { dropWaiting(above: bottom) }
    }
    switch memo[question.id] {
    case .done(let resolved): return resolved
    case .failed(let failure): throw failure
    case .running, nil:
      throw keep(ResolutionFailure(.plain(.noValue), at: question.position, .unknown))
    }
  }

  /// The tasks that need them have failed, and evaluating them could report a false cycle.
  private func dropWaiting(above bottom: Int) {
    while tasks.count > bottom + 1, let task = tasks.last, memo[task.id] == nil {
      tasks.removeLast()
    }
  }

  private func isAnswered(_ id: Question.ID) -> Bool {
    switch memo[id] {
    case .done, .failed: true
    case .running, nil: false
    }
  }

  private func finish(_ task: Task) throws(Interruption) -> EvaluationResult {
    memo[task.id] = .running(task)
    task.begin()
    let located = try located(task)
    var length = task.length
    if task.question.kind == .reduced { length += 1 }
    guard length <= Self.longest else { throw fail(.plain(.tooLong(limit: Self.longest))) }
    return EvaluationResult(located, task.draws, length: length, task.reads)
  }

  private func located(_ task: Task) throws(Interruption) -> KeyTarget {
    let position = task.question.position
    switch task.question.kind {
    case .reduced:
      // A value that refers to a secret key is secret, whatever the key contains.
      let trail = Provenance(mask: position.mask, sources: ValueSources(same: [position.source]))
      return try reduce(task).coming(along: trail)
    case .result:
      let located = try need(Question(.reduced, position)).located
      task.hasReduced = true
      let value = try whole(of: located)
      let measure = value.measure
      if measure.amount.isTooMuch { throw fail(.plain(.tooMuch)) }
      try bound(measure, at: position)
      return .made(value.drawing(measure.amount))
    case .whole: return .made(try value(of: position))
    }
  }

  /// Interrupts the current task if the answer is not known.
  func need(_ question: Question) throws(Interruption) -> EvaluationResult {
    switch memo[question.id] {
    case .done(let resolved):
      if let task = tasks.last { task.draw(resolved) } else { outermost.append(resolved) }
      return resolved
    case .failed(let failure): throw .failed(failure)
    case .running(let first):
      let circle = circle(from: first)
      let reads = circle.reduce(into: ReadSet()) { $0.formUnion($1.reads) }
      let cycle = ResolutionFailure.Problem.cycle(circle.map(\.question), Set(circle.map(\.id)))
      throw .failed(keep(ResolutionFailure(cycle, at: question.position, reads)))
    case nil: throw needs([question])
    }
  }

  func isKnown(_ question: Question) -> Bool { memo[question.id] != nil }

  func keep(textBytes count: Int) throws(Interruption) {
    textBytes += count
    if count > ValueSize.most.bytes || textBytes > Self.maxTextBytes {
      throw fail(.plain(.tooMuch))
    }
  }

  func bound(_ measure: EffectiveValue.Measure, at position: ValuePosition) throws(Interruption) {
    if position.key.names.count + measure.depth > Document.deepest {
      throw fail(.plain(.tooDeep(limit: Document.deepest)))
    }
  }

  func fail(_ problem: ResolutionFailure.Problem) -> Interruption {
    var reads = tasks.last?.reads ?? .unknown
    // The sum depends on everything evaluated before.
    if case .plain(.tooMuch) = problem { reads = .unknown }
    return .failed(keep(ResolutionFailure(problem, at: tasks.last?.question.position, reads)))
  }

  func needs(_ questions: [Question]) -> Interruption {
    wanted = questions
    return .needs
  }

  private func keep(_ failure: ResolutionFailure) -> FailureID {
    failures.append(failure)
    return FailureID(number: failures.count - 1)
  }

  subscript(id: FailureID) -> ResolutionFailure { failures[id.number] }

  private func circle(from first: Task) -> [Task] {
    let start = tasks.lastIndex { $0 === first } ?? 0
    // Tasks that have not started are not part of the cycle.
    return tasks[start...].filter { task in
      if case .running(let running)? = memo[task.id] { running === task } else { false }
    }
  }

  /// A question being answered.
  final class Task {
    let question: Question
    let id: Question.ID
    let computed: Definition?
    fileprivate(set) var draws: [EvaluationResult.Draw] = []
    fileprivate(set) var length = 0
    var reads = ReadSet()
    /// Whether only members of the result may still fail.
    fileprivate(set) var hasReduced = false
    var texts: [[UInt8]] = []
    var isSecret = false
    var inputs: [ValueSources.Inputs] = []
    private var kept = 0

    init(_ question: Question) {
      self.question = question
      id = question.id
      computed = question.kind == .whole ? nil : question.position.computed
    }

    /// Drops the dependencies of an interrupted run.
    fileprivate func begin() { draws.removeSubrange(kept...) }

    func keepDraws() { kept = draws.count }

    fileprivate func draw(_ resolved: EvaluationResult) {
      draws.append(.resolved(resolved))
      length = max(length, resolved.length)
      reads.formUnion(resolved.reads)
    }

    func note(_ dependency: Dependency, at index: Int = .max) {
      draws.insert(.dependency(dependency), at: min(index, draws.count))
    }
  }

  func locate(_ key: Key, in scope: Evaluation) throws(Interruption) -> KeyTarget {
    if let problems = scope.problems(along: key) { throw fail(.given(problems)) }
    return try descend(scope.top, key.names[...])
  }

  func descend(_ start: ValuePosition, _ rest: ArraySlice<Name>) throws(Interruption) -> KeyTarget {
    var (position, rest) = (start, rest)
    while true {
      if position.computed != nil { return try descend(try reduced(position), rest) }
      guard let name = rest.popFirst() else {
        return position.isLive ? .found(position) : .absent(position.node.absence)
      }
      guard let inner = position.inner(name, names) else { return .absent(nil) }
      position = inner
    }
  }

  private func reduced(_ position: ValuePosition) throws(Interruption) -> KeyTarget {
    try need(Question(.reduced, position.withoutTrail)).located.coming(along: position.trail)
  }

  func descend(_ located: KeyTarget, _ rest: ArraySlice<Name>) throws(Interruption) -> KeyTarget {
    guard !rest.isEmpty else { return located }
    switch located {
    case .found(let position): return try descend(position, rest)
    case .absent: return .absent(nil)
    case .made(var value):
      for name in rest {
        guard let member = value.member(name, names) else { return .absent(nil) }
        value = member
      }
      return .made(value)
    }
  }
}

/// The reason a task stops before its end.
enum Interruption: Error {
  /// Other questions must be answered first; see `wanted`.
  case needs
  case failed(FailureID)
}

/// The index of a failure, which is not Sendable as an error must be.
struct FailureID: Error {
  let number: Int
}
