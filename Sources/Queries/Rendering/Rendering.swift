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

  private enum Tracking { case isTracked, isNotTracked, isUnknown }

  /// Makes the bytes of a scope's file; nil where it has none. `isLast` is whether no scope is below it.
  package typealias Render = (Evaluation, _ isLast: Bool) throws(Failure) -> [UInt8]?

  /// What is wrong with files, in the order of the walk: those that are only looked at, and what is left over.
  package private(set) var faults: [RenderedFault] = []
  /// Scopes of which the files stay as they are, since what holds in them cannot be worked out.
  package private(set) var kept: [Scope] = []
  /// Why.
  package private(set) var failures: [Failure] = []
  /// The paths of files that an interrupted run may have left, and somebody else may have put there.
  package private(set) var doubtful: [[UInt8]] = []
  /// Files that would have been removed, if another root or template had not listed them, each with that list.
  private(set) var claimed: [(file: [UInt8], list: [UInt8])] = []
  package private(set) var writtenCount = 0
  package private(set) var removedCount = 0
  /// The scopes that were asked, in the order of the walk.
  private(set) var scopes: [Scope] = []
  /// Those that have a file now; of a look, those that should.
  package private(set) var made: Set<Scope> = []

  private let query: Query
  private let start: Scope
  private let place: RenderPlace
  let mode: Mode
  private let wait: Int?
  private let render: Render
  /// What stands there; nil as long as there is nothing.
  private var tree: OutputTree?
  private var list = RenderedList()
  private var group: RenderedList.Group
  /// The names that lead from the machine's root to the directory, without links.
  private var position: [FileName] = []
  /// The files that lists of other directories name, by the directory of each list.
  private var claims: [[UInt8]: Set<[UInt8]>] = [:]
  /// Whether the list on the disk is one to be replaced, whatever it holds.
  private var isListStale = false
  /// Whether git tracks the list, or cannot tell; nil until it is asked.
  private var tracking: Tracking?
  /// The paths of files that would have been removed, if the list were none that git tracks.
  private var spared: [[UInt8]] = []
  /// All scopes that may make a file.
  private var planned: [Scope] = []
  private var open: [WalkedScope] = []
  /// Scopes of which somebody could not see all that is below.
  private var unseen: [Scope] = []
  private var isBegun = false
  private var told: Set<Diagnostic.FindingID> = []

  private init(
    _ query: Query, from start: Scope, _ place: RenderPlace, _ mode: Mode, wait: Int?,
    _ render: @escaping Render
  ) throws(Failure) {
    (self.query, self.start, self.place, self.mode) = (query, start, place, mode)
    (self.wait, self.render) = (wait, render)
    group = RenderedList.Group(root: "", kind: place.kind)
    try query.snapshot.refuse(outputTree: place.directory)
    tree = try attempt { () throws(FileError) in
      try OutputTree.found(
        self.place.directory, from: self.query.session.workingDirectory,
        barring: self.query.snapshot.roots)
    }
    if let tree { try readList(in: tree) }
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

  private func readList(in tree: OutputTree) throws(Failure) {
    let directory = place.directory.isEmpty ? [UInt8(ascii: ".")] : place.directory
    let base = query.session.workingDirectory
    let (path, root) = try attempt { () throws(FileError) in
      (try base.physical(directory), try base.physical(self.query.rootPath))
    }
    position = path.split(separator: UInt8(ascii: "/")).map { FileName($0) }
    group = RenderedList.Group(in: path, of: root, kind: place.kind)
    (list, isListStale) = (RenderedList(), false)
    let found = try attempt { () throws(FileError) in try tree.contents(of: [RenderedList.name]) }
    guard let (bytes, status) = found else { return }
    list = try RenderedList(
      bytes, root: group.root, called: Printable.string(place.directory + RenderedList.name))
    // A look removes nothing.
    guard case .write = mode, !status.isWrittenByUserAlone else { return }
    list.distrust()
    isListStale = true
  }

  /// Makes sure that every scope's file has a place of its own, to which nothing leads elsewhere.
  private func plan() throws(Failure) {
    var directories: [[UInt8]: Scope] = [:]
    try attempt { () throws(FileError) in try tree?.check([RenderedList.name]) }
    try query.present.forEachScope(from: start) { (scope) throws(Failure) in
      planned.append(scope)
      let names = place.names(scope)
      if let name = names.last, TemporaryName.isLitter(name) {
        throw .message(
          "the file of \(scope.text) would have the name of a temporary file of heir: '\(Printable.string(path(of: scope)))'"
        )
      }
      if names == [RenderedList.name] {
        throw .message(
          "cannot render \(scope.text) into '\(Printable.string(path(of: scope)))', because heir keeps its list there"
        )
      }
      if names.contains(where: { $0.count > OutputTree.longestName }) {
        throw .message(
          "the file of \(scope.text) would have a name of more than \(OutputTree.longestName) bytes"
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
        "'\(Printable.string(path(of: scope)))' would be both the file of \(scope.text) and a directory for \(other.text)",
        notes: ["add a suffix that no scope's name has: '{scope}.json'"])
    }
  }

  /// Takes the directory's lock; what stands in the list is looked at under it.
  private func beginWriting() throws(Failure) {
    guard case .write = mode else { return }
    let locked = try attempt { () throws(FileError) in
      try OutputTree.locked(
        self.place.directory, from: self.query.session.workingDirectory,
        barring: self.query.snapshot.roots, self.query.patience(self.wait))
    }
    // Without its list nothing may be written.
    try readList(in: locked)
    tree = locked
    if isListStale {
      let path = Printable.string(place.directory + RenderedList.name)
      query.show.warn("others may have written \(path); the files it lists are not removed")
    }
  }

  // MARK: A scope

  private func make(_ walked: WalkedScope) throws(Failure) {
    let scope = walked.view.scope
    if let doubt = walked.doubt { throw .diagnostics([doubt]) }
    let asked = try query.evaluation(of: walked)
    guard let bytes = try render(asked, walked.visited.isLast) else { return }
    let names = place.names(scope)
    switch mode {
    case .verify(let changes):
      made.insert(scope)
      let old = try attempt { () throws(FileError) in try self.tree?.contents(of: names)?.bytes }
      guard let old else { return note(.missing, scope) }
      if old.hasSameBytes(as: bytes) { return }
      note(.differs(try changes(bytes, old, asked)), scope)
    case .write:
      if tree == nil { try beginWriting() }
      let write = try attempt { () throws(FileError) in
        try self.tree?.put(bytes, at: names) { () throws(FileError) in try self.listFirst() }
      }
      made.insert(scope)
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

  /// Lists what may be made before the first file is, so that a run that is killed leaves no file without a trace.
  private func listFirst() throws(FileError) {
    if isBegun { return }
    var more = list
    more[group].begun.formUnion(Set(planned).subtracting(list[group].written))
    if more != list {
      try write(more)
      isListStale = true
    }
    isBegun = true
  }

  private func note(_ kind: RenderedFault.Kind, _ scope: Scope) {
    faults.append(RenderedFault(path(of: scope), of: scope, kind))
  }

  private func write(_ list: RenderedList) throws(FileError) {
    try tree?.putOwn(list.bytes(query), as: RenderedList.name)
  }

  private func fail(_ scope: Scope, _ failure: Failure) {
    kept.append(scope)
    // What keeps one from being worked out mostly keeps others, too.
    let new = failure.diagnostics.filter { told.insert($0.id).inserted }
    if !new.isEmpty { failures.append(failure) }
  }

  // MARK: After

  private func finish() throws(Failure) {
    let former = list[group]
    for scope in orphans(among: former.written) {
      do throws(Failure) {
        if try isGone(scope) { list[group].written.remove(scope) }
      } catch { failures.append(error) }
    }
    if !spared.isEmpty { failures.append(refusalToRemove) }
    guard case .write = mode, tree != nil else { return }
    for scope in orphans(among: former.begun) {
      do throws(Failure) {
        if try isThere(scope), try claimant(of: scope) == nil {
          doubtful.append(path(of: scope))
        } else {
          list[group].begun.remove(scope)
        }
      } catch { failures.append(error) }
    }
    list[group].written.formUnion(made)
    list[group].begun.subtract(made)
    if !isListStale && list[group] == former { return }
    try attempt { () throws(FileError) in try self.write(self.list) }
  }

  /// Listed scopes that make no file any more, in the order of their paths.
  private func orphans(among listed: Set<Scope>) -> [Scope] {
    let stay = Set(kept)
    let orphans = listed.filter { scope in
      scope.isIn(start) && !made.contains(scope) && !stay.contains(scope)
        && !unseen.contains { scope != $0 && scope.isIn($0) }
    }
    return orphans.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private func isThere(_ scope: Scope) throws(Failure) -> Bool {
    let names = place.names(scope)
    return try attempt { () throws(FileError) in try tree?.holds(names) == true }
  }

  /// Whether the file of a scope that makes none is not there any more, or is another's; it is removed if that is
  /// wanted and permitted.
  private func isGone(_ scope: Scope) throws(Failure) -> Bool {
    if try !isThere(scope) { return true }
    if let list = try claimant(of: scope) {
      if case .write(prunes: true) = mode { claimed.append((path(of: scope), list)) }
      return true
    }
    guard case .write(prunes: true) = mode else {
      note(.leftOver, scope)
      return false
    }
    if !mayRemove() {
      spared.append(path(of: scope))
      return false
    }
    let names = place.names(scope)
    let isRemoved = try attempt { () throws(FileError) in try tree?.remove(names) == true }
    if isRemoved { removedCount += 1 }
    return true
  }

  // MARK: What others list

  /// The list that names a scope's file for another root or template: the one of this directory, or one in a directory
  /// that leads to the file.
  private func claimant(of scope: Scope) throws(Failure) -> [UInt8]? {
    let names = place.names(scope)
    if list.paths(besides: group).contains(names.joinedPath) {
      return place.directory + RenderedList.name
    }
    let whole = position + names
    for count in whole.indices where count != position.count {
      let directory = Array(whole[..<count])
      if try files(listedIn: directory).contains(Array(whole[count...]).joinedPath) {
        return path(to: directory) + RenderedList.name
      }
    }
    return nil
  }

  /// The path to a directory above this one or below it, with a slash behind.
  private func path(to directory: [FileName]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let isBelow = directory.count > position.count
    return directory.dropFirst(isBelow ? position.count : 0)
      .reduce(into: isBelow ? place.directory : [slash]) { $0 += $1 + [slash] }
  }

  /// The files that the list of another directory names, as paths from there; none if it has no list.
  private func files(listedIn directory: [FileName]) throws(Failure) -> Set<[UInt8]> {
    let key = directory.joinedPath
    if let known = claims[key] { return known }
    let path = path(to: directory)
    let bytes = try attempt { () throws(FileError) -> [UInt8]? in
      var (tree, names) = (self.tree, [RenderedList.name])
      if directory.count > self.position.count {
        names = directory.dropFirst(self.position.count) + names
      } else {
        tree = try OutputTree.found(path, from: self.query.session.workingDirectory, barring: [])
      }
      // What somebody else planted does not count.
      guard let tree, try tree.holds(names) else { return nil }
      return try tree.contents(of: names)?.bytes
    }
    let found = try bytes.map { (bytes) throws(Failure) in
      try RenderedList(bytes, root: "", called: Printable.string(path + RenderedList.name))
    }
    claims[key] = found?.paths() ?? []
    return claims[key] ?? []
  }

  // MARK: Whether git tracks the list

  private func mayRemove() -> Bool {
    if tracking == nil {
      do throws(Failure) {
        let isTracked = try query.session.isTracked(
          RenderedList.name, in: place.directory, query.show.remarks)
        tracking = isTracked ? .isTracked : .isNotTracked
      } catch {
        failures.append(error)
        tracking = .isUnknown
      }
    }
    return tracking == .isNotTracked
  }

  /// A list that git tracks comes with a checkout: whoever wrote it may never have rendered.
  private var refusalToRemove: Failure {
    let (list, files) = (
      Printable.string(place.directory + RenderedList.name), Self.listed(spared)
    )
    if tracking == .isUnknown {
      return .message("whether git tracks \(list) is unknown; nothing is removed: \(files)")
    }
    return .message(
      "git tracks \(list), so the files it lists are not removed: \(files)",
      notes: ["remove them with 'git rm', or untrack the list with 'git rm --cached \(list)'"])
  }

  fileprivate static func listed(_ paths: [[UInt8]]) -> String {
    Printable.listed(paths.map { Printable.string($0) }, most: 5)
  }

  /// The scopes whose files are there, as far as it is known, also of those that were not asked.
  var listed: Set<Scope> { list[group].written.union(list[group].begun) }
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
      show.note("the files of \(names) are unchanged")
    }
    if !rendering.doubtful.isEmpty {
      show.note(
        "not removed, because an interrupted run or another program may have written them: "
          + Rendering.listed(rendering.doubtful))
    }
    if !rendering.claimed.isEmpty {
      let files = rendering.claimed.map {
        "\(Printable.string($0.file)) (in \(Printable.string($0.list)))"
      }
      show.note("not removed, since another list names them: \(Printable.listed(files, most: 5))")
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
