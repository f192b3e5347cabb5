import JSONSource

/// Works out values in asked scopes: late, lazily, each question once (section 5).
///
/// It knows nodes and what computed values say; of directories, variables and the command line it knows
/// only what it is handed. What one value needs is put on a stack of its own, so that no way is too long
/// for the machine's; an answer does not depend on what was asked before.
package final class Resolver {
  package let names: NameTable
  unowned let world: any ResolverWorld
  /// Whether secrets are shown.
  package let reveals: Bool
  package let advice: KeyAdvice
  // Mostly few are asked, and a list is faster then.
  private var scopes: [Evaluation] = []
  private var many: [Scope: [Evaluation]] = [:]
  private static var few: Int { 16 }
  private var memo: [Question.ID: State] = [:]
  private var tasks: [Task] = []
  /// What whoever asks drew on, since this was emptied.
  var outermost: [Resolved] = []
  /// How many bytes of text were made and are kept.
  private var textBytes = 0

  /// How many computed values may stand on one way, each of which needs the next (V7).
  static let longest = 256
  private static let mostTextBytes = 4 * Amount.most.bytes

  private enum State {
    case running(Task)
    case done(Resolved)
    case failed(FailureID)
  }

  /// What the task that was interrupted needs, or whoever asks.
  private(set) var wanted: [Question] = []
  private var failures: [ResolutionFailure] = []

  /// Those that work out a tree scope by scope share what they advise.
  package init(
    _ names: NameTable, _ world: any ResolverWorld, reveals: Bool = false,
    _ advice: KeyAdvice = KeyAdvice()
  ) {
    self.names = names
    self.world = world
    self.reveals = reveals
    self.advice = advice
  }

  /// A scope to ask, with its view.
  package func scope(_ view: View, hasCommandLine: Bool = true) -> Evaluation {
    if let known = known(view.scope, hasCommandLine) { return known }
    let scope = Evaluation(view, hasCommandLine: hasCommandLine, self)
    scopes.append(scope)
    if scopes.count > Self.few {
      // All that there are, once.
      for new in many.isEmpty ? scopes : [scope] {
        many[new.view.scope, default: []].append(new)
      }
    }
    return scope
  }

  /// The scope that a value names; nil where there is none.
  func scope(named scope: Scope) throws(Interruption) -> Evaluation? {
    if let known = known(scope, false) { return known }
    do throws(Unresolved) {
      return try world.view(of: scope).map { self.scope($0, hasCommandLine: false) }
    } catch { throw fail(.given(error)) }
  }

  private func known(_ scope: Scope, _ hasCommandLine: Bool) -> Evaluation? {
    (many.isEmpty ? scopes : many[scope] ?? []).first {
      $0.hasCommandLine == hasCommandLine && $0.view.scope == scope
    }
  }

  // MARK: The stack

  /// The answer to a question.
  func answer(_ question: Question) throws(FailureID) -> Resolved {
    let bottom = tasks.count
    if !isAnswered(question.id) { tasks.append(Task(question)) }
    while tasks.count > bottom, let task = tasks.last {
      if isAnswered(task.id) {
        // Several needed it, and another one had it first.
        tasks.removeLast()
        continue
      }
      let state: State
      do throws(Interruption) {
        state = .done(try finish(task))
      } catch {
        switch error {
        case .needs:
          // The first one is to be worked out first.
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

  /// Drops what waits for its turn behind something that failed: whoever needs all of it has failed, too,
  /// and what is worked out on the way to nothing might be taken for a circle.
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

  private func finish(_ task: Task) throws(Interruption) -> Resolved {
    memo[task.id] = .running(task)
    task.begin()
    let located = try located(task)
    var length = task.length
    if case .reduced = task.question { length += 1 }
    guard length <= Self.longest else { throw fail(.plain(.tooLong(limit: Self.longest))) }
    return Resolved(located, task.draws, length: length, task.reads)
  }

  private func located(_ task: Task) throws(Interruption) -> Located {
    switch task.question {
    case .reduced(let written, let position):
      // Whoever draws on a secret key draws on a secret, whatever that comes from.
      let trail = Trail(mask: position.mask, sources: ValueSources(position.source))
      return try reduce(written, position, task).coming(along: trail)
    case .result(let written, let position):
      let located = try need(.reduced(written, position)).located
      task.hasReduced = true
      let value = try whole(of: located)
      let measure = value.measure
      if measure.amount.isTooMuch { throw fail(.plain(.tooMuch)) }
      try bound(measure, at: position)
      return .made(value.drawing(measure.amount))
    case .whole(let position): return .made(try value(of: position))
    case .element(let element, let position): return .made(try value(of: element, position))
    }
  }

  /// The answer to something that the task on top needs.
  func need(_ question: Question) throws(Interruption) -> Resolved {
    switch memo[question.id] {
    case .done(let resolved):
      if let task = tasks.last { task.draw(resolved) } else { outermost.append(resolved) }
      return resolved
    case .failed(let failure): throw .failed(failure)
    case .running(let first):
      let circle = circle(from: first)
      let reads = circle.reduce(into: Reads()) { $0.formUnion($1.reads) }
      let cycle = ResolutionCycle(circle.map(\.question))
      throw .failed(keep(ResolutionFailure(.cycle(cycle), at: question.position, reads)))
    case nil: throw needs([question])
    }
  }

  /// Whether a question is answered, or being worked out, so that asking it comes to something.
  func isKnown(_ question: Question) -> Bool { memo[question.id] != nil }

  /// Keeps account of text that is made.
  func keep(textBytes count: Int) throws(Interruption) {
    textBytes += count
    if count > Amount.most.bytes || textBytes > Self.mostTextBytes {
      throw fail(.plain(.tooMuch))
    }
  }

  /// Refuses what would nest deeper than any key leads.
  func bound(_ measure: EffectiveValue.Measure, at position: ValuePosition) throws(Interruption) {
    if position.key.names.count + measure.depth > Document.deepest {
      throw fail(.plain(.tooDeep(limit: Document.deepest)))
    }
  }

  // MARK: Failing

  func fail(_ problem: ResolutionFailure.Problem) -> Interruption {
    var reads = tasks.last?.reads ?? .unknown
    // What is too much in sum depends on all that was worked out before.
    if case .plain(.tooMuch) = problem { reads = .unknown }
    return .failed(keep(ResolutionFailure(problem, at: tasks.last?.question.position, reads)))
  }

  /// Interrupts a task until questions are answered.
  func needs(_ questions: [Question]) -> Interruption {
    wanted = questions
    return .needs
  }

  private func keep(_ failure: ResolutionFailure) -> FailureID {
    failures.append(failure)
    return FailureID(number: failures.count - 1)
  }

  subscript(id: FailureID) -> ResolutionFailure { failures[id.number] }

  /// The tasks that need one another in a circle, from the one that is needed again.
  private func circle(from first: Task) -> [Task] {
    let start = tasks.lastIndex { $0 === first } ?? 0
    // What waits for its turn below is in no circle.
    return tasks[start...].filter { task in
      if case .running(let running)? = memo[task.id] { running === task } else { false }
    }
  }

  /// Something that is being worked out.
  final class Task {
    let question: Question
    let id: Question.ID
    fileprivate(set) var draws: [Resolved.Draw] = []
    fileprivate(set) var length = 0
    var reads = Reads()
    /// Of a result: whether what it comes to is known, and only what is in that may fail.
    fileprivate(set) var hasReduced = false
    /// Of a text: the pieces that are done.
    var texts: [[UInt8]] = []
    var isSecret = false
    /// What the pieces were computed from.
    var inputs: [ValueSources.Inputs] = []
    private var kept = 0

    init(_ question: Question) {
      self.question = question
      id = question.id
    }

    /// Forgets what a run drew on that did not come to its end.
    fileprivate func begin() {
      draws.removeSubrange(kept...)
    }

    /// Keeps what was drawn on so far for the next run.
    func keepDraws() { kept = draws.count }

    fileprivate func draw(_ resolved: Resolved) {
      draws.append(.resolved(resolved))
      length = max(length, resolved.length)
      reads.formUnion(resolved.reads)
    }

    /// Notes what was drawn on, before what that drew on in turn.
    func note(_ dependency: Dependency, at index: Int) {
      draws.insert(.dependency(dependency), at: min(index, draws.count))
    }
  }
}

/// Why a task does not come to its end now.
enum Interruption: Error {
  /// Something has to be answered first; the resolver knows what.
  case needs
  case failed(FailureID)
}

/// A failure by its number in its resolver: what it speaks of is of one task's world and cannot travel.
struct FailureID: Error {
  let number: Int
}
