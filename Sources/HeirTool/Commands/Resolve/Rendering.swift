import Answers
import Cascade
import Files
import SafeText
import SystemCalls
import Trees

/// Writes or verifies a file for each scope of a walk, and keeps the list of rendered files.
final class Rendering {
  enum Mode {
    case write(prunes: Bool)
    /// Only compares; `changes` describes the difference from an existing file.
    case verify(
      changes: ([UInt8], _ old: [UInt8], Evaluation) throws(Failure) -> RenderProblem.Changes)
  }

  /// Returns the content of a scope's file, or nil for no file; `isLast` if the scope has no children.
  typealias Render = (Evaluation, _ isLast: Bool) throws(Failure) -> [UInt8]?

  private(set) var faults: [RenderProblem] = []
  private(set) var failures: [Failure] = []
  /// Whether a scope with scopes below only lacks values, which these may have.
  private var isIncomplete = false
  /// Scopes whose file stays because they cannot be evaluated.
  private var kept: [Scope] = []
  /// Files that stay because an interrupted run or another program may have written them.
  private var doubtful: [String] = []
  /// Files that stay because another list names them, each with that list.
  private var claimed: [String] = []
  private var writtenCount = 0
  private var removedCount = 0
  /// Scopes that have a file now; in verification, scopes that should have a file.
  private(set) var made: Set<Scope> = []

  private let context: CommandContext
  private let start: Scope
  private let place: RenderTarget
  private let mode: Mode
  private let wait: Int?
  private let render: Render
  /// The output directory; nil until it exists.
  private var tree: OutputTree?
  private var list = RenderedList()
  private var group: RenderedList.Group
  /// The path of the directory from `/`, with links resolved.
  private var position: [FileName] = []
  private var claims: [[UInt8]: Set<[UInt8]>] = [:]
  /// Whether the list on disk must be replaced in any case.
  private var isListStale = false
  private var spared: [String] = []
  private var planned: [Scope] = []
  private var open: [WalkedScope] = []
  /// Scopes whose children could not all be read.
  private var unseen: [Scope] = []
  private var isBegun = false
  private var reported: Set<Diagnostic.FindingID> = []

  private init(
    _ context: CommandContext, from start: Scope, _ place: RenderTarget, _ mode: Mode, wait: Int?,
    _ render: @escaping Render
  ) throws(Failure) {
    (self.context, self.start, self.place, self.mode) = (context, start, place, mode)
    (self.wait, self.render) = (wait, render)
    group = RenderedList.Group(root: "", kind: place.kind)
    try context.snapshot.refuse(outputTree: place.directory)
    tree = try openTree()
    if let tree { try readList(in: tree) }
  }

  /// Throws before any file is written if a path is wrong; a scope with errors keeps its file. `wait` is in
  /// milliseconds.
  static func run(
    _ context: CommandContext, from start: Scope, into place: RenderTarget, _ mode: Mode,
    hidesAbstract: Bool = false, wait: Int? = nil, _ render: @escaping Render
  ) throws(Failure) -> Rendering {
    let rendering = try Rendering(context, from: start, place, mode, wait: wait, render)
    try rendering.plan()
    if rendering.tree != nil { try rendering.beginWriting() }
    try context.present.walk(from: start, rendering, hidesAbstract: hidesAbstract)
    try rendering.finish()
    return rendering
  }

  private func openTree(_ lock: LockTimeout? = nil) throws(Failure) -> OutputTree? {
    try about(
      .tree(0),
      try OutputTree(
        place.directory, from: context.session.workingDirectory, barring: context.snapshot.roots,
        lock))
  }

  private var listPath: [UInt8] { place.directory + RenderedList.name }

  private func path(of scope: Scope) -> [UInt8] { place.directory + place.names(scope).joinedPath }

  private func shownPath(of scope: Scope) -> String { Printable.string(path(of: scope)) }

  // MARK: Before

  private func readList(in tree: OutputTree) throws(Failure) {
    let directory = place.directory.isEmpty ? [UInt8(ascii: ".")] : place.directory
    let base = context.session.workingDirectory
    let path = try about(.tree(0), try base.physical(directory))
    let root = try about(.tree(0), try base.physical(context.rootPath))
    position = path.split(separator: UInt8(ascii: "/")).map { FileName($0) }
    group = RenderedList.Group(in: path, of: root, kind: place.kind)
    (list, isListStale) = (RenderedList(), false)
    let found = try about(.tree(0), try tree.contents(of: [RenderedList.name]))
    guard let (bytes, status) = found else { return }
    list = try RenderedList(bytes, called: Printable.string(listPath))
    // Verification removes nothing, so any owner of the list will do.
    guard case .write = mode, !status.isWrittenByUserAlone else { return }
    list.markUnconfirmed()
    isListStale = true
  }

  private func plan() throws(Failure) {
    var directories: [[UInt8]: Scope] = [:]
    _ = try about(.tree(0), try tree?.check([RenderedList.name]))
    try context.present.forEachScope(from: start) { (scope) throws(Failure) in
      planned.append(scope)
      let names = place.names(scope)
      if let name = names.last, TemporaryName.isDraft(name) {
        throw .message(
          "the file of \(scope.text) would have the name of a temporary file of heir: '\(shownPath(of: scope))'"
        )
      }
      if names == [RenderedList.name] {
        throw .message(
          "cannot render \(scope.text) into '\(shownPath(of: scope))', because heir keeps its list there"
        )
      }
      if names.contains(where: { $0.count > OutputTree.longestName }) {
        throw .message(
          "the file of \(scope.text) would have a name of more than \(OutputTree.longestName) bytes"
        )
      }
      // Directories with other names cannot clash with a file.
      for end in names.indices.dropFirst()
      where names[end - 1].reversed().starts(with: place.ending.reversed()) {
        directories[Array(names[..<end]).joinedPath] = scope
      }
      _ = try about(.tree(0), try tree?.check(names))
    }
    if directories.isEmpty { return }
    for scope in planned {
      guard let other = directories[place.names(scope).joinedPath] else { continue }
      throw .message(
        "'\(shownPath(of: scope))' would be both the file of \(scope.text) and a directory for \(other.text)",
        notes: ["add a suffix that no scope's name has: '{scope}.json'"])
    }
  }

  private func beginWriting() throws(Failure) {
    guard case .write = mode else { return }
    let locked = try openTree(context.lockTimeout(wait))
    // No file may be written without its list.
    if let locked { try readList(in: locked) }
    tree = locked
    if isListStale {
      let path = Printable.string(listPath)
      context.console.warn("others may have written \(path); the files it lists are not removed")
    }
  }

  // MARK: A scope

  private func make(_ walked: WalkedScope) throws(Failure) {
    let scope = walked.view.scope
    if let doubt = walked.doubt { throw .diagnostics([doubt]) }
    let asked = try context.evaluation(of: walked)
    guard let bytes = try render(asked, walked.visited.isLast) else { return }
    let names = place.names(scope)
    switch mode {
    case .verify(let changes):
      made.insert(scope)
      let old = try about(.tree(0), try self.tree?.contents(of: names)?.bytes)
      guard let old else { return note(.missing, scope) }
      if old == bytes { return }
      note(.differs, scope, try changes(bytes, old, asked))
    case .write:
      try put(bytes, at: names) { () throws(FileError) in try writePlannedList() }
      made.insert(scope)
    }
  }

  func put(
    _ bytes: [UInt8], at names: [FileName], first: () throws(FileError) -> Void = {}
  ) throws(Failure) {
    if tree == nil { try beginWriting() }
    let write = try about(.tree(0), try self.tree?.put(bytes, at: names, first: first))
    if write?.isTouched == true { writtenCount += 1 }
    context.console.warn(of: write, place.directory + names.joinedPath)
  }

  /// Lists the planned files before the first is written, so that a killed run leaves no unlisted file.
  private func writePlannedList() throws(FileError) {
    if isBegun { return }
    var more = list
    more[group].begun.formUnion(Set(planned).subtracting(list[group].written))
    if more != list {
      try write(more)
      isListStale = true
    }
    isBegun = true
  }

  private func note(
    _ kind: RenderProblem.Kind, _ scope: Scope, _ changes: RenderProblem.Changes = ([], nil)
  ) {
    faults.append(RenderProblem(path: path(of: scope), scope: scope, kind: kind, changes: changes))
  }

  private func write(_ list: RenderedList) throws(FileError) {
    try tree?.putOwn(list.bytes(context), as: RenderedList.name)
  }

  // MARK: After

  private func finish() throws(Failure) {
    let former = list[group]
    for scope in orphans(among: former.written) {
      do throws(Failure) {
        if try removeOrphan(scope) { list[group].written.remove(scope) }
      } catch { failures.append(error) }
    }
    if !spared.isEmpty { failures.append(refusalToRemove) }
    guard case .write = mode, tree != nil else { return }
    for scope in orphans(among: former.begun) {
      do throws(Failure) {
        if try isThere(scope), try listNaming(of: scope) == nil {
          doubtful.append(shownPath(of: scope))
        } else {
          list[group].begun.remove(scope)
        }
      } catch { failures.append(error) }
    }
    list[group].written.formUnion(made)
    list[group].begun.subtract(made)
    if !isListStale && list[group] == former { return }
    try about(.tree(0), try self.write(self.list))
  }

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
    return try about(.tree(0), try tree?.holds(names) == true)
  }

  /// Whether a file without a scope is missing or listed elsewhere; with `prunes`, removes it if permitted.
  private func removeOrphan(_ scope: Scope) throws(Failure) -> Bool {
    if try !isThere(scope) {
      // An earlier run may have failed to remove its directory.
      if case .write(prunes: true) = mode {
        _ = try about(.tree(0), try tree?.remove(place.names(scope)))
      }
      return true
    }
    if let list = try listNaming(of: scope) {
      if case .write(prunes: true) = mode {
        claimed.append("\(shownPath(of: scope)) (in \(Printable.string(list)))")
      }
      return true
    }
    guard case .write(prunes: true) = mode else {
      note(.leftOver, scope)
      return false
    }
    if isListTracked != false {
      spared.append(shownPath(of: scope))
      return false
    }
    let names = place.names(scope)
    let isRemoved = try about(.tree(0), try tree?.remove(names) == true)
    if isRemoved { removedCount += 1 }
    return true
  }

  // MARK: Other lists

  /// The list that names a scope's file for another root or template, in this directory, above it or below it.
  private func listNaming(of scope: Scope) throws(Failure) -> [UInt8]? {
    let names = place.names(scope)
    if try files(listedIn: position).contains(names.joinedPath) { return listPath }
    let whole = position + names
    for count in whole.indices where count != position.count {
      let directory = Array(whole[..<count])
      if try files(listedIn: directory).contains(Array(whole[count...]).joinedPath) {
        return path(to: directory) + RenderedList.name
      }
    }
    return nil
  }

  private func path(to directory: [FileName]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let isBelow = directory.count > position.count
    return directory.dropFirst(isBelow ? position.count : 0)
      .reduce(into: isBelow ? place.directory : [slash]) { $0 += $1 + [slash] }
  }

  private func files(listedIn directory: [FileName]) throws(Failure) -> Set<[UInt8]> {
    let key = directory.joinedPath
    if let known = claims[key] { return known }
    if directory == position {
      let files = list.paths(besides: group)
      claims[key] = files
      return files
    }
    let path = path(to: directory)
    var (tree, names) = (self.tree, [RenderedList.name])
    if directory.count > position.count {
      names = directory.dropFirst(position.count) + names
    } else {
      let base = context.session.workingDirectory
      tree = try about(.tree(0), try OutputTree(path, from: base, barring: []))
    }
    var files: Set<[UInt8]> = []
    // A list planted by another user does not count.
    if let tree, try about(.tree(0), try tree.holds(names)),
      let bytes = try about(.tree(0), try tree.contents(of: names)?.bytes)
    {
      let list = Printable.string(path + RenderedList.name)
      files = try RenderedList(bytes, called: list).paths()
    }
    claims[key] = files
    return files
  }

  // MARK: Git

  /// Whether git tracks the list; nil if git cannot tell.
  private lazy var isListTracked: Bool? = {
    do throws(GitError) {
      return try context.session.process.isTracked(
        RenderedList.name, in: place.directory, context.console.remarks)
    } catch {
      failures.append(Failure(error))
      return nil
    }
  }()

  /// A list that git tracks is part of a checkout, so its author may never have rendered.
  private var refusalToRemove: Failure {
    let (list, files) = (Printable.string(listPath), Printable.listed(spared, most: 5))
    if isListTracked == nil {
      return .message("whether git tracks \(list) is unknown; nothing is removed: \(files)")
    }
    return .message(
      "git tracks \(list), so the files it lists are not removed: \(files)",
      notes: ["remove them with 'git rm', or untrack the list with 'git rm --cached \(list)'"])
  }

  var listed: Set<Scope> { list[group].written.union(list[group].begun) }
}

extension Rendering: ScopeVisitor {
  func enter(_ visited: VisitedScope) {
    let walked = WalkedScope(
      visited, context.present, reveals: context.options.isRevealing, below: open.last)
    open.append(walked)
    defer { walked.release() }
    guard visited.isAsked else { return }
    for problem in visited.reading.childProblems { miss(problem) }
    do throws(Failure) { try make(walked) } catch {
      kept.append(visited.scope)
      if !visited.isLast, error.diagnostics.allSatisfy(\.isOfMissingValue) { isIncomplete = true }
      // A problem of several scopes is reported once.
      let new = error.diagnostics.filter { reported.insert($0.id).inserted }
      if new.count == error.diagnostics.count {
        failures.append(error)
      } else if !new.isEmpty {
        failures.append(.diagnostics(new))
      }
    }
  }

  func miss(_ problem: Diagnostic) {
    if let scope = open.last?.view.scope { unseen.append(scope) }
    if reported.insert(problem.id).inserted { failures.append(.diagnostics([problem])) }
  }

  func leave() { open.removeLast() }
}

extension Rendering {
  func report(most: Int = 20) {
    let console = context.console
    for failure in failures.prefix(most) { console.report(failure) }
    if failures.count > most {
      console.note("and \(Printable.count(failures.count - most, "more error"))")
    }
    if !kept.isEmpty {
      console.note("the files of \(Printable.listed(kept.lazy.map(\.text), most: 5)) are unchanged")
    }
    if isIncomplete {
      console.note(
        "if only scopes below have a missing value, add '\"$abstract\": \"here\"' to the scope, or use "
          + "'--leaves' to render leaf scopes only")
    }
    if !doubtful.isEmpty {
      console.note(
        "not removed, because an interrupted run or another program may have written them: "
          + Printable.listed(doubtful, most: 5))
    }
    if !claimed.isEmpty {
      console.note(
        "not removed, since another list names them: \(Printable.listed(claimed, most: 5))")
    }
    let counts = [(writtenCount, "written"), (removedCount, "removed")]
      .filter { $0.0 > 0 }.map { "\(Printable.count($0.0, "file")) \($0.1)" }
    if !counts.isEmpty { console.note(counts.joined(separator: ", ")) }
    if case .write = mode, !faults.isEmpty {
      console.note(
        "\(Printable.count(faults.count, "file")) left over from earlier runs; '--prune' removes them"
      )
    }
  }
}
