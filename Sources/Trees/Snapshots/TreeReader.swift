import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls

/// Reads scopes of a snapshot and evaluates their values.
/// Only directories and files of the lineage are read (F6).
package final class TreeReader {
  package let snapshot: Snapshot
  package let names: NameTable
  package private(set) lazy var resolver = Resolver(self, reveals: reveals)
  /// The files read; nil unless requested.
  package var record: FileRecord?
  package var progress: Progress?
  /// Suggestions cost time.
  package var givesHints = true
  /// Whether any value read a variable or a fact.
  package private(set) var readsCallerInput = false
  /// The number of reads beyond the lineage being evaluated.
  package internal(set) var externalReadCount = 0
  package private(set) lazy var ancestry = Ancestry(self)
  private(set) lazy var fragments = FragmentReader(names) {
    [unowned self] (path, file, place) throws(Diagnostic) in
    guard let found = try contents(path, of: file, place) else {
      throw Diagnostic(.error, .reference, .noFileToInclude(path), at: place)
    }
    let source = Source(found.bytes)
    record?.note(
      SourceFile(file.home, path: found.path, scope: file.scope, source: source), .fragment,
      after: file)
    return (found.path, source)
  }
  private let environment: AllowedEnvironment
  private lazy var assumedFacts = environment.assumed.flatMap { assumed in
    (try? Document(Source(assumed), names: names)).map { Facts(assuming: $0) }
  }
  /// The root has the facts that all scopes share.
  private var factsRead: [Scope: Result<Facts?, Diagnostic>] = [:]
  private var scopesUsingFacts: Set<Scope> = []
  let reveals: Bool
  private var views = Catalog<Scope, (view: View, reading: ScopeReading)>()
  var parents: [Scope: ScopeReading] = [:]
  /// Directories above scopes that were read for others; one with thousands of them is listed once.
  private var directoriesRead: [Scope: [SnapshotScope.Part]] = [:]
  /// The nearest existing scopes to missing scopes.
  var nearestKnown: [Scope: Scope?] = [:]
  let searchLimit = SearchLimit(searches: 10)
  /// The scopes of which missing scopes are typos.
  var meantKnown: [Scope: Scope?] = [:]
  /// The names in a directory by hashes of their letters.
  var namesByRest: [Scope: [UInt64: [[UInt8]]]] = [:]
  /// The scopes of lineages with further parents; nil until a walk finds them.
  package var inherited: Set<Scope>?
  /// Scopes that rules name and no tree has.
  var absentParents: Set<Scope> = []
  // Cached, because many scopes include or quote the same file.
  private var contentsRead: [Int: [[UInt8]: (path: [UInt8], bytes: [UInt8])]] = [:]
  /// nil until readers of other snapshots share it.
  private(set) var files: LineageFiles?

  package init(
    _ snapshot: Snapshot, _ names: NameTable, _ environment: AllowedEnvironment, reveals: Bool
  ) {
    (self.snapshot, self.names) = (snapshot, names)
    (self.environment, self.reveals) = (environment, reveals)
  }

  /// Shares parsed files.
  package func at(_ snapshot: Snapshot, _ environment: AllowedEnvironment? = nil) -> TreeReader {
    let treeReader = TreeReader(snapshot, names, environment ?? self.environment, reveals: reveals)
    let files = files ?? LineageFiles()
    (self.files, treeReader.files, treeReader.progress) = (files, files, progress)
    treeReader.givesHints = givesHints
    if environment == nil, snapshot.given.facts == self.snapshot.given.facts {
      treeReader.factsRead = factsRead
    }
    return treeReader
  }

  package func checkFacts() throws(Failure) {
    guard case .one? = snapshot.given.facts else { return }
    do throws(Diagnostic) { _ = try givenFacts(of: .root) } catch { throw .diagnostics([error]) }
  }

  private func givenFacts(of scope: Scope) throws(Diagnostic) -> Facts? {
    guard let files = snapshot.given.facts else { return nil }
    let scope = files.path(of: scope) == nil ? Scope.root : scope
    if let known = factsRead[scope] { return try known.get() }
    let read = Result { () throws(Diagnostic) in try files.facts(of: scope, names) }
    factsRead[scope] = read
    return try read.get()
  }

  /// A facts file describes a single machine.
  package func refuseSharedFacts(in isAsked: (Scope) -> Bool) throws(Failure) {
    guard case .one(let file)? = snapshot.given.facts else { return }
    let users = scopesUsingFacts.filter(isAsked).map(\.path).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    guard users.count > 1 else { return }
    let names = Printable.listed(users.map { Printable.string($0) }, most: 3)
    throw .message(
      "\(names) share the facts of one file, '\(Printable.string(file.path))'",
      notes: ["use a file for each scope: \"--facts 'facts/{scope}.json'\""])
  }

  package func refuseSharedFacts(below start: Scope) throws(Failure) {
    try refuseSharedFacts { $0.isIn(start) }
  }

  package func way(
    to scope: Scope, isVirtual: Bool = false
  ) throws(Failure) -> [SnapshotScope] {
    var way = try existingPath(to: scope)
    if way.count > scope.depth { return way }
    let canBe =
      isVirtual
      && way.indices.contains { depth in
        let next = depth + 1 < way.count ? way[depth + 1] : nil
        return way[depth].canCreate(Array(scope.names.dropFirst(depth)), but: next)
      }
    guard canBe else { throw unknown(scope, after: way[way.count - 1]) }
    for name in scope.names.dropFirst(way.count - 1) {
      way.append(way[way.count - 1].missing(name))
    }
    return way
  }

  /// The existing scopes on the path to a scope.
  package func existingPath(
    to scope: Scope, from start: [SnapshotScope] = []
  ) throws(Failure) -> [SnapshotScope] {
    var way = start.isEmpty ? [SnapshotScope(self)] : start
    for name in scope.names.dropFirst(way.count - 1) {
      let next = try way[way.count - 1].opened(name) { (error, tree) throws(Failure) in
        throw .file(error, tree.home)
      }
      guard let next else { break }
      way.append(next)
    }
    return way
  }

  func existingPath(toReadOf scope: Scope) throws(Failure) -> [SnapshotScope] {
    var known = [SnapshotScope(self)]
    for above in scope.lineage.dropFirst().dropLast() {
      guard let parts = directoriesRead[above] else { break }
      known.append(SnapshotScope(above, parts, self))
    }
    let way = try existingPath(to: scope, from: known)
    // Each is an open file.
    if directoriesRead.count > 64 { directoriesRead = [:] }
    for place in way.dropFirst(known.count) where place.scope.depth < scope.depth {
      directoriesRead[place.scope] = place.parts
    }
    return way
  }

  /// Without the command line; scopes share the views of common ancestors.
  /// With rules, the command line may change parents, so that the view is not cached.
  package func view(
    of scope: Scope, isVirtual: Bool, for commandLine: Level? = nil
  ) throws(Failure) -> View {
    let commandLine = snapshot.hasParentRules ? commandLine : nil
    if commandLine == nil, let known = views[scope] { return known.view }
    return try view(along: way(to: scope, isVirtual: isVirtual), for: commandLine)
  }

  private func view(
    along way: [SnapshotScope], for commandLine: Level? = nil
  ) throws(Failure) -> View {
    var above: View?
    for (index, place) in way.enumerated() {
      let commandLine = index == way.count - 1 ? commandLine : nil
      let known = views[place.scope]
      if commandLine == nil, let known {
        above = known.view
        continue
      }
      var reading = known?.reading ?? parents[place.scope] ?? place.readUncached()
      let lineage = try walked { () throws(WalkLimit) in
        try ancestry.lineage(
          of: place.scope, &reading, below: above?.lineage, for: commandLine)
      }
      if !reading.isWhole { throw .diagnostics(reading.problems) }
      let view = View(lineage, names, above: above)
      if commandLine == nil { _ = views[place.scope, orNew: (view, reading)] }
      above = view
    }
    guard let above else { throw .message("no root found") }
    return above
  }

  /// Visits scopes even if they have errors.
  package func forEachReading(
    along way: [SnapshotScope], _ body: (Lineage, ScopeReading) -> Void
  ) throws(Failure) {
    var above: Lineage?
    for place in way {
      var reading = place.read()
      let lineage = try walked { () throws(WalkLimit) in
        try ancestry.lineage(of: place.scope, &reading, below: above)
      }
      body(lineage, reading)
      above = lineage
    }
  }

  func reading(_ scope: Scope) -> ScopeReading? { views[scope]?.reading ?? parents[scope] }

  /// A walk does not reuse the ancestors of earlier walks.
  func beginWalk() { ancestry = Ancestry(self) }

  /// nil if the file is missing.
  private func contents(
    _ path: [UInt8], of file: SourceFile, _ place: SourceRange
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    externalReadCount += 1
    guard let number = snapshot.number(of: file.home) else { return nil }
    let whole = Array(file.directory.isEmpty ? path : file.directory + [.slash] + path)
    if let known = contentsRead[number]?[whole] { return known }
    do throws(FileError) {
      let found = try existing(
        snapshot.trees[number].root.contents(of: whole), unless: \.isOfNothing)
      guard let found else { return nil }
      let result = (found.path.joinedPath, found.bytes)
      contentsRead[number, default: [:]][whole] = result
      return result
    } catch {
      let problem = Diagnostic(error, in: file.home)
      throw Diagnostic(.error, problem.rule, problem.problem, at: place)
    }
  }
}

extension TreeReader: ResolverContext {
  package func view(of scope: Scope) throws(EvaluationError) -> View? {
    externalReadCount += 1
    do throws(Failure) {
      let way = try existingPath(toReadOf: scope)
      return way.count > scope.depth ? try view(along: way) : nil
    } catch { throw EvaluationError(error.diagnostics) }
  }

  package func variable(_ name: [UInt8]) -> Variable {
    readsCallerInput = true
    return environment.look(name)
  }

  package func facts(of scope: Scope) throws(Diagnostic) -> Facts? {
    readsCallerInput = true
    if let assumedFacts { return assumedFacts }
    scopesUsingFacts.insert(scope)
    return try givenFacts(of: scope)
  }

  package var hasFactsOfScopes: Bool { snapshot.given.facts != nil && environment.assumed == nil }

  package func factsPath(of scope: Scope) -> [UInt8]? { snapshot.given.facts?.path(of: scope) }

  package func text(
    _ path: [UInt8], of file: SourceFile, at place: SourceRange
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    guard let found = try contents(path, of: file, place) else { return nil }
    record?.note(
      SourceFile(file.home, path: found.path, scope: file.scope, source: Source([])), .text)
    return found
  }
}

extension TreeReader {
  func unknown(_ scope: Scope, after last: SnapshotScope) -> Failure {
    .unknownScope(
      scope.path, "scope '\(Printable.string(scope.path))' does not exist\(snapshot.whereabouts)",
      notes: givesHints ? hints(scope, after: last) : [])
  }

  private func hints(_ scope: Scope, after last: SnapshotScope) -> [String] {
    // Whoever means several is not led to one, least of all by a command that writes.
    if scope.looksLikePattern { return ["SCOPE cannot be a pattern; name one scope"] }
    let missing = scope.names[last.scope.depth]
    if missing.first == UInt8(ascii: ".") || missing.first == UInt8(ascii: "_") {
      return ["names that begin with '.' or '_' are not scopes"]
    }
    if snapshot.trees[0].rules.ignores(missing) {
      return ["'.heir' ignores '\(Printable.string(missing))'"]
    }
    if let note = noteOfPath(scope) { return [note] }
    let (near, hasTypo) = following(scope)
    if hasTypo { return ["the nearest is \(quoted(near.names))"] }
    let alike = NameSearch.found(scope.names, in: SnapshotScope(self), SearchLimit())
    if let whole = alike.first(where: \.isWhole) { return ["write \(quoted(whole.way))"] }
    if !alike.isEmpty { return [listed(alike.map(\.way), atMost: 5)] }
    let children = last.childNames
    let here = last.scope.names
    return [
      children.isEmpty
        ? "\(quoted(here)) has no scopes below it"
        : listed(children.map { here + [$0] }, atMost: 8)
    ]
  }

  /// The scope that there is whose names are the nearest, each looked for below the one before, and whether it is
  /// another; it ends before the first name that is near to none.
  package func following(
    _ scope: Scope, _ searchLimit: SearchLimit = SearchLimit()
  ) -> (scope: Scope, hasTypo: Bool) {
    let (way, hasTypo) = SnapshotScope(self).following(scope.names, searchLimit)
    return (Scope(way), hasTypo)
  }

  /// The scope of a directory on disk, or of a file.
  private func noteOfPath(_ scope: Scope) -> String? {
    for path in [scope.path, Array(scope.path.dropFirst())] {
      if let note = snapshot.notes(ofDirectory: path).first { return note }
    }
    guard let file = scope.names.last, let folder = scope.above else { return nil }
    let relative = folder.depth == 0 ? [UInt8(ascii: ".")] : Array(folder.path.dropFirst())
    let homes = [folder] + [folder.path, relative].compactMap(snapshot.scope)
    let home = homes.first { place(of: $0)?.holds(file) == true }
    // A file that does not exist is one of the directory that is named with it.
    let isNamed =
      folder.depth > 0 && snapshot.trees[0].rules.takes(file) && place(of: folder) != nil
    return (home ?? (isNamed ? folder : nil)).map {
      "a file is not a scope; its directory is the scope \(quoted($0.names))"
    }
  }

  /// A scope that there is; nil where it cannot be reached.
  private func place(of scope: Scope) -> SnapshotScope? {
    guard let way = try? existingPath(to: scope), way.count > scope.depth else { return nil }
    return way.last
  }

  private func listed(_ scopes: [[[UInt8]]], atMost count: Int) -> String {
    let start = scopes.count == 1 ? "existing scope" : "existing scopes"
    return "\(start): \(Printable.listed(scopes.map(quoted), most: count))"
  }

  private func quoted(_ names: [[UInt8]]) -> String {
    "'\(Printable.string(Scope(names).path))'"
  }
}

extension SnapshotScope: NamedPlace {
  package var labels: [[UInt8]] { childNames }

  package func below(_ name: [UInt8]) -> SnapshotScope? {
    child(name).place as? SnapshotScope
  }

  package func spelling(_ name: [UInt8]) -> ArraySlice<UInt8> { name[...] }
}
