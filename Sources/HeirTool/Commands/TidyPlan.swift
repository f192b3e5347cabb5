import Cascade
import FileTree
import JSONSource

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
  private(set) var secrets = ReportMask()
  /// How many scopes were compared.
  private(set) var scopeCount = 0
  private let request: Request
  private let root: Folder
  private var folders: [Scope: Folder] = [:]
  private var rejected: Set<TidyStep.ID> = []

  init(_ request: Request, _ root: Folder) {
    (self.request, self.root) = (request, root)
  }

  /// In the order of their paths.
  var files: [File] {
    filesByPath.values.filter { $0.former?.bytes != $0.present.bytes }.sorted { one, other in
      one.path.lexicographicallyPrecedes(other.path) { $0.lexicographicallyPrecedes($1) }
    }
  }

  // MARK: Rounds

  /// Takes out what can go at and below a scope, until nothing is left.
  func work(below scope: Scope, hoists: Bool) throws(Failure) {
    while true {
      let time = request.times(of: root, from: edits, to: edits).to
      var found = try removable(below: scope, time)
      if found.isEmpty && hoists { found = try hoistable(below: scope, time) }
      if found.isEmpty { return }
      try take(found)
    }
  }

  /// Takes those of some steps that change nothing.
  private func take(_ found: [TidyStep]) throws(Failure) {
    var rest = found
    while !rest.isEmpty {
      let before = filesByPath
      let edit = try TidyEdit(rest, request.names) { (scope, file) throws(Failure) in
        try path(of: file.name, in: scope)
      }
      for (scope, file) in edit.files { try note(file, scope) }
      var offending = edit.impossible
      if offending.isEmpty { offending = try offenders(rest, before) }
      if offending.isEmpty {
        steps += rest
        return
      }
      filesByPath = before
      left += offending
      rejected.formUnion(offending.map(\.id))
      rest.removeAll { rejected.contains($0.id) }
    }
  }

  private func removable(below scope: Scope, _ time: TreeTime) throws(Failure) -> [TidyStep] {
    let checker = Checker(
      TidyStep.rules, request.names, time.trees, today: request.session.today())
    try request.walk(from: scope, at: time, checker, limit: TreeWalk.scopeLimit)
    var levels: [Scope: Level] = [:]
    var steps: [TidyStep] = []
    for finding in checker.findings {
      if levels[finding.scope] == nil {
        let view = try time.trees.view(of: finding.scope, isVirtual: false)
        levels[finding.scope] = view.lineage.own[0].level
      }
      let step = levels[finding.scope].flatMap { TidyStep(finding, in: $0) }
      if let step, !rejected.contains(step.id) { steps.append(step) }
    }
    return steps
  }

  /// What the deepest scopes could take over from those below them.
  private func hoistable(below scope: Scope, _ time: TreeTime) throws(Failure) -> [TidyStep] {
    let finder = HoistFinder(request.names)
    try request.walk(from: scope, at: time, finder, limit: TreeWalk.scopeLimit)
    let steps = finder.steps.filter { !rejected.contains($0.id) }
    let deepest = steps.compactMap { $0.target?.depth }.max()
    return steps.filter { $0.target?.depth == deepest }
  }

  // MARK: Proof

  /// The steps for which some effective value would change.
  private func offenders(
    _ steps: [TidyStep], _ before: [[FileName]: File]
  ) throws(Failure) -> [TidyStep] {
    var (from, to) = (FileEdits(), FileEdits())
    for (path, file) in filesByPath {
      from.set(before[path].map { $0.present.bytes } ?? file.former?.bytes, at: path)
      to.set(file.present.bytes, at: path)
    }
    let times = request.times(of: root, from: from, to: to)
    let impact = Impact(
      request.names, Sides(from: times.from.trees, to: times.to.trees), reveals: false)
    try request.walk(before: times.from, after: times.to, editOf: .root, impact)
    scopeCount = impact.roll.count
    secrets = impact.mask
    // What cannot be read may draw on anything.
    if !impact.problems.isEmpty { throw .diagnostics(impact.problems.map(\.problem)) }
    var offending: [TidyStep] = []
    func add(_ some: [TidyStep]) { offending += some.isEmpty ? steps : some }
    for change in impact.changes {
      let scopes = change.scopes.numbers.map { impact.roll.scopes[$0] }
      let gaining = steps.filter { $0.gives(change, to: scopes) }
      let others = scopes.filter { scope in !gaining.contains { $0.target == scope } }
      if others.isEmpty { continue }
      let causing = steps.filter { $0.causes(change) }
      add(causing.isEmpty ? steps.filter { $0.reaches(others[0]) } : causing)
    }
    for (scope, failure) in impact.failures where failure.side == .to {
      add(steps.filter { $0.reaches(scope) })
    }
    var seen: Set<TidyStep.ID> = []
    return offending.filter { seen.insert($0.id).inserted }
  }

  // MARK: Files

  private var edits: FileEdits {
    var edits = FileEdits()
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

  /// The directory of a scope; those on the way there are opened once.
  func folder(of scope: Scope) throws(Failure) -> Folder {
    if scope.depth == 0 { return root }
    if let known = folders[scope] { return known }
    let above = try folder(of: Scope(Array(scope.names.dropLast())))
    do throws(FileError) {
      let folder = try above.folder(
        named: scope.names[scope.depth - 1], rules: request.trees.tree[0].rules)
      folders[scope] = folder
      return folder
    } catch { throw .file(error, .tree(0)) }
  }

  private func path(of name: FileName, in scope: Scope) throws(Failure) -> [FileName] {
    let folder = try folder(of: scope)
    do throws(FileError) { return try folder.read(path: name).path } catch {
      if error.kind == .notFound { return folder.pathWithoutLinks + [name] }
      throw .file(error, .tree(0))
    }
  }

  /// What holds in a scope before and after.
  func asked(_ scope: Scope) throws(Failure) -> Sides<AskedScope> {
    let times = request.times(of: root, from: FileEdits(), to: edits)
    func asked(_ time: TreeTime) throws(Failure) -> AskedScope {
      time.resolver.scope(try time.trees.view(of: scope, isVirtual: false))
    }
    return Sides(from: try asked(times.from), to: try asked(times.to))
  }
}
