import Answers
import Cascade
import Change
import Check
import FileTree
import JSONSource
import Sessions
import SystemCalls

/// What a tidying takes out and puts in, with the files as they are to be: each round begins with what the
/// one before made, and is proven before the next.
final class TidyPlan {
  /// A file that is to be written.
  struct File {
    let path: [FileName]
    let name: FileName
    /// The scopes in which something of it goes or comes.
    var scopes: [Scope]
    let former: PropertyFile?
    var present: PropertyFile
  }

  /// By their paths from the root without links.
  private var filesByPath: [[FileName]: File] = [:]
  private(set) var steps: [TidyStep] = []
  /// What was found and left, for without it some value would change.
  private(set) var left: [TidyStep] = []
  /// What is secret in any scope.
  private(set) lazy var secrets = ReportMask(query.names, reveals: false)
  /// How many scopes were compared.
  private(set) var scopeCount = 0
  /// In how many scopes nothing could be found for want of a file that can be read.
  private(set) var uncertainCount = 0
  private let query: Query
  private let root: KeepingFolder
  /// Directories, each in the one before.
  private var way: [Folder]
  private var rejected: Set<TidyStep.ID> = []
  private var paths: [Scope: [FileName: [FileName]]] = [:]
  private var wholeTimes: BeforeAfter<World>?

  init(_ query: Query, _ root: Folder) {
    (self.query, self.root) = (query, KeepingFolder(root))
    way = [root]
  }

  /// Those of the upper scopes first: a value that moves up is there before it goes, whatever comes between.
  var files: [File] {
    filesByPath.values.filter { $0.former?.bytes != $0.present.bytes }.sorted { one, other in
      if one.path.count != other.path.count { return one.path.count < other.path.count }
      return one.path.lexicographicallyPrecedes(other.path) { $0.lexicographicallyPrecedes($1) }
    }
  }

  // MARK: Rounds

  /// Takes out what can go at and below a scope, until nothing is left.
  func work(below scope: Scope, hoists: Bool) throws(Failure) {
    while true {
      let time = query.time(of: root, edits, isFormer: false)
      var found = try removable(below: scope, time)
      if found.isEmpty && hoists { found = try hoistable(below: scope, time) }
      if found.isEmpty { return }
      try take(found)
    }
  }

  /// Takes those of some steps that change nothing; all of them begin with the files as they are now.
  private func take(_ found: [TidyStep]) throws(Failure) {
    let base = filesByPath
    var taken: [TidyStep] = []
    // What offends together may be harmless apart: halves are tried, the smaller part last.
    var rest = [found]
    while let group = rest.popLast() {
      if group.isEmpty { continue }
      let offending = try offenders(taken + group, base)
      let ids = Set(offending.map(\.id))
      let bad = group.filter { ids.contains($0.id) }
      if offending.isEmpty {
        taken += group
      } else if group.count == 1 {
        left += group
        rejected.insert(group[0].id)
      } else if !bad.isEmpty && bad.count < group.count {
        rest += [bad, group.filter { !ids.contains($0.id) }]
      } else {
        let half = group.count / 2
        rest += [Array(group[half...]), Array(group[..<half])]
      }
    }
    // What was tried last need not be what was taken.
    _ = try apply(taken, base)
    steps += taken
  }

  /// Makes the files what some steps make of them; returns those that cannot be made.
  private func apply(
    _ steps: [TidyStep], _ base: [[FileName]: File]
  ) throws(Failure) -> [TidyStep] {
    filesByPath = base
    let edit = try TidyEdit(steps, query.names) { (scope, file) throws(Failure) in
      try path(of: file.name, in: scope)
    }
    for (scope, file) in edit.files { try note(file, scope) }
    return edit.impossible
  }

  private func removable(below scope: Scope, _ time: World) throws(Failure) -> [TidyStep] {
    let checker = Checker(
      TidyStep.rules, time, today: query.session.today())
    try query.walk(from: scope, at: time, checker, limit: TreeWalk.scopeLimit)
    uncertainCount = checker.uncertainCount
    var says: [Scope: TidySays] = [:]
    var steps: [TidyStep] = []
    for finding in checker.findings {
      if says[finding.scope] == nil {
        let view = try time.view(of: finding.scope, isVirtual: false)
        says[finding.scope] = TidySays(view.lineage.own[0].level)
      }
      let step = says[finding.scope].flatMap { TidyStep(finding, in: $0) }
      if let step, !rejected.contains(step.id) { steps.append(step) }
    }
    return steps
  }

  /// What the deepest scopes could take over from those below them.
  private func hoistable(below scope: Scope, _ time: World) throws(Failure) -> [TidyStep] {
    let finder = HoistFinder(query.names)
    try query.walk(from: scope, at: time, finder, limit: TreeWalk.scopeLimit)
    let steps = finder.steps.filter { !rejected.contains($0.id) }
    let deepest = steps.compactMap { $0.target?.depth }.max()
    return steps.filter { $0.target?.depth == deepest }
  }

  // MARK: Proof

  /// The steps for which some effective value would change, whoever asks.
  private func offenders(
    _ steps: [TidyStep], _ base: [[FileName]: File]
  ) throws(Failure) -> [TidyStep] {
    let impossible = try apply(steps, base)
    if !impossible.isEmpty { return impossible }
    var (from, to) = (TreePatch(), TreePatch())
    for (path, file) in filesByPath {
      from.set(base[path].map { $0.present.bytes } ?? file.former?.bytes, at: path)
      to.set(file.present.bytes, at: path)
    }
    var worlds = [EditWorld.asGiven]
    if query.snapshot.trees.count > 1 { worlds.append(.withoutOverlays) }
    while let world = worlds.popLast() {
      let times = query.times(of: root, from: from, to: to, in: world)
      let found = try offenders(steps, times)
      if !found.isEmpty { return found }
      if world.variables == nil, times.from.asksForVariables {
        worlds += EditWorld.otherVariables.map {
          EditWorld(variables: $0.variables, hasOverlays: world.hasOverlays)
        }
      }
    }
    return []
  }

  private func offenders(
    _ steps: [TidyStep], _ times: BeforeAfter<World>
  ) throws(Failure) -> [TidyStep] {
    let impact = Impact(
      query.names, BeforeAfter(from: times.from, to: times.to), reveals: false,
      tellsHeld: false)
    try query.walk(before: times.from, after: times.to, editOf: .root, impact)
    scopeCount = max(scopeCount, impact.scopeIndex.count)
    secrets = impact.mask
    // What cannot be read may draw on anything.
    let problems = impact.problems.filter { $0.side == .to }
    if !problems.isEmpty { throw .diagnostics(problems.map(\.problem)) }
    var offending: [TidyStep] = []
    func add(_ some: [TidyStep]) { offending += some.isEmpty ? steps : some }
    let index = TidyIndex(steps)
    for change in impact.changes {
      let scopes = change.scopes.numbers.map { impact.scopeIndex.scopes[$0] }
      let gaining = index.gaining(by: change)
      guard let other = scopes.first(where: { !gaining.contains($0) }) else { continue }
      let causing = index.causing(change)
      add(causing.isEmpty ? steps.filter { $0.reaches(other) } : causing)
    }
    // An error that becomes a value is a change, too.
    for (scope, _) in impact.everyFailure {
      add(steps.filter { $0.reaches(scope) || $0.target == scope })
    }
    var seen: Set<TidyStep.ID> = []
    return offending.filter { seen.insert($0.id).inserted }
  }

  /// Whether what was proven still holds of what is on the disk now, from one root of it to its end.
  func stillHolds(in root: Folder) throws(Failure) -> Bool {
    let all = filesByPath.values
    var (from, to) = (TreePatch(), TreePatch())
    for file in all { to.set(file.present.bytes, at: file.path) }
    for file in all where file.former == nil { from.set(nil, at: file.path) }
    let disk = KeepingFolder(root)
    var worlds = [EditWorld.asGiven]
    if query.snapshot.trees.count > 1 { worlds.append(.withoutOverlays) }
    for world in worlds {
      let times = query.times(of: disk, from: from, to: to, in: world)
      if try !offenders(steps, times).isEmpty { return false }
    }
    return true
  }

  // MARK: Files

  private var edits: TreePatch {
    var edits = TreePatch()
    for (path, file) in filesByPath { edits.set(file.present.bytes, at: path) }
    return edits
  }

  private func note(_ edited: EditedFile, _ scope: Scope) throws(Failure) {
    let path = try path(of: edited.name, in: scope)
    if var file = filesByPath[path] {
      file.present = edited.file
      if !file.scopes.contains(scope) { file.scopes.append(scope) }
      filesByPath[path] = file
    } else {
      filesByPath[path] = File(
        path: path, name: edited.name, scopes: [scope], former: edited.former,
        present: edited.file)
    }
  }

  /// The directory of a scope; of those that were opened only the last one's way is kept.
  func folder(of scope: Scope) throws(Failure) -> Folder {
    let shared = zip(way.dropFirst(), scope.names).prefix { $0.path.last == $1 }.count
    way = Array(way.prefix(shared + 1))
    for name in scope.names.dropFirst(shared) {
      do throws(FileError) {
        way.append(
          try way[way.count - 1].folder(named: name, rules: query.snapshot.trees[0].rules))
      } catch { throw .file(error, .tree(0)) }
    }
    return way[way.count - 1]
  }

  /// Asked for each step that is tried, and found out by reading the file once.
  private func path(of name: FileName, in scope: Scope) throws(Failure) -> [FileName] {
    if let known = paths[scope]?[name] { return known }
    let folder = try folder(of: scope)
    var path = folder.pathWithoutLinks + [name]
    do throws(FileError) { path = try folder.read(path: name).path } catch {
      if error.kind != .notFound { throw .file(error, .tree(0)) }
    }
    paths[scope, default: [:]][name] = path
    return path
  }

  /// What holds in a scope before and after.
  func asked(_ scope: Scope) throws(Failure) -> BeforeAfter<Evaluation> {
    let times = wholeTimes ?? query.times(of: root, from: TreePatch(), to: edits)
    wholeTimes = times
    func asked(_ time: World) throws(Failure) -> Evaluation {
      time.resolver.scope(try time.view(of: scope, isVirtual: false))
    }
    return BeforeAfter(from: try asked(times.from), to: try asked(times.to))
  }
}
