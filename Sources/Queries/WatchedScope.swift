import Answers
import Cascade
import FileTree
import Reports
import Sessions
import Snapshots
import SystemCalls

/// Compares a scope, or all scopes below it, with the last look at the trees. Only file bytes are kept between looks;
/// names and evaluations are released.
package final class WatchedScope {
  private let form: Form
  private let session: Session
  private let options: CommonOptions
  private let scope: ScopeArgument
  private let keys: [[UInt8]]
  private var last: Snapshot?
  private var isFirst = true
  /// Descendants that cannot be evaluated now, with their last valid snapshot.
  private var stale: [Scope: Snapshot] = [:]
  private var told: Set<String> = []
  /// Directories changed since the last complete look; nil for all.
  private var unseen: Set<FileIdentity>?
  /// Descendants whose values depend on more than their lineage.
  private var drawing: Set<Scope> = []

  package init(
    _ session: Session, _ options: CommonOptions, _ scope: ScopeArgument, _ keys: [[UInt8]],
    _ form: Form
  ) {
    (self.session, self.options, self.scope, self.keys) = (session, options, scope, keys)
    self.form = form
  }

  package struct Form {
    let isJSON: Bool
    let isInitial: Bool
    let isOwn: Bool
    package let isBelow: Bool

    package init(isJSON: Bool, isInitial: Bool, isOwn: Bool, isBelow: Bool) {
      (self.isJSON, self.isInitial) = (isJSON, isInitial)
      (self.isOwn, self.isBelow) = (isOwn, isBelow)
    }
  }

  /// The result of a look.
  package struct Found {
    package let reports: [WatchReport]
    /// Whether all directories were read rather than reused.
    package var isWhole = true
    /// Makes this look the base of the next comparison.
    package let accept: () -> Void
  }

  package func look(_ watch: DirectoryWatch?, _ show: Presentation) throws(Failure) -> Found {
    let touched = watch?.takeTouched()
    unseen = touched.flatMap { unseen?.union($0) }
    // Reading a single lineage is faster than finding its changed parts.
    let look = WatchedLook(
      watch, touched: form.isBelow ? unseen : nil, below: last?.keptRoots ?? [])
    let snapshot = try Snapshot(
      TreePaths(options, session), from: session.workingDirectory,
      try GivenFiles(options, session, show.remarks, watch), look: look, after: last)
    let query = try Query(session, options, show, snapshot)
    var patterns: [KeyPattern] = []
    for key in keys { patterns.append(try query.pattern(key)) }
    if patterns.isEmpty { patterns = [KeyPattern(parts: [])] }
    let times = BeforeAfter(from: last ?? snapshot.emptied, to: snapshot.kept)
    return form.isBelow
      ? try below(query, patterns, times, look) : try alone(query, patterns, times)
  }

  // MARK: Single scope

  private func alone(
    _ query: Query, _ patterns: [KeyPattern], _ times: BeforeAfter<Snapshot>
  ) throws(Failure) -> Found {
    let to = try query.scope(scope)
    let scope = to.view.scope
    let known = patterns.compactMap(\.key)
    try query.judge(to, known)
    if isFirst { try noteAbsences(query, known, to) }
    let isOwn = form.isOwn && !isFirst
    let former = query.present.at(
      isOwn ? times.to.grafting(times.from, at: scope) : times.from)
    // Before the first look the scope is empty and has no command line.
    let from =
      isFirst
      ? former.resolver.scope(
        try former.view(of: scope, isVirtual: true), hasCommandLine: false)
      : try query.scope(scope, at: former)
    let difference = try query.worked { () throws(Unresolved) in
      try Difference(from: from, to: to, under: patterns)
    }
    defer { withExtendedLifetime(former) {} }
    let reports = try report(difference, from, to, query)
    return Found(reports: reports.map { [$0] } ?? []) { [self] in
      last = times.to
      isFirst = false
    }
  }

  private func noteAbsences(
    _ query: Query, _ keys: [Key], _ scope: Evaluation
  ) throws(Failure) {
    for key in keys {
      if case .absent(let absence) = try query.worked({ () throws(Unresolved) in
        try scope.answer(key)
      }) {
        query.noteAbsence(key, absence, in: scope)
      }
    }
  }

  private func report(
    _ difference: Difference, _ from: Evaluation, _ to: Evaluation, _ query: Query
  ) throws(Failure) -> WatchReport? {
    if difference.changes.isEmpty || isFirst && !form.isInitial { return nil }
    if form.isJSON { try query.refuseExcess(difference) }
    let unknown = to.view.unknownKeys(along: difference.changes.map(\.key))
    if !unknown.isEmpty { query.show.report(.diagnostics(unknown)) }
    return WatchReport(
      difference, Comparison(from: from, to: to, isOneScope: true), query.show,
      isJSON: form.isJSON)
  }

  // MARK: All below

  private func below(
    _ query: Query, _ patterns: [KeyPattern], _ snapshots: BeforeAfter<Snapshot>,
    _ look: WatchedLook
  ) throws(Failure) -> Found {
    let start = try query.place(scope)
    var reports: [WatchReport] = []
    var failing: [Scope: Snapshot] = [:]
    var problems: [Diagnostic] = []
    let former = query.present.at(snapshots.from)
    let times = FormerTimes(query)
    let nothing = snapshots.from.emptied
    var drawing: Set<Scope> = []
    var drawn = 0
    let special = Set((Array(stale.keys) + self.drawing).flatMap(\.lineage))
    let isFresh = isFirst || !snapshots.to.given.hasSameFacts(as: snapshots.from.given)
    let visitor = ScopeDifferences(
      patterns, BeforeAfter(from: former, to: query.present),
      reveals: options.isRevealing,
      former: { [stale] scope in stale[scope].flatMap { times.scope(scope, $0) } },
      nothing: { times.scope($0, nothing) },
      isKnownBelow: {
        !isFresh && !special.contains($0) && snapshots.to.isSame(as: snapshots.from, at: $0)
      },
      isKnown: { [self] in !isFresh && stale[$0] == nil && !self.drawing.contains($0) },
      tell: { [self] scope, answer in
        let count = former.drawCount + query.present.drawCount
        if count > drawn { drawing.insert(scope) }
        drawn = count
        switch answer {
        case .compared(let difference, let sides):
          do throws(Failure) {
            let report = try report(difference, sides.from, sides.to, query)
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
    try BeforeAfter(from: former, to: query.present)
      .walk(from: start, visitor, countsEmpty: true)
    try query.present.refuseSharedFacts(below: start)
    defer { withExtendedLifetime((former, times)) {} }
    problems += visitor.missed
    let ids = Set(problems.map(\.told))
    let news = problems.filter { !told.contains($0.told) }
    if !news.isEmpty { query.show.report(.diagnostics(news)) }
    return Found(reports: reports, isWhole: !look.hasReused) { [self] in
      (last, stale, self.drawing) = (snapshots.to, failing, drawing)
      (isFirst, unseen) = (false, [])
      told = ids
    }
  }
}

extension Diagnostic {
  fileprivate var told: String { "\(anyPath) \(place?.range.start ?? 0) \(message)" }
}

/// Scopes in several former snapshots, kept alive during a look.
private final class FormerTimes {
  private let query: Query
  private var times: [ObjectIdentifier: World] = [:]
  private var resolvers: [Resolver] = []

  package init(_ query: Query) { self.query = query }

  func scope(_ scope: Scope, _ snapshot: Snapshot) -> Evaluation? {
    let id = ObjectIdentifier(snapshot)
    let time = times[id] ?? query.present.at(snapshot)
    times[id] = time
    guard let view = try? time.view(of: scope, isVirtual: true) else { return nil }
    // A resolver searches all scopes it has resolved, so a shared resolver would be slow.
    let resolver = Resolver(query.names, time, reveals: query.options.isRevealing)
    resolvers.append(resolver)
    return resolver.scope(view, hasCommandLine: false)
  }
}
