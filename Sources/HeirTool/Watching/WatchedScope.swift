import Answers
import Cascade
import FileTree
import Reports
import Sessions
import System

/// What is watched: it is looked at anew each time, and compared with what the last look found.
///
/// Between looks only bytes are kept, as they were read; both times are worked out anew with the names of
/// one look, and let go with it.
final class WatchedScope {
  let form: WatchForm
  private let session: Session
  private let options: CommonOptions
  private let scope: ScopeArgument
  private let keys: [[UInt8]]
  /// What the last look found that went well.
  private var last: Snapshot?
  private var isFirst = true
  /// The scopes below that could not be worked out lately, with what they were before.
  private var stale: [Scope: Snapshot] = [:]
  /// What the last look said was wrong.
  private var told: Set<String> = []
  /// Where something happened that no look has answered yet; nil for anywhere.
  private var unseen: Set<FileIdentity>?
  /// The scopes below whose values draw on more than their lineage.
  private var drawing: Set<Scope> = []

  init(
    _ session: Session, _ options: CommonOptions, _ scope: ScopeArgument, _ keys: [[UInt8]],
    _ form: WatchForm
  ) {
    (self.session, self.options, self.scope, self.keys) = (session, options, scope, keys)
    self.form = form
  }

  /// What one look found.
  struct Found {
    let reports: [WatchReport]
    /// Whether it came by everything that matters.
    var isWhole = true
    /// Takes what was found for the last that is known.
    let accept: () -> Void
  }

  /// Looks at the trees as they are.
  func look(_ watch: DirectoryWatch?, _ show: Presentation) throws(Failure) -> Found {
    let touched = watch?.takeTouched()
    unseen = touched.flatMap { unseen?.union($0) }
    // A lineage is read faster than it is found out what of it has to be.
    let look = WatchedLook(
      watch, touched: form.isBelow ? unseen : nil, below: last?.keptRoots ?? [])
    let snapshot = try Snapshot(
      TreePaths(options, session), from: session.workingDirectory, look: look, after: last)
    let request = try Request(session, options, show, snapshot)
    var patterns: [KeyPattern] = []
    for key in keys { patterns.append(try request.pattern(key)) }
    if patterns.isEmpty { patterns = [KeyPattern(parts: [])] }
    let times = Sides(from: last ?? snapshot.emptied, to: snapshot.kept)
    return form.isBelow
      ? try below(request, patterns, times, look) : try alone(request, patterns, times)
  }

  // MARK: One scope

  private func alone(
    _ request: Request, _ patterns: [KeyPattern], _ times: Sides<Snapshot>
  ) throws(Failure) -> Found {
    let to = try request.scope(scope)
    let scope = to.view.scope
    let known = patterns.compactMap(\.key)
    try request.judge(to, known)
    if isFirst { try noteAbsences(request, known, to) }
    let isOwn = form.isOwn && !isFirst
    let former = request.present.at(
      isOwn ? times.to.grafting(times.from, at: scope) : times.from)
    let from = try request.scope(scope, at: former)
    let difference = try request.worked { () throws(Unresolved) in
      try Difference(from: from, to: to, under: patterns)
    }
    defer { withExtendedLifetime(former) {} }
    let reports = try report(difference, from, to, request)
    return Found(reports: reports.map { [$0] } ?? []) { [self] in
      last = times.to
      isFirst = false
    }
  }

  private func noteAbsences(
    _ request: Request, _ keys: [Key], _ scope: AskedScope
  ) throws(Failure) {
    for key in keys {
      if case .absent(let absence) = try request.worked({ () throws(Unresolved) in
        try scope.answer(key)
      }) {
        request.noteAbsence(key, absence, in: scope)
      }
    }
  }

  private func report(
    _ difference: Difference, _ from: AskedScope, _ to: AskedScope, _ request: Request
  ) throws(Failure) -> WatchReport? {
    if difference.changes.isEmpty || isFirst && !form.isInitial { return nil }
    if form.isJSON { try request.refuseExcess(difference) }
    return WatchReport(
      difference, Comparison(from: from, to: to, isOneScope: true), request.show,
      isJSON: form.isJSON)
  }

  // MARK: All below

  private func below(
    _ request: Request, _ patterns: [KeyPattern], _ snapshots: Sides<Snapshot>,
    _ look: WatchedLook
  ) throws(Failure) -> Found {
    let start = try request.place(scope)
    var reports: [WatchReport] = []
    var failing: [Scope: Snapshot] = [:]
    var problems: [Diagnostic] = []
    let former = request.present.at(snapshots.from)
    let times = FormerTimes(request)
    let nothing = snapshots.from.emptied
    var drawing: Set<Scope> = []
    var drawn = 0
    let special = Set((Array(stale.keys) + self.drawing).flatMap(\.lineage))
    let visitor = ScopeDifferences(
      patterns, Sides(from: former, to: request.present),
      reveals: options.isRevealing,
      former: { [stale] scope in stale[scope].flatMap { times.scope(scope, $0) } },
      nothing: { times.scope($0, nothing) },
      isKnownBelow: { [self] in
        !isFirst && !special.contains($0) && snapshots.to.isSame(as: snapshots.from, at: $0)
      },
      isKnown: { [self] in !isFirst && stale[$0] == nil && !self.drawing.contains($0) },
      tell: { [self] scope, answer in
        let count = former.drawCount + request.present.drawCount
        if count > drawn { drawing.insert(scope) }
        drawn = count
        switch answer {
        case .compared(let difference, let sides):
          do throws(Failure) {
            let report = try report(difference, sides.from, sides.to, request)
            reports += report.map { [$0] } ?? []
          } catch {
            if case .diagnostics(let found) = error { problems += found }
            failing[scope] = stale[scope] ?? snapshots.from
          }
        case .failed(let found, let isNew):
          problems += found
          // Of one that was never there whole nothing was ever told.
          failing[scope] = stale[scope] ?? (isNew ? nothing : snapshots.from)
        }
      })
    try request.walk(from: start, since: former, visitor, countsEmpty: true)
    defer { withExtendedLifetime((former, times)) {} }
    problems += visitor.missed
    let ids = Set(problems.map(\.told))
    let news = problems.filter { !told.contains($0.told) }
    if !news.isEmpty { request.show.report(.diagnostics(news)) }
    return Found(reports: reports, isWhole: !look.hasReused) { [self] in
      (last, stale, self.drawing) = (snapshots.to, failing, drawing)
      (isFirst, unseen) = (false, [])
      told = ids
    }
  }
}

extension Diagnostic {
  /// What tells what was told from what is new.
  fileprivate var told: String { "\(anyPath) \(place?.range.start ?? 0) \(message)" }
}

/// Scopes as several looks found them, for as long as one look takes.
private final class FormerTimes {
  private let request: Request
  private var times: [ObjectIdentifier: World] = [:]
  private var resolvers: [Resolver] = []

  init(_ request: Request) { self.request = request }

  func scope(_ scope: Scope, _ snapshot: Snapshot) -> AskedScope? {
    let id = ObjectIdentifier(snapshot)
    let time = times[id] ?? request.present.at(snapshot)
    times[id] = time
    guard let view = try? time.view(of: scope, isVirtual: true) else { return nil }
    // A resolver looks through all scopes that it was asked for, and there may be many.
    let resolver = Resolver(request.names, time, reveals: request.options.isRevealing)
    resolvers.append(resolver)
    return resolver.scope(view, hasCommandLine: false)
  }
}
