import Answers
import Cascade
import Files
import JSONSource
import SystemCalls
import Trees

/// Plans a tidying in rounds. Each round starts from the files of the previous round and is proven to change no
/// value.
package final class CleanupPlan {
  package private(set) var proposal = Proposal()
  package private(set) var steps: [Cleanup] = []
  /// Steps not taken, because they would change a value.
  package private(set) var left: [Cleanup] = []
  package private(set) lazy var secrets = ReportMask(present.names, reveals: false)
  package private(set) var scopeCount = 0
  /// Number of scopes skipped because a file cannot be read.
  package private(set) var uncertainCount = 0
  private let present: TreeReader
  private let transaction: WriteTransaction
  private let today: CalendarDate
  private var rejected: Set<Cleanup.ID> = []
  private var paths: [Scope: [FileName: [FileName]]] = [:]
  private var wholeTimes: BeforeAfter<TreeReader>?

  package init(_ present: TreeReader, at transaction: WriteTransaction, today: CalendarDate) {
    (self.present, self.transaction, self.today) = (present, transaction, today)
  }

  // MARK: Rounds

  package func work(below scope: Scope, hoists: Bool) throws(Failure) {
    while true {
      let time = proposal.patch.applied(on: transaction.root, of: present, isFormer: false)
      var found = try removable(below: scope, time)
      if found.isEmpty && hoists { found = try hoistable(below: scope, time) }
      if found.isEmpty { return }
      try take(found)
    }
  }

  /// Takes the steps that change no value.
  private func take(_ found: [Cleanup]) throws(Failure) {
    let base = proposal
    var taken: [Cleanup] = []
    // Steps that fail together may pass apart, so the rest is tried in halves.
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
    // The last trial may have had other steps.
    _ = try apply(taken, base)
    steps += taken
  }

  private func removable(below scope: Scope, _ time: TreeReader) throws(Failure) -> [Cleanup] {
    let checker = try Checker.check(from: scope, Cleanup.rules, time, today: today) {
      (scope, checker) throws(Failure) in
      try time.walk(from: scope, checker, byLineage: true)
    }
    uncertainCount = checker.uncertainCount
    var says: [Scope: ScopeDirectives] = [:]
    var steps: [Cleanup] = []
    for finding in checker.findings {
      if says[finding.scope] == nil {
        let view = try time.view(of: finding.scope, isVirtual: false)
        says[finding.scope] = ScopeDirectives(view.lineage.own[0].level)
      }
      let step = says[finding.scope].flatMap { Cleanup(finding, in: $0) }
      if let step, !rejected.contains(step.id) { steps.append(step) }
    }
    return steps
  }

  private func hoistable(below scope: Scope, _ time: TreeReader) throws(Failure) -> [Cleanup] {
    let finder = HoistFinder(present.names)
    try time.walk(from: scope, finder)
    let steps = finder.steps.filter { step in
      !rejected.contains(step.id) && !step.items.contains { time.mayServeOtherMachines($0.scope) }
        && step.target.map(time.mayServeOtherMachines) != true
    }
    let deepest = steps.compactMap { $0.target?.depth }.max()
    return steps.filter { $0.target?.depth == deepest }
  }

  // MARK: Proof

  /// The steps that would change an effective value for any caller.
  private func offenders(
    _ steps: [Cleanup], _ base: Proposal
  ) throws(Failure) -> [Cleanup] {
    let impossible = try apply(steps, base)
    if !impossible.isEmpty { return impossible }
    var left: [ProofConditions] =
      present.snapshot.trees.count > 1 ? [.asGiven, .withoutOverlays] : [.asGiven]
    while let some = left.popLast() {
      let times = times(from: proposal.formerPatch(since: base), under: some)
      let found = try offenders(steps, times, under: some)
      if !found.isEmpty { return found }
      if some.variables == nil, times.from.readsCallerInput { left += some.withVariables }
    }
    return []
  }

  private func times(
    from former: TreePatch, under proofConditions: ProofConditions = .asGiven
  ) -> BeforeAfter<TreeReader> {
    BeforeAfter { side in
      (side == .from ? former : proposal.patch).applied(
        on: transaction.root, of: present, isFormer: side == .from, under: proofConditions)
    }
  }

  private func offenders(
    _ steps: [Cleanup], _ times: BeforeAfter<TreeReader>, under proofConditions: ProofConditions
  ) throws(Failure) -> [Cleanup] {
    let impact = Impact(
      present.names, BeforeAfter(from: times.from, to: times.to), reveals: false,
      findsBlocked: false, advises: false)
    try times.walk(impact, editOf: .root, byLineage: true)
    scopeCount = max(scopeCount, impact.scopeIndex.count)
    secrets.note(impact.mask)
    // A scope that cannot be read may depend on any edit. Without overlays, a parent that only an overlay has is
    // missing.
    let problems = impact.problems.filter { _, side, problem in
      side == .to && (proofConditions.hasOverlays || !problem.breaksParentOrder)
    }
    if !problems.isEmpty { throw .diagnostics(problems.map(\.problem)) }
    var offending: [Cleanup] = []
    func add(_ some: [Cleanup]) { offending += some.isEmpty ? steps : some }
    let index = CleanupIndex(steps)
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
    return offending.grouped(by: \.id).map { $0.members[0] }
  }

  // MARK: Files

  /// Applies steps to `base` as the proposal; returns the steps that are impossible.
  private func apply(_ steps: [Cleanup], _ base: Proposal) throws(Failure) -> [Cleanup] {
    proposal = base
    var levels: [Scope: Level] = [:]
    var (possible, impossible): ([Cleanup], [Cleanup]) = ([], [])
    for step in steps {
      if try hoist(step, &levels) { possible.append(step) } else { impossible.append(step) }
    }
    // Links can give a file several names, so items are collected by path.
    var removed: [[FileName]: (first: Cleanup.Item, indexes: Set<Int>)] = [:]
    for item in possible.flatMap(\.items) {
      let path = try path(of: item.file.name, in: item.scope)
      removed[path, default: (item, [])].indexes.insert(item.index)
    }
    for (path, (first, indexes)) in removed {
      // Removing members always leaves a valid document.
      guard let edited = try? first.file.without(indexes) else { continue }
      proposal.put(edited, of: first.scope, at: path)
    }
    return impossible
  }

  /// Writes the value of a move, onto the levels that earlier moves changed; returns false if it is impossible.
  private func hoist(
    _ step: Cleanup, _ levels: inout [Scope: Level]
  ) throws(Failure) -> Bool {
    guard let (target, value) = step.destination else { return true }
    let scope = target.scope
    let level = levels[scope] ?? target
    guard
      let result = try? ScopeEditor(level, Key(step.names), present.names)
        .result(of: .set(value, EditReasons()), in: nil),
      case .files(let files) = result
    else { return false }
    for file in files {
      proposal.put(file, of: scope, at: try path(of: file.name, in: scope))
    }
    levels[scope] = level.replacing(files.map(\.file))
    return true
  }

  /// Cached, because finding the path reads the file.
  private func path(of name: FileName, in scope: Scope) throws(Failure) -> [FileName] {
    if let known = paths[scope]?[name] { return known }
    let path = try transaction.path(of: name, in: scope)
    paths[scope, default: [:]][name] = path
    return path
  }

  /// Whether no line of the files can contain a secret: nothing is secret, and no value is computed.
  package var isOpen: Bool {
    secrets.isEmpty
      && !proposal.files.contains {
        $0.present.containsComputed || $0.former?.containsComputed == true
      }
  }

  package func asked(_ scope: Scope) throws(Failure) -> BeforeAfter<Evaluation> {
    let times = wholeTimes ?? times(from: TreePatch())
    wholeTimes = times
    func asked(_ time: TreeReader) throws(Failure) -> Evaluation {
      time.resolver.scope(try time.view(of: scope, isVirtual: false))
    }
    return BeforeAfter(from: try asked(times.from), to: try asked(times.to))
  }
}

/// Finds the tidy steps that can cause a change.
package struct CleanupIndex {
  private struct FileID: Hashable {
    let scope: Scope
    let path: [UInt8]
  }

  private let steps: [Cleanup]
  /// The ranges that steps remove from files, in order; they do not overlap.
  private var gone: [FileID: [(range: ByteRange, step: Int)]] = [:]
  /// The steps that add a value, by key and scope.
  private var coming: [[Name]: [Scope: [Int]]] = [:]

  package init(_ steps: [Cleanup]) {
    self.steps = steps
    for (number, step) in steps.enumerated() {
      for item in step.items {
        let id = FileID(scope: item.scope, path: item.file.file.path)
        gone[id, default: []].append((item.range, number))
      }
      if let target = step.target {
        coming[step.names, default: [:]][target, default: []].append(number)
      }
    }
    gone = gone.mapValues { $0.sorted { $0.range.start < $1.range.start } }
  }

  /// The scopes that only gain a hoisted value by the change.
  package func gaining(by change: ImpactChange) -> Set<Scope> {
    change.values.from == nil ? Set((coming[change.key.names] ?? [:]).keys) : []
  }

  package func causing(_ change: ImpactChange) -> [Cleanup] {
    var found: Set<Int> = []
    for cause in change.causes {
      if !coming.isEmpty, let key = cause.edit.valueKey {
        for count in 0...key.names.count {
          found.formUnion(coming[Array(key.names[..<count])]?[cause.edit.scope] ?? [])
        }
      }
      let id = FileID(scope: cause.edit.scope, path: cause.place.file.path)
      let start = cause.place.range.start
      let all = gone[id] ?? []
      for one in all[..<all.indices.bisected { all[$0].range.start > start }].reversed() {
        if one.range.end <= start { break }
        found.insert(one.step)
      }
    }
    return found.sorted().map { steps[$0] }
  }
}

extension PropertyFile {
  fileprivate func without(_ items: Set<Int>) throws(EditRefusal) -> EditedFile {
    var draft = EditedFile(self)
    let items = items.union(commentOnlyObjects(0, without: items))
    try draft.remove(items, Key())
    return draft
  }

  /// Objects that would be left with only comments. They wrote no value before, but would write `{}` after.
  private func commentOnlyObjects(_ object: Int, without items: Set<Int>) -> [Int] {
    document.members(object).flatMap { member -> [Int] in
      let value = Definition(file: self, node: member.value)
      if member.isDirective || items.contains(member.nameIndex) || !value.isObject { return [] }
      let stays = document.members(member.value).contains { inner in
        !document.isComment(inner) && !isEmptied(inner, items)
      }
      let isTouched = document.members(member.value).contains { isEmptied($0, items) }
      if !writes(member.value), isTouched, !stays { return [member.nameIndex] }
      return commentOnlyObjects(member.value, without: items)
    }
  }

  private func isEmptied(_ member: Member, _ items: Set<Int>) -> Bool {
    if items.contains(member.nameIndex) { return true }
    let kind = document.kind(member.value)
    guard kind == .array || kind == .object && member.isDirective else { return false }
    let inside = Array(document.items(member.value))
    return !inside.isEmpty && inside.allSatisfy { items.contains($0) }
  }
}

extension Level {
  fileprivate func replacing(_ new: [PropertyFile]) -> Level {
    let kept = files.filter { file in !new.contains { $0.name == file.name } }
    return Level(
      scope, in: home,
      files: (kept + new).sorted { $0.name.lexicographicallyPrecedes($1.name) })
  }
}
