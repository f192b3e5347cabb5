import Answers
import Cascade
import SystemCalls
import Trees

/// Compares a scope, or all scopes below it, with the last look at the trees. Only file bytes are kept between looks;
/// names and evaluations are released.
package final class WatchedScope {
  private let form: WatchOptions
  private let scope: ScopeArgument
  private let keys: [[UInt8]]
  private var last: Snapshot?
  private var isFirst = true
  /// Descendants that cannot be evaluated now, with their last valid snapshot.
  private var stale: [Scope: Snapshot] = [:]
  private var reported: Set<String> = []
  /// Directories changed since the last complete look; nil for all.
  private var unseen: Set<FileIdentity>?
  /// Descendants whose values depend on more than their lineage.
  private var drawing: Set<Scope> = []

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
    if isFirst { try noteAbsences(context, known, to) }
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
    let reports = try report(difference, from, to, context)
    return ScanResult(reports: reports.map { [$0] } ?? []) { [self] in
      last = times.to
      isFirst = false
    }
  }

  private func noteAbsences(
    _ context: CommandContext, _ keys: [Key], _ scope: Evaluation
  ) throws(Failure) {
    for key in keys {
      if case .absent(let absence) = try context.evaluating(try scope.answer(key)) {
        context.console.note(context.words(for: key, absence, in: scope))
      }
    }
  }

  private func report(
    _ difference: Difference, _ from: Evaluation, _ to: Evaluation, _ context: CommandContext
  ) throws(Failure) -> WatchReport? {
    if difference.changes.isEmpty || isFirst && !form.isInitial { return nil }
    if form.isJSON { try context.checkKeySizes(difference) }
    let unknown = to.view.unknownKeys(along: difference.changes.map(\.key))
    if !unknown.isEmpty { context.console.report(.diagnostics(unknown)) }
    return WatchReport(
      difference, Comparison(from: from, to: to, isOneScope: true), context.console,
      isJSON: form.isJSON)
  }

  // MARK: All below

  private func below(
    _ context: CommandContext, _ patterns: [KeyPattern], _ snapshots: BeforeAfter<Snapshot>,
    _ look: WatchScan
  ) throws(Failure) -> ScanResult {
    let start = try context.place(scope)
    var reports: [WatchReport] = []
    var failing: [Scope: Snapshot] = [:]
    var problems: [Diagnostic] = []
    let former = context.present.at(snapshots.from)
    let times = FormerScopes(context)
    let nothing = snapshots.from.emptied
    var drawing: Set<Scope> = []
    var drawn = 0
    let special = Set((Array(stale.keys) + self.drawing).flatMap(\.lineage))
    let isFresh = isFirst || snapshots.to.given.facts != snapshots.from.given.facts
    let visitor = ScopeDifferences(
      patterns, BeforeAfter(from: former, to: context.present),
      reveals: context.options.isRevealing,
      former: { [stale] scope in stale[scope].flatMap { times.scope(scope, $0) } },
      nothing: { times.scope($0, nothing) },
      isKnownBelow: {
        !isFresh && !special.contains($0) && snapshots.to.isSame(as: snapshots.from, at: $0)
      },
      isKnown: { [self] in !isFresh && stale[$0] == nil && !self.drawing.contains($0) },
      tell: { [self] scope, answer in
        let count = former.externalReadCount + context.present.externalReadCount
        if count > drawn { drawing.insert(scope) }
        drawn = count
        switch answer {
        case .compared(let difference, let sides):
          do throws(Failure) {
            let report = try report(difference, sides.from, sides.to, context)
            reports += report.map { [$0] } ?? []
          } catch {
            if case .diagnostics(let found) = error { problems += found }
            failing[scope] = stale[scope] ?? snapshots.from
          }
        case .failed(let found, let isNew):
          problems += found
          // A scope that could never be evaluated has not been reported.
          failing[scope] = stale[scope] ?? (isNew ? nothing : snapshots.from)
        }
      })
    try BeforeAfter(from: former, to: context.present)
      .walk(from: start, visitor, countsEmpty: true)
    try context.present.refuseSharedFacts(below: start)
    defer { withExtendedLifetime((former, times)) {} }
    problems += visitor.missed
    let ids = Set(problems.map(\.reported))
    let news = problems.filter { !reported.contains($0.reported) }
    if !news.isEmpty { context.console.report(.diagnostics(news)) }
    return ScanResult(reports: reports, isWhole: !look.hasReused) { [self] in
      (last, stale, self.drawing) = (snapshots.to, failing, drawing)
      (isFirst, unseen) = (false, [])
      reported = ids
    }
  }
}

extension Diagnostic {
  fileprivate var reported: String { "\(anyPath) \(place?.range.start ?? 0) \(message)" }
}

/// Scopes in several former snapshots, kept alive during a look.
private final class FormerScopes {
  private let context: CommandContext
  private var times: [ObjectIdentifier: TreeReader] = [:]
  private var resolvers: [Resolver] = []

  package init(_ context: CommandContext) { self.context = context }

  func scope(_ scope: Scope, _ snapshot: Snapshot) -> Evaluation? {
    let id = ObjectIdentifier(snapshot)
    let time = times[id] ?? context.present.at(snapshot)
    times[id] = time
    guard let view = try? time.view(of: scope, isVirtual: true) else { return nil }
    // A resolver searches all scopes it has resolved, so a shared resolver would be slow.
    let resolver = Resolver(context.names, time, reveals: context.options.isRevealing)
    resolvers.append(resolver)
    return resolver.scope(view, hasCommandLine: false)
  }
}
