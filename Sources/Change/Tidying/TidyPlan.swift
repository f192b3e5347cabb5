import Answers
import Cascade
import Check
import FileTree
import JSONSource
import Snapshots
import SystemCalls

/// What a tidying takes out and puts in, with the files as they are to be: each round begins with what the
/// one before made, and is proven before the next.
package final class TidyPlan {
  /// The files with what the steps make of them.
  package private(set) var proposal = Proposal()
  package private(set) var steps: [TidyStep] = []
  /// What was found and left, for without it some value would change.
  package private(set) var left: [TidyStep] = []
  /// What is secret in any scope.
  package private(set) lazy var secrets = ReportMask(present.names, reveals: false)
  /// How many scopes were compared.
  package private(set) var scopeCount = 0
  /// In how many scopes nothing could be found for want of a file that can be read.
  package private(set) var uncertainCount = 0
  private let present: World
  private let desk: WritingDesk
  private let today: CalendarDate
  private var rejected: Set<TidyStep.ID> = []
  private var paths: [Scope: [FileName: [FileName]]] = [:]
  private var wholeTimes: BeforeAfter<World>?
  /// The scopes of which files were others in the comparison that was made last.
  private var edited: Set<Scope> = []

  /// Takes the world as it is, and where its root's tree is written.
  package init(_ present: World, at desk: WritingDesk, today: CalendarDate) {
    (self.present, self.desk, self.today) = (present, desk, today)
  }

  // MARK: Rounds

  /// Takes out what can go at and below a scope, until nothing is left.
  package func work(below scope: Scope, hoists: Bool) throws(Failure) {
    // Whether nothing is left that can go by itself.
    var isDone = false
    while true {
      let time = proposal.patch.laid(on: desk.root, of: present, isFormer: false)
      var (found, isAll) = isDone ? ([], false) : try removable(below: scope, time)
      if found.isEmpty && hoists { (found, isAll) = (try hoistable(below: scope, time), false) }
      if found.isEmpty { return }
      isDone = try take(found) && isAll
    }
  }

  /// Takes those of some steps that change nothing; all of them begin with the files as they are now. Returns whether
  /// that were all, and no file is also one of other scopes.
  private func take(_ found: [TidyStep]) throws(Failure) -> Bool {
    let base = proposal
    var taken: [TidyStep] = []
    // Whether the files are as what was taken makes them: what was tried last need not be that.
    var isMade = false
    // What offends together may be harmless apart: halves are tried, the smaller part last.
    var rest = [found]
    while let group = rest.popLast() {
      if group.isEmpty { continue }
      let offending = try offenders(taken + group, base)
      isMade = offending.isEmpty
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
    if !isMade { _ = try apply(taken, base) }
    steps += taken
    return taken.count == found.count
      && edited.isSubset(of: Set(found.flatMap(\.items).map(\.scope)))
  }

  /// Makes the files what some steps make of them; returns those that cannot be made.
  private func apply(
    _ steps: [TidyStep], _ base: Proposal
  ) throws(Failure) -> [TidyStep] {
    proposal = base
    let edit = try TidyEdit(steps, present.names) { (scope, file) throws(Failure) in
      try path(of: file.name, in: scope)
    }
    for (scope, file) in edit.files {
      proposal.put(file, of: scope, at: try path(of: file.name, in: scope))
    }
    return edit.impossible
  }

  /// What can go, and whether nothing else will be able to once all of it is gone.
  private func removable(
    below scope: Scope, _ time: World
  ) throws(Failure) -> (steps: [TidyStep], areAll: Bool) {
    let checker = try Checker.check(from: scope) { rules, earlier in
      Checker(rules ?? TidyStep.rules, time, today: today, keepsLevels: true, after: earlier)
    } walk: { (scope, checker) throws(Failure) in
      try time.walk(from: scope, checker, byLineage: true)
    }
    uncertainCount = checker.uncertainCount
    var says: [Scope: TidySays] = [:]
    var steps: [TidyStep] = []
    let findings = checker.findings
    for finding in findings {
      if says[finding.scope] == nil {
        let level =
          if let known = checker.levels[finding.scope] { known } else {
            try time.view(of: finding.scope, isVirtual: false).lineage.own[0].level
          }
        says[finding.scope] = TidySays(level)
      }
      let step = says[finding.scope].flatMap { TidyStep(finding, in: $0) }
      if let step, !rejected.contains(step.id) { steps.append(step) }
    }
    let areAll =
      steps.count == findings.count && checker.leavesNothingRedundant
      && time.snapshot.trees.count == 1 && !time.snapshot.hasParentRules
      && says.values.allSatisfy(\.isOfValues)
    return (steps, areAll)
  }

  /// What the deepest scopes could take over from those below them.
  private func hoistable(below scope: Scope, _ time: World) throws(Failure) -> [TidyStep] {
    let finder = HoistFinder(present.names)
    try time.walk(from: scope, finder)
    let steps = finder.steps.filter { step in
      !rejected.contains(step.id) && !step.items.contains { time.mayServeUnseen($0.scope) }
        && step.target.map(time.mayServeUnseen) != true
    }
    let deepest = steps.compactMap { $0.target?.depth }.max()
    return steps.filter { $0.target?.depth == deepest }
  }

  // MARK: Proof

  /// The steps for which some effective value would change, whoever asks.
  private func offenders(
    _ steps: [TidyStep], _ base: Proposal
  ) throws(Failure) -> [TidyStep] {
    let impossible = try apply(steps, base)
    if !impossible.isEmpty { return impossible }
    var left = circumstances
    while let some = left.popLast() {
      let times = times(on: desk.root, from: proposal.formerPatch(since: base), under: some)
      let found = try offenders(steps, times, under: some)
      if !found.isEmpty { return found }
      if some.variables == nil, times.from.asksCaller { left += some.withVariables }
    }
    return []
  }

  /// Those under which nothing may change, whatever variables hold.
  private var circumstances: [Circumstances] {
    present.snapshot.trees.count > 1 ? [.asGiven, .withoutOverlays] : [.asGiven]
  }

  private func times(
    on root: KeepingFolder, from: TreePatch, under circumstances: Circumstances = .asGiven
  ) -> BeforeAfter<World> {
    BeforeAfter(
      from: from.laid(on: root, of: present, isFormer: true, under: circumstances),
      to: proposal.patch.laid(on: root, of: present, isFormer: false, under: circumstances))
  }

  private func offenders(
    _ steps: [TidyStep], _ times: BeforeAfter<World>, under circumstances: Circumstances
  ) throws(Failure) -> [TidyStep] {
    let impact = Impact(
      present.names, BeforeAfter(from: times.from, to: times.to), reveals: false,
      tellsHeld: false)
    try times.walk(impact, editOf: .root)
    scopeCount = max(scopeCount, impact.scopeIndex.count)
    secrets.note(impact.mask)
    edited = Set(impact.edits.map(\.scope))
    // What cannot be read may draw on anything; a scope with a parent that only an overlay has cannot be asked
    // without that.
    let problems = impact.problems.filter { _, side, problem in
      side == .to && (circumstances.hasOverlays || !problem.isOfParents)
    }
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

  /// Whether what was proven still holds on another root.
  package func stillHolds(on root: KeepingFolder) throws(Failure) -> Bool {
    for some in circumstances {
      let times = times(on: root, from: proposal.absences, under: some)
      if try !offenders(steps, times, under: some).isEmpty { return false }
    }
    return true
  }

  // MARK: Files

  /// Asked for each step that is tried, and found out by reading the file once.
  private func path(of name: FileName, in scope: Scope) throws(Failure) -> [FileName] {
    if let known = paths[scope]?[name] { return known }
    let path = try desk.path(of: name, in: scope)
    paths[scope, default: [:]][name] = path
    return path
  }

  /// Whether no line of the files can hold what is secret: nobody says so of anything, and nothing in them
  /// draws on what others hold.
  package var isOpen: Bool {
    secrets.isEmpty
      && !proposal.files.contains {
        $0.present.holdsComputed || $0.former?.holdsComputed == true
      }
  }

  /// What holds in a scope before and after.
  package func asked(_ scope: Scope) throws(Failure) -> BeforeAfter<Evaluation> {
    let times = wholeTimes ?? times(on: desk.root, from: TreePatch())
    wholeTimes = times
    func asked(_ time: World) throws(Failure) -> Evaluation {
      time.resolver.scope(try time.view(of: scope, isVirtual: false))
    }
    return BeforeAfter(from: try asked(times.from), to: try asked(times.to))
  }
}
