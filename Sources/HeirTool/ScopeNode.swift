import Cascade
import FileTree
import JSONSource

/// One scope with those below it, as the directories nest.
struct ScopeNode {
  let scope: Scope
  let files: [FileName]
  /// What its files say; nil where only names were asked for.
  let level: Level?
  let children: [ScopeNode]

  /// Lists the scopes from `scope` down, and reads their files if they are needed.
  init(_ scope: Scope, _ loading: Loading, reading: Bool) throws(Failure) {
    let folders = try loading.folders(scope)
    try self.init(scope, folders[folders.count - 1], loading, reading)
  }

  private init(
    _ scope: Scope, _ folder: Folder, _ loading: Loading, _ reading: Bool
  ) throws(Failure) {
    self.scope = scope
    let listing = folder.listing(loading.tree.rules)
    if let problem = listing.problems.first(where: { reading || $0.concern == .folder }) {
      throw .file(problem.error)
    }
    files = listing.files
    level = reading ? try loading.level(scope, folder) : nil
    if let problems = level?.files.flatMap(\.problems), !problems.isEmpty {
      throw .diagnostics(problems)
    }
    var children: [ScopeNode] = []
    for name in listing.folders {
      let child: Folder
      do throws(FileError) {
        child = try folder.folder(named: name, rules: loading.tree.rules)
      } catch { throw .file(error) }
      children.append(try ScopeNode(Scope(scope.names + [name]), child, loading, reading))
    }
    self.children = children
  }

  /// Calls `body` for this scope and all below it, ancestors first.
  func forEach(_ body: (ScopeNode) -> Void) {
    body(self)
    for child in children { child.forEach(body) }
  }

  /// The keys that the scope's markers of one kind name.
  func keys(_ kind: Marker.Kind, _ names: NameTable) -> [[UInt8]] {
    (level?.files.flatMap(\.markers) ?? []).filter { $0.kind == kind }.map {
      names.spelling($0.pattern)
    }
  }
}
