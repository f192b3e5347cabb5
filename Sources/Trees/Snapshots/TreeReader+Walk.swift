import Cascade
import Files

extension TreeReader {
  /// Ancestors are entered for inherited values. A scope that a former snapshot lacks is skipped.
  package func walk(
    from scope: Scope, _ visitor: any ScopeVisitor, limit: Int = PairedWalk.scopeLimit,
    hidesAbstract: Bool = false, byLineage: Bool = false
  ) throws(Failure) {
    beginWalk()
    let way = try snapshot.isFormer ? existingPath(to: scope) : way(to: scope)
    if way.count <= scope.depth { return }
    let progress = progress
    progress?.begin()
    defer { progress?.clear() }
    try walked { () throws(WalkLimit) in
      try PairedWalk.run(
        along: way, visitor, limit: limit, hidesAbstract: hidesAbstract, byLineage: byLineage
      ) { progress?.advance() }
    }
  }

  /// Reads no files, and skips directories with errors.
  package func forEachScope(
    from scope: Scope, _ body: (Scope) throws(Failure) -> Void
  ) throws(Failure) {
    var count = ScopeCount()
    func visit(_ place: any ScopePlace) throws(Failure) {
      try walked { () throws(WalkLimit) in
        try count.add(place, limit: PairedWalk.scopeLimit)
      }
      try body(place.scope)
      for name in place.childNames {
        if let child = place.child(name).place { try visit(child) }
      }
    }
    if let start = try way(to: scope).last { try visit(start) }
  }

  func walked<Result>(_ body: () throws(WalkLimit) -> Result) throws(Failure) -> Result {
    do throws(WalkLimit) { return try body() } catch {
      switch error {
      case .levels(let limit):
        throw .message("a scope has more than \(limit) levels; use fewer overlays")
      case .scopes(let limit):
        throw .message("more than \(limit) scopes", notes: ["choose a smaller part"])
      case .linkedScopes(let limit, let scope, let home):
        throw .file(FileError(.inTree(scope.names), .tooManyLinkedScopes(limit: limit)), home)
      }
    }
  }
}

extension BeforeAfter<TreeReader> {
  /// After an edit the edited scope is visited first.
  package func walk(
    from scope: Scope = .root, _ visitor: any ScopePairVisitor, editOf first: Scope? = nil,
    countsEmpty: Bool = false, hidesAbstract: Bool = false, byLineage: Bool = false,
    until isOver: @escaping (_ hasSeenFirst: Bool) -> Bool = { _ in false }
  ) throws(Failure) {
    from.beginWalk()
    to.beginWalk()
    let ways = BeforeAfter<[any ScopePlace]>(
      from: try from.existingPath(to: scope), to: try to.existingPath(to: scope))
    // Neither has it; report it for the current snapshot.
    if max(ways.from.count, ways.to.count) <= scope.depth { _ = try to.way(to: scope) }
    let progress = to.progress
    progress?.begin()
    defer { progress?.clear() }
    try to.walked { () throws(WalkLimit) in
      try PairedWalk.run(
        along: ways, visitor, first: first ?? .root, countsEmpty: countsEmpty || first != nil,
        hidesAbstract: hidesAbstract, byLineage: byLineage, progress: { progress?.advance() },
        until: isOver)
    }
  }
}
