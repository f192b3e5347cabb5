import JSONSource

/// Evaluates computed values on demand, each question once a scope (section 5 of the rules).
/// Answers do not depend on earlier questions.
package final class Resolver {
  package let names: NameTable
  unowned let treeReader: any ResolverContext
  package let reveals: Bool
  package let advice: KeySuggestions
  private var scopes = Catalog<ScopeID, Evaluation>()
  private var numbers: [Question.Subject: Int] = [:]
  /// By question.
  private var answers: [State] = []
  /// The questions that are being answered; each needs the next.
  private var path: [Step] = []
  /// What the answers of the path depend on so far, question by question.
  private var drawn: [Draw] = []
  /// What known answers depend on, answer by answer.
  private var kept: [Draw] = []
  /// The questions and containers on the call stack.
  private var depth = 0
  private var halted: Halted?
  /// Answers used outside of questions.
  var outermost: [EvaluationResult] = []
  /// What reasons for missing values depend on.
  var readsOfReasons = ReadSet()
  private var textBytes = 0

  /// The maximum number of computed values in a chain (V7).
  static let longest = 256
  private static let maxTextBytes = 4 * ValueSize.most.bytes
  /// What the call stack bears: a question takes some kilobytes of it, as many as a few containers.
  private static let (deepest, question) = (512, 16)

  private enum State {
    case unknown
    /// At this place of the path.
    case running(Int)
    case done(EvaluationResult)
    indirect case failed(ResolutionFailure)
  }

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

  func scope(named scope: Scope) throws(Halt) -> Evaluation? {
    if let known = scopes[ScopeID(scope: scope, hasCommandLine: false)] { return known }
    do throws(EvaluationError) {
      return try treeReader.view(of: scope).map { self.scope($0, hasCommandLine: false) }
    } catch { throw fail(.given(error)) }
  }

  /// nil if the scope does not exist or cannot be read.
  package func readable(_ scope: Scope) -> Evaluation? { (try? self.scope(named: scope)) ?? nil }

  // MARK: Questions

  /// The answer to what is asked from outside.
  func answer<T>(_ body: () throws(Halt) -> T) throws(EvaluationError) -> T {
    let outer = depth
    depth = 0
    defer { depth = outer }
    do throws(Halt) { return try settling(body) } catch {
      guard case .failed(let failure) = halted else {
        preconditionFailure("a question is too deep")
      }
      throw failure.unresolved(names)
    }
  }

  /// Answers a question that is too deep for the call stack from here, and then runs `body` again. The path to the
  /// question stays, so that cycles are found.
  func settling<T>(_ body: () throws(Halt) -> T) throws(Halt) -> T {
    depth += 1
    defer { depth -= 1 }
    let (start, count) = (path.count, path.isEmpty ? outermost.count : drawn.count)
    var rests: [(question: Question, start: Int)] = []
    while true {
      do throws(Halt) {
        guard let rest = rests.last else { return try body() }
        _ = try answer(rest.question)
        rests.removeLast()
      } catch {
        switch halted {
        case .before(let question) where depth <= Self.deepest / 2:
          rests.append((question, path.count))
          continue
        case .before: throw error
        case .failed, nil: if rests.popLast() == nil { throw error }
        }
      }
      forget(from: rests.last?.start ?? start)
      if rests.isEmpty {
        if path.isEmpty {
          outermost.removeSubrange(count...)
        } else {
          drawn.removeSubrange(count...)
        }
      }
    }
  }

  private func forget(from start: Int) {
    guard start < path.count else { return }
    for step in path[start...] { answers[step.question.id] = .unknown }
    drawn.removeSubrange(path[start].start...)
    path.removeSubrange(start...)
  }

  func question(_ kind: Question.Kind, _ position: ValuePosition) -> Question {
    let subject = Question.Subject(position)
    if let number = numbers[subject] {
      return Question(kind: kind, position: position, number: number)
    }
    numbers[subject] = numbers.count
    for _ in 0..<Question.kindCount { answers.append(.unknown) }
    return Question(kind: kind, position: position, number: numbers.count - 1)
  }

  func need(_ question: Question) throws(Halt) -> EvaluationResult {
    let result: EvaluationResult
    switch answers[question.id] {
    case .done(let known): result = known
    case .failed(let failure): throw halt(.failed(failure))
    case .running(let first):
      let reads = (first..<path.count).reduce(into: ReadSet()) { $0.formUnion(self.reads(at: $1)) }
      let questions = path[first...].map(\.question)
      let cycle = ResolutionFailure.Problem.cycle(questions, Set(questions.map(\.id)))
      throw halt(.failed(ResolutionFailure(cycle, at: question.position, reads)))
    case .unknown: result = try answer(question)
    }
    if path.isEmpty {
      outermost.append(result)
    } else {
      drawn.append(.resolved(result))
      step.length = max(step.length, result.length)
    }
    return result
  }

  private func answer(_ question: Question) throws(Halt) -> EvaluationResult {
    if depth > Self.deepest { throw halt(.before(question)) }
    depth += Self.question
    defer { depth -= Self.question }
    answers[question.id] = .running(path.count)
    path.append(Step(question: question, start: drawn.count))
    do throws(Halt) {
      let target = try target(of: question)
      let length = self.step.length + (question.kind == .reduced ? 1 : 0)
      guard length <= Self.longest else { throw fail(.plain(.tooLong(limit: Self.longest))) }
      let step = path.removeLast()
      let first = kept.count
      kept += drawn[step.start...]
      drawn.removeSubrange(step.start...)
      let result = EvaluationResult(target, step, first..<kept.count, length: length)
      answers[question.id] = .done(result)
      return result
    } catch {
      if case .failed(let failure) = halted {
        let reads = self.reads(at: path.count - 1)
        let step = path.removeLast()
        drawn.removeSubrange(step.start...)
        let passed = failure.passing(step, reads)
        answers[question.id] = .failed(passed)
        halted = .failed(passed)
      }
      throw error
    }
  }

  private func target(of question: Question) throws(Halt) -> KeyTarget {
    let position = question.position
    switch question.kind {
    case .reduced:
      // A value that refers to a secret key is secret, whatever the key contains.
      let trail = Provenance(mask: position.mask, sources: ValueSources(same: position.source))
      return try reduce(position).coming(along: trail)
    case .result:
      let target = try need(Question(kind: .reduced, position: position, number: question.number))
        .located
      step.hasReduced = true
      let value = try whole(of: target)
      let measure = value.measure
      if measure.amount.isTooMuch { throw fail(.plain(.tooMuch)) }
      try bound(measure, at: position)
      return .made(value.drawing(measure.amount))
    case .whole: return .made(try combined(position))
    }
  }

  func keep(textBytes count: Int) throws(Halt) {
    textBytes += count
    if count > ValueSize.most.bytes || textBytes > Self.maxTextBytes {
      throw fail(.plain(.tooMuch))
    }
  }

  func bound(_ measure: EffectiveValue.Measure, at position: ValuePosition) throws(Halt) {
    if position.key.names.count + measure.depth > Document.deepest {
      throw fail(.plain(.tooDeep(limit: Document.deepest)))
    }
  }

  func fail(_ problem: ResolutionFailure.Problem) -> Halt {
    var reads = path.isEmpty ? .unknown : reads(at: path.count - 1)
    // The sum depends on everything evaluated before.
    if case .plain(.tooMuch) = problem { reads = .unknown }
    return halt(.failed(ResolutionFailure(problem, at: path.last?.question.position, reads)))
  }

  private func halt(_ why: Halted) -> Halt {
    halted = why
    return Halt()
  }

  /// The question that is being answered.
  var step: Step {
    get { path[path.count - 1] }
    _modify { yield &path[path.count - 1] }
  }

  /// A question that is being answered, with what the answer depends on so far.
  struct Step {
    let question: Question
    /// Where its dependencies begin.
    fileprivate let start: Int
    fileprivate var length = 0
    /// Whether the answer depends on the scope's path or facts.
    var isOfScope = false
    /// Whether it depends on another scope or on a file.
    var isOutside = false
    /// Whether only members of the result may still fail.
    fileprivate(set) var hasReduced = false
  }

  // MARK: Dependencies

  /// What an answer depends on.
  enum Draw {
    /// A key that a reference names, with the node of its value; nil if it has none.
    case key(Key, in: Evaluation, ViewNode?, isInherited: Bool)
    case dependency(Dependency)
    case resolved(EvaluationResult)
  }

  func note(_ dependency: Dependency) { drawn.append(.dependency(dependency)) }

  /// Follows a key, which is noted before all that its value depends on.
  func drawing(
    _ key: Key, isInherited: Bool = false, in scope: Evaluation,
    _ follow: () throws(Halt) -> (target: KeyTarget, node: ViewNode)
  ) throws(Halt) -> KeyTarget {
    let index = drawn.count
    drawn.append(.key(key, in: scope, nil, isInherited: isInherited))
    let (target, node) = try follow()
    if case .absent = target { return target }
    drawn[index] = .key(key, in: scope, node, isInherited: isInherited)
    return target
  }

  func draws(of result: EvaluationResult) -> ArraySlice<Draw> { kept[result.draws] }

  /// The reads of a question of the path.
  private func reads(at place: Int) -> ReadSet {
    let end = place + 1 < path.count ? path[place + 1].start : drawn.count
    return reads(drawn[path[place].start..<end], path[place].isOfScope, path[place].isOutside)
  }

  func reads(of result: EvaluationResult) -> ReadSet {
    if let known = result.reads { return known }
    let made = reads(kept[result.draws], result.isOfScope, result.isOutside)
    result.reads = made
    return made
  }

  private func reads(
    _ draws: ArraySlice<Draw>, _ isOfScope: Bool, _ isOutside: Bool
  ) -> ReadSet {
    var reads = ReadSet()
    (reads.isOfScope, reads.isOutside) = (isOfScope, isOutside)
    for draw in draws {
      switch draw {
      case .key(let key, _, _, isInherited: false):
        if let first = key.names.first { reads.names.insert(first) }
      case .resolved(let result): reads.formUnion(self.reads(of: result))
      case .key, .dependency: break
      }
    }
    return reads
  }

  // MARK: Keys

  /// The target with its key as a source, and the last node along the key through objects.
  func locate(
    _ key: Key, in scope: Evaluation
  ) throws(Halt) -> (target: KeyTarget, node: ViewNode) {
    if let problems = scope.problems(along: key) { throw fail(.given(problems)) }
    let (node, rest) = scope.view.deepest(key)
    let place = rest.isEmpty ? key : key.prefix(key.names.count - rest.count)
    let mask = scope.topMask.descending(place.names)
    if rest.isEmpty, !node.isComputedValue {
      if !node.isLive { return (.absent(node.absence), node) }
      let found = ValuePosition(
        scope: scope, key: key, node: node, mask: mask,
        trail: Provenance(mask: .none, sources: ValueSources(same: SourceKey(key))))
      return (.found(found), node)
    }
    let start = ValuePosition(scope: scope, key: place, node: node, mask: mask)
    return (try descend(start, rest).drawn, node)
  }

  func descend(_ start: ValuePosition, _ rest: ArraySlice<Name>) throws(Halt) -> KeyTarget {
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

  private func reduced(_ position: ValuePosition) throws(Halt) -> KeyTarget {
    try need(question(.reduced, position.withoutTrail)).located.coming(along: position.trail)
  }

  func descend(_ located: KeyTarget, _ rest: ArraySlice<Name>) throws(Halt) -> KeyTarget {
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

/// Evaluation stops. Errors must be Sendable, so the resolver has the reason.
struct Halt: Error {}

private enum Halted {
  case failed(ResolutionFailure)
  /// The question is too deep for the call stack.
  case before(Question)
}
