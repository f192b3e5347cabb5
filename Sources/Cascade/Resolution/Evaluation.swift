import JSONSource

/// A requested scope with its view and computed values.
package final class Evaluation {
  package let view: View
  private unowned let resolver: Resolver
  package private(set) lazy var attributes = PatternCursor(
    view.lineage.levels(concerning: .attribute), .attribute)
  package private(set) lazy var topMask = Mask(
    top: PatternCursor(view.lineage.levels(concerning: .secret), .secret))
  /// Secret keys hide values computed from them, too.
  package private(set) lazy var secretKeys = SecretKeys(top: topMask)
  /// Not cached, because it holds a reference to the scope.
  var top: ValuePosition { ValuePosition(scope: self, key: Key(), node: view.root, mask: topMask) }

  private(set) lazy var mayCompute = view.levels.contains(where: \.mayCompute)

  init(_ view: View, _ resolver: Resolver) {
    (self.view, self.resolver) = (view, resolver)
  }

  package var isRevealing: Bool { resolver.reveals }
  package var hasAttributes: Bool { !attributes.isEmpty }

  /// Whether rules need facts that are not given.
  package var lacksFacts: Bool {
    view.lineage.ancestors.contains { resolver.treeReader.lacksFacts($0.scope) }
  }

  package func nearestScope(to scope: Scope) -> Scope? { resolver.treeReader.nearest(to: scope) }
  package func scopeMeant(by scope: Scope) -> Scope? { resolver.treeReader.scopeMeant(by: scope) }

  package var missingParents: [Diagnostic] {
    view.lineage.ruledParents.compactMap { scope, ruled in
      ruled.finding(in: scope, nearest: nearestScope, meant: scopeMeant)
    }
  }

  /// nil if there are no errors of inclusions.
  package func problems(along key: Key) -> EvaluationError? {
    let problems = view.openInclusions(along: key)
    return problems.isEmpty ? nil : EvaluationError(problems)
  }

  /// nil if the scope does not exist.
  package func other(_ scope: Scope) throws(EvaluationError) -> Evaluation? {
    try resolver.answer { () throws(Halt) in try resolver.scope(named: scope) }
  }

  package func answer(_ key: Key) throws(EvaluationError) -> Answer {
    try answer(key, view.deepest(key))
  }

  package func answer(_ key: Key, _ place: View.Deepest) throws(EvaluationError) -> Answer {
    if let problems = problems(along: key) { throw problems }
    let (node, rest) = place
    guard !rest.isEmpty else {
      guard node.isLive else { return .absent(absence(key, place)) }
      return .value(try ValueCursor(self, key, node, mask(key)).evaluated())
    }
    let mask = mask(key)
    let start = ValuePosition(
      scope: self, key: key.prefix(key.names.count - rest.count), node: node,
      mask: topMask.descending(key.names.dropLast(rest.count)))
    switch try resolver.answer({ () throws(Halt) in try resolver.descend(start, rest) }) {
    case .absent: return .absent(absence(key, place))
    case let located:
      var element: Element?
      if case .found(let position) = located, position.node.isSame(as: node),
        position.scope === self
      {
        element = position.element
      }
      let value = try whole(of: located)
      return .value(ValueCursor(self, key, node, mask, element: element, value: value))
    }
  }

  package func value(_ key: Key) throws(EvaluationError) -> ValueCursor? {
    if case .value(let value) = try answer(key) { value } else { nil }
  }

  /// The top object, without evaluating it.
  package var cursor: ValueCursor { ValueCursor(self, Key(), view.root, top.mask) }

  package func cursor(at key: Key) -> ValueCursor? {
    view.node(key).map { ValueCursor(self, key, $0, mask(key)) }
  }

  private func whole(of located: KeyTarget) throws(EvaluationError) -> EffectiveValue {
    try resolver.answer { () throws(Halt) in try resolver.whole(of: located) }
  }

  func leads(_ rest: ArraySlice<Name>, from node: ViewNode, _ key: Key) -> Bool {
    // Evaluation for an explanation must not add dependencies.
    let drawn = resolver.outermost
    defer { resolver.outermost = drawn }
    let position = ValuePosition(scope: self, key: key, node: node, mask: mask(key))
    do throws(EvaluationError) {
      let found = try resolver.answer { () throws(Halt) in try resolver.descend(position, rest) }
      for result in resolver.outermost[drawn.count...] {
        resolver.readsOfReasons.formUnion(resolver.reads(of: result))
      }
      return if case .absent = found { false } else { true }
    } catch {
      resolver.readsOfReasons.formUnion(error.reads)
      return false
    }
  }

  func whole(_ position: ValuePosition) throws(EvaluationError) -> EffectiveValue {
    if position.computed == nil { return try whole(of: .found(position)) }
    return try resolver.answer { () throws(Halt) in try resolver.result(of: position) }
  }

  func failure(
    _ problem: Diagnostic.ValueProblem, at position: ValuePosition
  ) -> EvaluationError {
    ResolutionFailure(.plain(problem), at: position, .unknown).unresolved(resolver.names)
  }

  /// The result of an evaluation with everything that it read.
  package func recording<Result>(
    _ body: () throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> (result: Result, record: EvaluationRecord) {
    (resolver.outermost, resolver.readsOfReasons) = ([], ReadSet())
    let result = try body()
    return (
      result,
      EvaluationRecord(
        results: resolver.outermost, readsOfReasons: resolver.readsOfReasons, resolver: resolver)
    )
  }

  /// nil if the key was never set. Evaluates removed computed values.
  package func absence(_ key: Key) -> Absence? { absence(key, view.deepest(key)) }

  package func absence(_ key: Key, _ place: View.Deepest) -> Absence? {
    let known = view.absence(place)
    guard key.names.count > 1, mayCompute, let lost = loss(of: key) else { return known }
    if let known, position(of: known.withdrawal) > position(of: lost.withdrawal) { return known }
    return lost
  }

  /// The last removal of a computed value that contained the key.
  private func loss(of key: Key) -> Absence? {
    var found: Absence?
    var (around, node) = (Key(), ViewNode?.some(view.root))
    for (index, name) in key.names.dropLast().enumerated() {
      node = node?.member(name)
      around = around.appending(name)
      guard let node else { break }
      let taken = loss(of: key.names.dropFirst(index + 1), in: node, around)
      if let taken, found.map({ isLater(taken, than: $0) }) ?? true { found = taken }
    }
    return found
  }

  private func loss(of rest: ArraySlice<Name>, in head: ViewNode, _ key: Key) -> Absence? {
    var taken: Absence?
    for node in head.chain {
      if let part = node.written.last {
        if let taken, part.isComputed, leads(rest, from: node, key) { return taken }
        taken = Absence(withdrawal: .replaced(by: part))
      }
      switch node.displacement {
      case .withdrawn(let withdrawal): taken = Absence(withdrawal: withdrawal)
      case .restored(let marker, _):
        taken = Absence(withdrawal: .marker(marker, position: node.step.position))
      case .overridden, .replacedByObject, nil: break
      }
    }
    return nil
  }

  private func isLater(_ one: Absence, than other: Absence) -> Bool {
    position(of: one.withdrawal) > position(of: other.withdrawal)
  }

  private func position(of withdrawal: ValueRemoval) -> Int {
    if case .marker(_, let position) = withdrawal { return position }
    let level = view.level(of: withdrawal.place.file)
    return level.flatMap(view.lineage.position) ?? view.levels.count
  }
}

/// Everything that an evaluation read.
package struct EvaluationRecord {
  fileprivate let results: [EvaluationResult]
  fileprivate let readsOfReasons: ReadSet
  fileprivate let resolver: Resolver?

  package static var nothing: EvaluationRecord {
    EvaluationRecord(results: [], readsOfReasons: ReadSet(), resolver: nil)
  }

  /// The parts of the scope that were read.
  package var reads: ReadSet {
    results.reduce(into: readsOfReasons) { all, result in
      if let resolver { all.formUnion(resolver.reads(of: result)) }
    }
  }

  /// The distinct dependencies, each before its own dependencies.
  package var dependencies: [Dependency] {
    var found: [Dependency] = []
    var seen: Set<ObjectIdentifier> = []
    var told: Set<Dependency.ID> = []
    var rest: [Resolver.Draw] = results.reversed().map { .resolved($0) }
    while let draw = rest.popLast() {
      switch draw {
      case .dependency(let dependency):
        if told.insert(dependency.id).inserted { found.append(dependency) }
      case .key(let key, let scope, let node, _):
        let place = node?.place
        if node != nil && place == nil { continue }
        let dependency = Dependency.key(key, in: scope.view.scope, place)
        if told.insert(dependency.id).inserted { found.append(dependency) }
      case .resolved(let resolved):
        guard seen.insert(ObjectIdentifier(resolved)).inserted else { continue }
        rest += (resolver?.draws(of: resolved) ?? []).reversed()
      }
    }
    return found
  }
}

extension Dependency {
  fileprivate enum ID: Hashable {
    case key(Key, Scope, path: [UInt8]?, start: Int?)
    case variable([UInt8])
    case fact(Key)
    case file(path: [UInt8], SourceFile.TextOrigin)
  }

  /// A variable counts once, whether it or its default is used.
  fileprivate var id: ID {
    switch self {
    case .key(let key, let scope, let place):
      .key(key, scope, path: place?.file.path, start: place?.range.start)
    case .variable(let name), .defaulted(let name, _): .variable(name)
    case .fact(let key, _): .fact(key)
    case .file(let file): .file(path: file.path, file.home)
    }
  }
}
