import Cascade
import FileTree
import JSONSource

/// One scope with those below it, as the directories of all trees nest.
struct ScopeNode {
  let scope: Scope
  /// The paths of its files from their trees' roots.
  let paths: [[UInt8]]
  /// What its files say, a level for each tree that has it; empty where only names were asked for.
  let levels: [Level]
  let children: [ScopeNode]

  /// A tree of links can name a directory in more ways than anybody can wait for.
  private static let most = 250_000

  /// Lists the scopes from `scope` down, and reads their files if they are needed; everything wrong on
  /// the way is told at once.
  init(_ scope: Scope, _ loading: Loading, reading: Bool) throws(Failure) {
    let way = try ScopeFolders.way(to: scope, loading)
    var failures: [Failure] = []
    var count = 0
    self.init(way[way.count - 1], loading, reading, &count, &failures)
    if count > Self.most { throw .message("there are more than \(Self.most) scopes") }
    if failures.count == 1 { throw failures[0] }
    if !failures.isEmpty { throw .several(failures) }
  }

  private init(
    _ here: ScopeFolders, _ loading: Loading, _ reading: Bool, _ count: inout Int,
    _ failures: inout [Failure]
  ) {
    scope = here.scope
    count += 1
    let listings = here.listings
    var paths: [[UInt8]] = []
    var levels: [Level] = []
    for (tree, folder, listing) in listings {
      for problem in listing.problems where reading || problem.concern == .folder {
        failures.append(.file(problem.error, tree: tree))
      }
      paths += listing.files.map {
        Array((here.scope.names + [$0]).joined(separator: [UInt8(ascii: "/")]))
      }
      guard reading, !listing.problems.contains(where: { $0.concern == .file }) else { continue }
      do throws(Failure) {
        let level = try loading.level(here.scope, folder, in: tree)
        let problems = level.files.flatMap(\.problems)
        if problems.isEmpty {
          levels.append(level)
        } else {
          failures.append(.diagnostics(problems))
        }
      } catch { failures.append(error) }
    }
    self.paths = paths
    self.levels = levels
    var children: [ScopeNode] = []
    for name in ScopeFolders.children(listings) where count <= Self.most {
      var problems: [Failure] = []
      let child = here.child(name) { error, tree in problems.append(.file(error, tree: tree)) }
      failures += problems
      if let child { children.append(ScopeNode(child, loading, reading, &count, &failures)) }
    }
    self.children = children
  }

  /// How many keys its files write.
  var leafCount: Int { levels.reduce(0) { $0 + $1.statements.leafCount } }

  /// Calls `body` for this scope and all below it, ancestors first.
  func visit(_ body: (ScopeNode) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// The keys that the scope's markers of one kind name.
  func keys(_ kind: Marker.Kind, _ names: NameTable) -> [[UInt8]] {
    levels.flatMap(\.markers).filter { $0.kind == kind }.map {
      names.spelling($0.pattern)
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
