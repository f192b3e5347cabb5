import Answers
import Cascade
import FileTree
import Legible
import Reports
import Sessions
import Snapshots
import SystemCalls

/// A file for each scope of a walk: made where it is missing or differs, or only looked at.
///
/// It knows which scope has which file, and what became of it; what is in a file is for others to know.
package final class Rendering {
  package enum Mode {
    case write(prunes: Bool)
    /// Only looks; `changes` says how what was made of a scope differs from what stands there.
    case verify(
      changes: (_ made: [UInt8], _ old: [UInt8], Evaluation) throws(Failure) ->
        RenderedFault.Changes)
  }

  /// Makes the bytes of a scope's file; nil where it has none. `isLast` is whether no scope is below it.
  package typealias Render = (Evaluation, _ isLast: Bool) throws(Failure) -> [UInt8]?

  /// What is wrong with files, in the order of the walk: those that are only looked at, and what is left over.
  package private(set) var faults: [RenderedFault] = []
  /// Scopes of which the files stay as they are, since what holds in them cannot be worked out.
  package private(set) var kept: [Scope] = []
  /// Why.
  package private(set) var failures: [Failure] = []
  package private(set) var writtenCount = 0
  package private(set) var removedCount = 0
  /// The scopes that were asked, in the order of the walk.
  private(set) var scopes: [Scope] = []
  /// Those that make a file.
  package private(set) var made: Set<Scope> = []

  private let query: Query
  private let start: Scope
  private let place: RenderPlace
  let mode: Mode
  private let wait: Int?
  private let render: Render
  /// What stands there; nil as long as there is nothing.
  private var tree: OutputTree?
  private var list: RenderedList
  /// All scopes that may make a file.
  private var planned: [Scope] = []
  private var isListed = false
  private var open: [WalkedScope] = []
  /// Scopes of which somebody could not see all that is below.
  private var unseen: [Scope] = []
  private var told: Set<Diagnostic.FindingID> = []

  private init(
    _ query: Query, from start: Scope, _ place: RenderPlace, _ mode: Mode, wait: Int?,
    _ render: @escaping Render
  ) throws(Failure) {
    (self.query, self.start, self.place, self.mode) = (query, start, place, mode)
    (self.wait, self.render) = (wait, render)
    try query.snapshot.refuse(outputTree: place.directory)
    list = try RenderedList(nil, called: "")
    tree = try attempt { () throws(FileError) in
      try OutputTree.found(
        self.place.directory, from: self.query.session.workingDirectory,
        barring: self.query.snapshot.roots)
    }
    list = try readList()
  }

  /// Makes or looks at the files of a scope and all below it. What is wrong with the places of files is an error
  /// before any is written; of a scope that cannot be worked out the file stays as it is. `wait` is in milliseconds.
  package static func run(
    _ query: Query, from start: Scope, into place: RenderPlace, _ mode: Mode,
    hidesAbstract: Bool = false, wait: Int? = nil, _ render: @escaping Render
  ) throws(Failure) -> Rendering {
    let rendering = try Rendering(query, from: start, place, mode, wait: wait, render)
    try rendering.plan()
    if rendering.tree != nil { try rendering.beginWriting() }
    try query.present.walk(from: start, rendering, hidesAbstract: hidesAbstract)
    try rendering.finish()
    return rendering
  }

  private func attempt<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(Failure) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error, .tree(0)) }
  }

  private func path(of scope: Scope) -> [UInt8] { place.directory + place.names(scope).joinedPath }

  // MARK: Before

  private func readList() throws(Failure) -> RenderedList {
    let path = Printable.string(place.directory + RenderedList.name)
    return try RenderedList(
      attempt { () throws(FileError) in try tree?.contents(of: [RenderedList.name]) },
      called: path)
  }

  /// Makes sure that every scope's file has a place of its own, to which nothing leads elsewhere.
  private func plan() throws(Failure) {
    var directories: [[UInt8]: Scope] = [:]
    try query.present.forEachScope(from: start) { (scope) throws(Failure) in
      planned.append(scope)
      let names = place.names(scope)
      if names == [RenderedList.name] {
        throw .message(
          "\(scope.text) would be rendered into '\(Printable.string(path(of: scope)))', where heir keeps its list"
        )
      }
      if names.contains(where: { $0.count > OutputTree.longestName }) {
        throw .message(
          "the file of \(scope.text) would have a name of more than \(OutputTree.longestName) bytes, which no directory takes"
        )
      }
      // Few are called as a file may be.
      for end in names.indices.dropFirst()
      where names[end - 1].reversed().starts(with: place.ending.reversed()) {
        directories[Array(names[..<end]).joinedPath] = scope
      }
      try attempt { () throws(FileError) in try tree?.check(names) }
    }
    if directories.isEmpty { return }
    for scope in planned {
      guard let other = directories[place.names(scope).joinedPath] else { continue }
      throw .message(
        "'\(Printable.string(path(of: scope)))' would be the file of \(scope.text) and a directory for that of \(other.text)",
        notes: ["let the files end otherwise than scopes are called: '{scope}.json'"])
    }
  }

  /// Takes the directory's lock; what stands in the list is looked at under it.
  private func beginWriting() throws(Failure) {
    guard case .write = mode else { return }
    tree = try attempt { () throws(FileError) in
      try OutputTree.locked(
        self.place.directory, from: self.query.session.workingDirectory,
        barring: self.query.snapshot.roots, self.query.patience(self.wait))
    }
    list = try readList()
  }

  // MARK: A scope

  private func make(_ walked: WalkedScope) throws(Failure) {
    let scope = walked.view.scope
    if let doubt = walked.doubt { throw .diagnostics([doubt]) }
    let asked = try query.evaluation(of: walked)
    guard let bytes = try render(asked, walked.visited.isLast) else { return }
    made.insert(scope)
    let names = place.names(scope)
    switch mode {
    case .verify(let changes):
      let old = try attempt { () throws(FileError) in try self.tree?.contents(of: names) }
      guard let old else { return note(.missing, scope) }
      if old.hasSameBytes(as: bytes) { return }
      note(.differs(try changes(bytes, old, asked)), scope)
    case .write:
      if tree == nil { try beginWriting() }
      let write = try attempt { () throws(FileError) in
        try self.tree?.put(bytes, at: names) { () throws(FileError) in try self.listFirst() }
      }
      if write?.isTouched == true { writtenCount += 1 }
      query.show.warn(of: write, path(of: scope))
    }
  }

  /// Puts a file beside those of scopes that is made of all of them.
  func put(_ bytes: [UInt8], as name: FileName) throws(Failure) {
    if tree == nil { try beginWriting() }
    let write = try attempt { () throws(FileError) in try self.tree?.put(bytes, at: [name]) }
    if write?.isTouched == true { writtenCount += 1 }
    query.show.warn(of: write, place.directory + name)
  }

  /// Lists what may be made before the first file is, so that who is killed leaves no file that nobody knows of.
  private func listFirst() throws(FileError) {
    if isListed { return }
    if !list[place.kind].isSuperset(of: planned) {
      var more = list
      more[place.kind].formUnion(planned)
      try write(more)
    }
    isListed = true
  }

  private func note(_ kind: RenderedFault.Kind, _ scope: Scope) {
    faults.append(RenderedFault(path(of: scope), of: scope, kind))
  }

  private func write(_ list: RenderedList) throws(FileError) {
    _ = try tree?.put(list.bytes(query), at: [RenderedList.name])
  }

  private func fail(_ scope: Scope, _ failure: Failure) {
    kept.append(scope)
    // What keeps one from being worked out mostly keeps others, too.
    let new = failure.diagnostics.filter { told.insert($0.id).inserted }
    if !new.isEmpty { failures.append(failure) }
  }

  // MARK: After

  private func finish() throws(Failure) {
    var listed = list[place.kind]
    let stay = Set(kept)
    let others = othersPaths()
    let orphans = listed.filter { scope in
      scope.isIn(start) && !made.contains(scope) && !stay.contains(scope)
        && !unseen.contains { scope != $0 && scope.isIn($0) }
    }
    for scope in orphans.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
      do throws(Failure) {
        let isOthers = others.contains(place.names(scope).joinedPath)
        if try isOthers ? true : isGone(scope) { listed.remove(scope) }
      } catch { failures.append(error) }
    }
    guard case .write = mode, tree != nil else { return }
    listed.formUnion(made)
    if !isListed && listed == list[place.kind] { return }
    list[place.kind] = listed
    try attempt { () throws(FileError) in try self.write(self.list) }
  }

  /// Where files lie that other templates in the same directory have made.
  private func othersPaths() -> Set<[UInt8]> {
    var paths: Set<[UInt8]> = []
    for kind in list.kinds where kind != place.kind {
      guard let other = try? RenderPlace(template: Array(kind.utf8)) else { continue }
      for scope in list[kind] { paths.insert(other.names(scope).joinedPath) }
    }
    return paths
  }

  /// Whether the file of a scope that makes none is not there any more.
  private func isGone(_ scope: Scope) throws(Failure) -> Bool {
    let names = place.names(scope)
    return try attempt { () throws(FileError) in
      if case .write(prunes: true) = self.mode {
        if try self.tree?.remove(names) == true { self.removedCount += 1 }
        return true
      }
      guard try self.tree?.holds(names) == true else { return true }
      self.note(.leftOver, scope)
      return false
    }
  }
}

extension Rendering: ScopeVisitor {
  package func enter(_ visited: VisitedScope) {
    let walked = WalkedScope(
      visited, query.present, reveals: query.options.isRevealing, below: open.last)
    open.append(walked)
    defer { walked.letGo() }
    guard visited.isAsked else { return }
    scopes.append(visited.scope)
    for problem in visited.reading.childProblems { miss(problem) }
    do throws(Failure) { try make(walked) } catch { fail(visited.scope, error) }
  }

  package func miss(_ problem: Diagnostic) {
    if let scope = open.last?.view.scope { unseen.append(scope) }
    if told.insert(problem.id).inserted { failures.append(.diagnostics([problem])) }
  }

  package func leave() { open.removeLast() }
}

extension Query {
  /// Says what kept files from being rendered, which they are, and what became of the others.
  package func tell(_ rendering: Rendering) throws(Failure) {
    for failure in rendering.failures.prefix(20) { show.report(failure) }
    let more = rendering.failures.count - 20
    if more > 0 { show.note("and \(more) more errors") }
    let kept = rendering.kept
    if !kept.isEmpty {
      let names = Printable.listed(kept.lazy.map(\.text), most: 5)
      show.note("the files of \(names) stay as they are")
    }
    let counts = [(rendering.writtenCount, "written"), (rendering.removedCount, "removed")]
      .filter { $0.0 > 0 }.map { "\(Printable.count($0.0, "file")) \($0.1)" }
    if !counts.isEmpty { show.note(counts.joined(separator: ", ")) }
    if case .write = rendering.mode, !rendering.faults.isEmpty {
      show.note(
        "\(Printable.count(rendering.faults.count, "file")) left over from earlier runs; '--prune' removes them"
      )
    }
  }
}
