import Cascade
import Sessions

extension Query {
  /// Walks over a scope and all below it; those above are entered for what they hand down. Where another
  /// time does not have the scope there is nothing to walk over.
  func walk(
    from scope: Scope, at time: World? = nil, _ visitor: any ScopeVisitor, limit: Int
  ) throws(Failure) {
    let world = time ?? present
    if visitor.readsFiles { world.snapshot.expectWalk() }
    let way = try time == nil ? world.way(to: scope) : world.wayAsFarAsItGoes(to: scope)
    if way.count <= scope.depth { return }
    // Whatever comes of the walk, nothing is printed over what it showed.
    defer { show.progress.clear() }
    try walked { () throws(WalkLimit) in
      try TreeWalk.run(along: way, visitor, limit: limit, progress: show.progress.advance)
    }
  }

  /// Walks over a scope and all below it in two times at once.
  func walk(
    from scope: Scope, since time: World, _ visitor: any ScopePairVisitor,
    countsEmpty: Bool = false
  ) throws(Failure) {
    try walk(
      from: scope, BeforeAfter(from: time, to: present), visitor, countsEmpty: countsEmpty)
  }

  /// Walks over the whole tree before and after an edit of a scope, to which it comes first, until it is
  /// over.
  func walk(
    before: World, after: World, editOf scope: Scope, _ visitor: any ScopePairVisitor,
    until isOver: @escaping (_ hasSeenScope: Bool) -> Bool = { _ in false }
  ) throws(Failure) {
    try walk(
      from: .root, BeforeAfter(from: before, to: after), visitor, editOf: scope, until: isOver)
  }

  private func walk(
    from scope: Scope, _ times: BeforeAfter<World>, _ visitor: any ScopePairVisitor,
    editOf first: Scope? = nil, countsEmpty: Bool = false,
    until isOver: @escaping (Bool) -> Bool = { _ in false }
  ) throws(Failure) {
    times.from.snapshot.expectWalk()
    let ways = BeforeAfter<[any ScopePlace]>(
      from: try times.from.wayAsFarAsItGoes(to: scope),
      to: try times.to.wayAsFarAsItGoes(to: scope))
    // Neither has it: whoever asks means the tree as it is.
    if max(ways.from.count, ways.to.count) <= scope.depth { _ = try times.to.way(to: scope) }
    defer { show.progress.clear() }
    try walked { () throws(WalkLimit) in
      try PairedWalk.run(
        along: ways, visitor, first: first ?? .root, countsEmpty: countsEmpty || first != nil,
        progress: show.progress.advance, until: isOver)
    }
  }

  private func walked(_ body: () throws(WalkLimit) -> Void) throws(Failure) {
    do throws(WalkLimit) { try body() } catch {
      switch error {
      case .levels(let limit): throw .tooManyLevels(limit)
      case .scopes(let limit):
        throw .message(
          "there are more than \(limit) scopes",
          notes: ["links from directory to directory multiply them; ask for a smaller part"])
      }
    }
  }
}
