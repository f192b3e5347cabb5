import Answers
import Cascade
import Files
import SystemCalls
import Trees

/// Compares a scope, or all scopes below it, with the last look at the trees. Only file bytes are kept between looks;
/// names and evaluations are released.
package final class WatchedScope {
  private let form: WatchOptions
  private let scope: ScopeArgument
  private let keys: [[UInt8]]
  private var last: Snapshot?
  fileprivate var isFirst: Bool { last == nil }
  /// Descendants that cannot be evaluated now, with their last valid snapshot.
  fileprivate private(set) var stale: [Scope: Snapshot] = [:]
  private var reported: Set<String> = []
  /// Directories changed since the last complete look; nil for all.
  private var unseen: Set<FileIdentity>?
  /// Descendants whose values depend on more than their lineage.
  fileprivate private(set) var drawing: Set<Scope> = []
  /// Descendants whose lineage depends on other directories, or on scopes that may be created later.
  fileprivate private(set) var inheriting: Set<Scope> = []

  init(_ scope: ScopeArgument, _ keys: [[UInt8]], _ form: WatchOptions) {
    (self.scope, self.keys, self.form) = (scope, keys, form)
  }

  /// The result of a look.
  package struct ScanResult {
    package let reports: [WatchReport]
    /// Whether all directories were read rather than reused.
    package var isWhole = true
    /// Makes this look the base of the next comparison.
    package let accept: () -> Void
  }

  package func look(_ watch: DirectoryWatch?, _ console: Console) throws(Failure) -> ScanResult {
    let touched = watch?.takeChanged()
    unseen = touched.flatMap { unseen?.union($0) }
    // Reading a single lineage is faster than finding its changed parts.
    let look = WatchScan(
      watch, touched: form.isBelow ? unseen : nil, below: last?.keptRoots ?? [])
    let snapshot = try Snapshot(
      console.paths, from: console.session.workingDirectory,
      try InputFiles(console.options, console.session, console.remarks, watch), look: look,
      after: last)
    let context = try CommandContext(console, snapshot)
    var patterns = try keys.map(context.pattern)
    if patterns.isEmpty { patterns = [KeyPattern(parts: [])] }
    let times = BeforeAfter(from: last ?? snapshot.emptied, to: snapshot.kept)
    return form.isBelow
      ? try below(context, patterns, times, look) : try alone(context, patterns, times)
  }

  // MARK: Single scope

  private func alone(
    _ context: CommandContext, _ patterns: [KeyPattern], _ times: BeforeAfter<Snapshot>
  ) throws(Failure) -> ScanResult {
    let to = try context.scope(scope)
    let scope = to.view.scope
    let known = patterns.compactMap(\.key)
    try context.validate(to, known)
    for key in isFirst ? known : [] {
      if case .absent(let absence) = try context.evaluating(try to.answer(key)) {
        context.console.note(context.words(for: key, absence, in: to))
      }
    }
    let isOwn = form.isOwn && !isFirst
    let former = context.present.at(
      isOwn ? times.to.grafting(times.from, at: scope) : times.from)
    // Before the first look the scope is empty and has no command line.
    let from =
      isFirst
      ? former.resolver.scope(
        try former.view(of: scope, isVirtual: true), hasCommandLine: false)
      : try context.scope(scope, at: former, isVirtual: true)
    let difference = try context.evaluating(try Difference(from: from, to: to, under: patterns))
    defer { withExtendedLifetime(former) {} }
    let report = try report(difference, BeforeAfter(from: from, to: to), context)
    return ScanResult(reports: report.map { [$0] } ?? []) { [self] in last = times.to }
  }

  fileprivate func report(
    _ difference: Difference, _ scopes: BeforeAfter<Evaluation>, _ context: CommandContext
  ) throws(Failure) -> WatchReport? {
    if difference.changes.isEmpty || isFirst && !form.isInitial { return nil }
    if form.isJSON { try context.checkKeySizes(difference) }
    let unknown = scopes.to.view.unknownKeys(along: difference.changes.map(\.key))
    if !unknown.isEmpty { context.console.report(.diagnostics(unknown)) }
    return WatchReport(difference, scopes, context.console, isJSON: form.isJSON)
  }

  // MARK: All below

  private func below(
    _ context: CommandContext, _ patterns: [KeyPattern], _ snapshots: BeforeAfter<Snapshot>,
    _ look: WatchScan
  ) throws(Failure) -> ScanResult {
    let start = try context.place(scope)
    let scan = DescendantScan(self, context, patterns, snapshots)
    try scan.times.walk(from: start, scan, countsEmpty: true)
    try context.present.refuseSharedFacts(below: start)
    defer { withExtendedLifetime(scan) {} }
    let problems = scan.problems + scan.missed
    let ids = Set(problems.map(\.reported))
    let news = problems.filter { !reported.contains($0.reported) }
    if !news.isEmpty { context.console.report(.diagnostics(news)) }
    let (failing, drawing, inheriting) = (scan.failing, scan.drawing, scan.inheriting)
    return ScanResult(reports: scan.reports, isWhole: !look.hasReused) { [self] in
      (last, stale) = (snapshots.to, failing)
      (self.drawing, self.inheriting) = (drawing, inheriting)
      (unseen, reported) = ([], ids)
    }
  }
}

extension Diagnostic {
  fileprivate var reported: String { "\(anyPath) \(place?.range.start ?? 0) \(message)" }
}

/// Compares each scope of a walk with the last look; a failing scope does not affect the others.
private final class DescendantScan: ScopePairVisitor {
  private struct OpenScope {
    let scopes: BeforeAfter<WalkedScope?>
    let isSame: Bool
    /// Whether a directory of the scope cannot be opened now, so that missing descendants may exist.
    let isPartial: Bool
  }

  private(set) var reports: [WatchReport] = []
  private(set) var failing: [Scope: Snapshot] = [:]
  private(set) var drawing: Set<Scope> = []
  private(set) var inheriting: Set<Scope> = []
  private(set) var problems: [Diagnostic] = []
  /// Errors of directories that seem to be scopes.
  private(set) var missed: [Diagnostic] = []
  let times: BeforeAfter<TreeReader>
  private let watched: WatchedScope
  private let context: CommandContext
  private let patterns: [KeyPattern]
  private let snapshots: BeforeAfter<Snapshot>
  private let nothing: Snapshot
  private let isFresh: Bool
  /// The scopes that are visited even if their directories are unchanged, and their ancestors.
  private let special: Set<Scope>
  private var open: [OpenScope] = []
  /// The problems in reading the lineage that no scope has reported.
  private var unreported: [Diagnostic] = []
  private var unopened: [UInt8]?
  private var readCount = 0
  // Kept alive during the look.
  private var formerReaders: [ObjectIdentifier: TreeReader] = [:]
  private var resolvers: [Resolver] = []

  init(
    _ watched: WatchedScope, _ context: CommandContext, _ patterns: [KeyPattern],
    _ snapshots: BeforeAfter<Snapshot>
  ) {
    (self.watched, self.context, self.patterns) = (watched, context, patterns)
    self.snapshots = snapshots
    times = BeforeAfter(from: context.present.at(snapshots.from), to: context.present)
    nothing = snapshots.from.emptied
    isFresh = watched.isFirst || snapshots.to.given.facts != snapshots.from.given.facts
    let scopes = watched.drawing.union(watched.inheriting).union(watched.stale.keys)
    special = Set(scopes.flatMap(\.lineage))
  }

  func enter(_ visited: BeforeAfter<VisitedScope?>) {
    let above = open.last
    let scopes = BeforeAfter { side in
      visited[side].map {
        WalkedScope(
          $0, times[side], reveals: context.options.isRevealing,
          below: above?.scopes[side] ?? nil)
      }
    }
    let isSame = above?.isSame ?? true && Self.areSame(scopes)
    let path = (visited.to ?? visited.from).map { Array($0.scope.path.dropFirst()) }
    let isPartial = above?.isPartial == true || unopened != nil && unopened == path
    unopened = nil
    let entered = OpenScope(scopes: scopes, isSame: isSame, isPartial: isPartial)
    open.append(entered)
    unreported += visited.to?.reading.problems ?? []
    guard let one = visited.to ?? visited.from, one.isAsked else { return }
    missed += visited.to?.reading.childProblems ?? []
    if visited.to?.lineage.namesParents == true { inheriting.insert(one.scope) }
    let (scope, isKnown) = (one.scope, !isFresh && watched.stale[one.scope] == nil)
    if isSame && isKnown && !watched.drawing.contains(scope) { return }
    compare(entered, scope)
  }

  private static func areSame(_ scopes: BeforeAfter<WalkedScope?>) -> Bool {
    guard let from = scopes.from, let to = scopes.to, from.isCertain, to.isCertain else {
      return false
    }
    return from.visited.added.elementsEqual(to.visited.added) { $0.isWritten(like: $1) }
  }

  private func compare(_ entered: OpenScope, _ scope: Scope) {
    let answer = Result { () throws(EvaluationError) in try difference(entered, scope) }
    let count = times.from.externalReadCount + times.to.externalReadCount
    if count > readCount { drawing.insert(scope) }
    readCount = count
    switch answer {
    case .success(let (difference, sides)):
      do throws(Failure) {
        if let report = try watched.report(difference, sides, context) { reports.append(report) }
      } catch {
        if case .diagnostics(let found) = error { problems += found }
        failing[scope] = watched.stale[scope] ?? snapshots.from
      }
    case .failure(let error):
      problems += error.diagnostics
      // A scope that could never be evaluated has not been reported.
      let isNew = entered.scopes.from == nil
      failing[scope] = watched.stale[scope] ?? (isNew ? nothing : snapshots.from)
    }
  }

  private func difference(
    _ entered: OpenScope, _ scope: Scope
  ) throws(EvaluationError) -> (Difference, BeforeAfter<Evaluation>) {
    let now = entered.scopes.to
    if now == nil && entered.isPartial { throw EvaluationError([]) }
    if now?.isCertain == false {
      defer { unreported = [] }
      throw EvaluationError(unreported)
    }
    let stale = watched.stale[scope].flatMap { evaluation(of: scope, in: $0) }
    guard let from = stale ?? entered.scopes.from?.asked ?? evaluation(of: scope, in: nothing),
      let to = now?.asked ?? evaluation(of: scope, in: nothing)
    else { throw EvaluationError([]) }
    let difference = try Difference(from: from, to: to, under: patterns)
    return (difference, BeforeAfter(from: from, to: to))
  }

  private func evaluation(of scope: Scope, in snapshot: Snapshot) -> Evaluation? {
    let id = ObjectIdentifier(snapshot)
    let reader = formerReaders[id] ?? context.present.at(snapshot)
    formerReaders[id] = reader
    guard let view = try? reader.view(of: scope, isVirtual: true) else { return nil }
    // A resolver searches all scopes it has resolved, so a shared resolver would be slow.
    let resolver = Resolver(reader, reveals: context.options.isRevealing)
    resolvers.append(resolver)
    return resolver.scope(view, hasCommandLine: false)
  }

  func miss(_ problem: Diagnostic, _ side: Side) {
    guard side == .to else { return }
    missed.append(problem)
    unopened = problem.anyPath
  }

  /// Whether descendants of an unchanged scope may have changed.
  var wantsMore: Bool {
    guard let last = open.last, last.isSame, let scope = last.scopes.to?.view.scope else {
      return true
    }
    return isFresh || special.contains(scope)
      || !snapshots.to.isSame(as: snapshots.from, at: scope)
  }

  func leave() { open.removeLast() }
}

extension Level {
  fileprivate func isWritten(like other: Level) -> Bool {
    scope == other.scope && files.count == other.files.count && !hasInclusions
      && zip(files, other.files).allSatisfy {
        $0.file.path == $1.file.path && $0.document.source.isEqual(to: $1.document.source)
      }
  }
}
