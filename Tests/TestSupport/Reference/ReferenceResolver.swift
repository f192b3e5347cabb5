import Synchronization

/// The naive resolver: `effective(S) = overlay(passed(before(S)), own(S))`, as the specification says it.
/// It was written from the specification alone and exists to be compared with the real one.
package struct ReferenceResolver: Sendable {
  package let whole: ReferenceWhole
  /// What the caller says of the machine, an object without directives; nil for nothing at all.
  package let facts: PlainValue?
  /// In which order scopes have their say in each other.
  package let order: ReferenceOrder
  private let known = Known()

  package init(_ whole: ReferenceWhole, facts: PlainValue? = nil, rules: [ReferenceRule] = []) {
    (self.whole, self.facts) = (whole, facts)
    order = ReferenceOrder(whole.trees, rules: rules, facts: facts, set: whole.set)
  }

  /// Every scope that any of the trees has.
  package var paths: Set<[PlainName]> { order.paths }

  /// What holds in the scope. One that no tree lists says nothing.
  package func resolve(_ scope: [PlainName]) -> ReferenceResolution {
    resolve(ReferenceView(scope: scope))
  }

  /// The whole effective value with everything worked out; nil where anything fails.
  package func evaluated(_ scope: [PlainName]) -> PlainValue? {
    ReferenceEvaluation(self).whole(ReferenceView(scope: scope))
  }

  /// The effective value of a key, worked out as far as it is needed for that. Names of digits lead to
  /// elements of arrays.
  package func evaluated(_ scope: [PlainName], key: PlainKey) -> ReferenceOutcome {
    ReferenceEvaluation(self).outcome(ReferenceView(scope: scope), key)
  }

  // MARK: The lineage

  /// The farthest first: every tree has a level for each scope of the order.
  private func lineage(of view: ReferenceView, _ order: [[PlainName]]) -> [ReferenceLevel] {
    var levels: [ReferenceLevel] = []
    for number in whole.trees.indices {
      for scope in order.reversed() { levels.append(.scope(scope, tree: number)) }
    }
    if view.hasCommandLine, !whole.set.isEmpty { levels.append(.commandLine) }
    return levels
  }

  private func statements(
    of level: ReferenceLevel, at position: Int, lacking: Set<ReferenceStatement>
  ) -> ReferenceStatements {
    switch level {
    case .scope(let scope, let number):
      ReferenceStatements(
        files: whole.trees[number].files(in: scope), of: scope, overlay: number == 0 ? nil : number,
        position: position, lacking: lacking)
    case .commandLine: ReferenceStatements(commandLine: whole.set, position: position)
    }
  }

  // MARK: The fold

  func resolve(_ view: ReferenceView) -> ReferenceResolution {
    known.resolution(of: view) { fold(view) }
  }

  private func fold(_ view: ReferenceView) -> ReferenceResolution {
    guard let order = order[view.scope, asked: view.hasCommandLine] else {
      preconditionFailure("\(ReferenceTree.spelled(view.scope)) has no order of scopes")
    }
    let levels = lineage(of: view, order)
    let said = levels.enumerated().map { position, level in
      statements(of: level, at: position, lacking: view.lacking)
    }
    var holding = ReferenceHolding()
    var treesBefore = ReferenceHolding()
    // The last level at which the order of an object begins (F4).
    var starts: [PlainKey: Int] = [:]
    for (position, level) in levels.enumerated() {
      let own = said[position]
      let finals = ReferenceFinals(said[..<position].flatMap(\.markers))
      var strategies = ReferenceStrategies(said[...position].flatMap(\.merges))
      switch level {
      case .scope(let scope, _) where scope == order.last: treesBefore = holding
      case .scope(let scope, _):
        let before = order.drop { $0 != scope }.dropFirst()
        passOn(&holding, from: before, said, backTo: treesBefore)
      case .commandLine: strategies = ReferenceStrategies(replacingAt: own.replacing)
      }
      holding.take(by: ReferenceMarker.inOrder(own.markers, of: .stop), unless: finals) {
        .stopped($0)
      }
      holding.remove(own.removals, strategies, finals: finals)
      let kept = holding.refuse(own.own, by: finals)
      holding.overlay(kept, strategies, finals: finals)
      let stops = ReferenceMarker.inOrder(own.markers, of: .stop)
      let objects = kept.filter { if case .leaf = $1 { false } else { true } }.keys
      for key in objects
      where stops.widest(on: key, isObject: true, where: { finals.allow($0, key) }) != nil
        || objects.contains(where: { key.starts(with: $0) && strategies.replacesObjects(at: $0) })
      {
        starts[key] = position
      }
    }
    return ReferenceResolution(
      scope: view.scope, holding: holding, said: said, starts: starts)
  }

  /// I5: on the step to a scope from those before it in the order the keys that are excluded in any of them, in
  /// any tree, go back to what the trees before gave. A final of a level before that of an exclusion holds
  /// against it in every tree, also where the step comes before the final (D22).
  private func passOn(
    _ holding: inout ReferenceHolding, from scopes: ArraySlice<[PlainName]>,
    _ said: [ReferenceStatements], backTo treesBefore: ReferenceHolding
  ) {
    let markers = said.flatMap(\.markers)
    let exclusions = markers.filter { scopes.contains($0.origin.scope) }
    holding.take(
      by: ReferenceMarker.inOrder(exclusions, of: .exclude), unless: ReferenceFinals(markers),
      backTo: treesBefore
    ) { .excluded($0) }
  }
}

/// What was resolved before, as tests ask for the same again and again.
private final class Known: Sendable {
  private let resolutions = Mutex<[ReferenceView: ReferenceResolution]>([:])

  func resolution(
    of view: ReferenceView, _ fold: () -> ReferenceResolution
  ) -> ReferenceResolution {
    if let known = resolutions.withLock({ $0[view] }) { return known }
    let resolution = fold()
    resolutions.withLock { $0[view] = resolution }
    return resolution
  }
}

/// What is asked: a scope, with or without the command line, as if some statements did not stand there.
struct ReferenceView: Hashable, Sendable {
  var scope: [PlainName]
  var hasCommandLine = true
  var lacking: Set<ReferenceStatement> = []
}
