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

  /// A tree of links can name a directory in more ways than anybody can wait for.
  private static let most = 250_000

  /// Lists the scopes from `scope` down, and reads their files if they are needed; everything wrong on
  /// the way is told at once.
  init(_ scope: Scope, _ loading: Loading, reading: Bool) throws(Failure) {
    let folders = try loading.folders(scope)
    var failures: [Failure] = []
    var count = 0
    self.init(scope, folders[folders.count - 1], loading, reading, &count, &failures)
    if count > Self.most { throw .message("there are more than \(Self.most) scopes") }
    if failures.count == 1 { throw failures[0] }
    if !failures.isEmpty { throw .several(failures) }
  }

  private init(
    _ scope: Scope, _ folder: Folder, _ loading: Loading, _ reading: Bool, _ count: inout Int,
    _ failures: inout [Failure]
  ) {
    self.scope = scope
    count += 1
    let listing = folder.listing(loading.tree.rules)
    for problem in listing.problems where reading || problem.concern == .folder {
      failures.append(.file(problem.error))
    }
    files = listing.files
    var read: Level?
    if reading, !listing.problems.contains(where: { $0.concern == .file }) {
      do throws(Failure) {
        let level = try loading.level(scope, folder)
        let problems = level.files.flatMap(\.problems)
        if problems.isEmpty { read = level } else { failures.append(.diagnostics(problems)) }
      } catch { failures.append(error) }
    }
    level = read
    var children: [ScopeNode] = []
    for name in listing.folders where count <= Self.most {
      do throws(FileError) {
        let child = try folder.folder(named: name, rules: loading.tree.rules)
        let scope = Scope(scope.names + [name])
        children.append(ScopeNode(scope, child, loading, reading, &count, &failures))
      } catch { failures.append(.file(error)) }
    }
    self.children = children
  }

  /// The files' paths from the tree's root.
  var paths: [[UInt8]] {
    files.map { Array((scope.names + [$0]).joined(separator: [UInt8(ascii: "/")])) }
  }

  /// Calls `body` for this scope and all below it, ancestors first.
  func visit(_ body: (ScopeNode) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// The keys that the scope's markers of one kind name.
  func keys(_ kind: Marker.Kind, _ names: NameTable) -> [[UInt8]] {
    (level?.files.flatMap(\.markers) ?? []).filter { $0.kind == kind }.map {
      names.spelling($0.pattern)
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
