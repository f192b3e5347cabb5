import JSONSource

/// A scope that is asked: what holds there, and what its values come to.
package final class Evaluation {
  package let view: View
  /// Whether the command line has a say in it.
  let hasCommandLine: Bool
  private unowned let resolver: Resolver
  /// What attributes say, at the top.
  package private(set) lazy var attributes = PatternCursor(
    view.lineage.levels(concerning: .attribute), .attribute)
  private lazy var topMask = Mask(top: attributes)
  /// What it calls secret, whatever is computed from it.
  package private(set) lazy var secretKeys = SecretKeys(top: topMask)
  /// The top, where every key begins. It is not kept: it holds the scope.
  var top: ValuePosition {
    ValuePosition(scope: self, key: Key(), node: view.root, mask: topMask)
  }

  /// Whether a level may have computed values.
  private(set) lazy var mayCompute = view.levels.contains(where: \.mayCompute)

  init(_ view: View, hasCommandLine: Bool, _ resolver: Resolver) {
    self.view = view
    self.hasCommandLine = hasCommandLine
    self.resolver = resolver
  }

  /// Whether secrets are shown.
  package var isRevealing: Bool { resolver.reveals }

  /// Whether any level says something of keys that is no value and takes none.
  package var hasAttributes: Bool { !attributes.isEmpty }

  /// Whether facts say what it inherits from, and none are given.
  package var lacksFacts: Bool {
    view.lineage.ancestors.contains { resolver.world.lacksFacts($0.scope) }
  }

  /// The scope that exists and was probably meant by one that does not.
  package func nearestScope(to scope: Scope) -> Scope? { resolver.world.nearest(to: scope) }

  /// The findings about templates that give the scope, or one that it inherits from, no parent.
  package var missingParents: [Diagnostic] {
    view.lineage.ruledParents.compactMap { scope, ruled in
      ruled.finding(in: scope, nearest: nearestScope)
    }
  }

  /// What is wrong with what has to be included for a key's sake; nil where nothing is.
  package func problems(along key: Key) -> Unresolved? {
    let problems = view.openInclusions(along: key)
    return problems.isEmpty ? nil : Unresolved(problems)
  }

  /// Another scope that a value of this one names; nil where there is none.
  package func other(_ scope: Scope) -> Evaluation? {
    (try? resolver.scope(named: scope)) ?? nil
  }

  /// The effective value under a key, or why there is none.
  package func answer(_ key: Key) throws(Unresolved) -> Answer {
    if let problems = problems(along: key) { throw problems }
    let (node, rest) = view.deepest(key)
    guard !rest.isEmpty else {
      guard node.isLive else { return .absent(absence(key)) }
      return .value(try ValueCursor(self, key, node, mask(key)).worked())
    }
    let mask = mask(key)
    switch try located(key) {
    case .absent: return .absent(absence(key))
    case .inner(let element, let position) where position.node === node && position.scope === self:
      let value = try whole(of: .inner(element, position))
      return .value(ValueCursor(self, key, node, mask, element: element, value: value))
    case let located:
      return .value(ValueCursor(self, key, node, mask, value: try whole(of: located)))
    }
  }

  /// The value, nil where there is none.
  package func value(_ key: Key) throws(Unresolved) -> ValueCursor? {
    if case .value(let value) = try answer(key) { value } else { nil }
  }

  /// The whole of it, as it stands.
  package var cursor: ValueCursor { ValueCursor(self, Key(), view.root, top.mask) }

  /// What stands under a key as it is written; nil where it leads to no node.
  package func cursor(at key: Key) -> ValueCursor? {
    view.node(key).map { ValueCursor(self, key, $0, mask(key)) }
  }

  // MARK: Working out

  private func located(_ key: Key) throws(Unresolved) -> Located {
    try asked { () throws(Interruption) in try resolver.locate(key, in: self) }
  }

  private func whole(of located: Located) throws(Unresolved) -> EffectiveValue {
    try asked { () throws(Interruption) in try resolver.whole(of: located) }
  }

  /// Whether names lead from a computed value on to a value.
  func leads(_ rest: ArraySlice<Name>, from node: ViewNode, _ key: Key) -> Bool {
    // What is only looked at to tell why something is gone gives nothing to what holds.
    let drawn = resolver.outermost
    defer { resolver.outermost = drawn }
    let position = ValuePosition(scope: self, key: key, node: node, mask: mask(key))
    let found = try? asked { () throws(Interruption) in try resolver.descend(position, rest) }
    return switch found {
    case .absent, nil: false
    case .node, .inner, .made: true
    }
  }

  /// The value at a position, with nothing left to work out.
  func whole(_ position: ValuePosition) throws(Unresolved) -> EffectiveValue {
    if case .leaf(let written) = position.node.state, written.isComputed {
      return try asked { () throws(Interruption) in
        try resolver.made(.result(written, position))
      }
    }
    return try whole(of: .node(position))
  }

  /// Tries until nothing is missing any more.
  private func asked<T>(_ attempt: () throws(Interruption) -> T) throws(Unresolved) -> T {
    while true {
      do throws(Interruption) { return try attempt() } catch {
        switch error {
        case .failed(let id): throw resolver[id].unresolved(resolver.names)
        case .needs:
          for question in resolver.wanted {
            do throws(FailureID) {
              _ = try resolver.answer(question)
            } catch { throw resolver[error].unresolved(resolver.names) }
          }
        }
      }
    }
  }

  func tooMuch(at position: ValuePosition) -> Unresolved {
    ResolutionFailure(.plain(.tooMuch), at: position, .unknown).unresolved(resolver.names)
  }

  // MARK: What was drawn on

  /// What was drawn on while something was worked out, each once, before what it drew on in turn.
  package func dependencies(
    of body: () throws(Unresolved) -> Void
  ) throws(Unresolved) -> [Dependency] {
    resolver.outermost = []
    try body()
    return Self.dependencies(of: resolver.outermost)
  }

  /// What was read of the scope while something was worked out.
  package func reads(of body: () throws(Unresolved) -> Void) throws(Unresolved) -> Reads {
    resolver.outermost = []
    try body()
    return resolver.outermost.reduce(into: Reads()) { $0.formUnion($1.reads) }
  }

  private static func dependencies(of resolved: [Resolved]) -> [Dependency] {
    var found: [Dependency] = []
    var seen: Set<ObjectIdentifier> = []
    var told: Set<Dependency.ID> = []
    var rest: [Resolved.Draw] = resolved.reversed().map { .resolved($0) }
    while let draw = rest.popLast() {
      switch draw {
      case .dependency(let dependency):
        if told.insert(dependency.id).inserted { found.append(dependency) }
      case .resolved(let resolved):
        guard seen.insert(ObjectIdentifier(resolved)).inserted else { continue }
        rest += resolved.draws.reversed()
      }
    }
    return found
  }
}

extension Dependency {
  fileprivate enum ID: Hashable {
    case key(Key, Scope, path: [UInt8], start: Int)
    case variable([UInt8])
    case fact(Key)
    case file(path: [UInt8], SourceFile.Home)
  }

  /// What tells it from others; a variable counts once, whether its default stands for it or not.
  fileprivate var id: ID {
    switch self {
    case .key(let key, let scope, let place):
      .key(key, scope, path: place.file.path, start: place.range.start)
    case .variable(let name), .defaulted(let name, _): .variable(name)
    case .fact(let key, _): .fact(key)
    case .file(let file): .file(path: file.path, file.home)
    }
  }
}
