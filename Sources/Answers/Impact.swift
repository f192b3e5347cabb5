import Cascade
import JSONSource

/// Which effective values differ between two times of a tree, and which edits make them.
///
/// A scope is compared only where it says something itself in either time, or takes a computed value from
/// what it says; what it takes over differs there just as in the scope above.
package final class Impact: ScopePairVisitor {
  package private(set) var roll = ScopeRoll()
  package let mask: ReportMask
  package private(set) var added: [Scope] = []
  package private(set) var removed: [Scope] = []
  /// What kept scopes from being read.
  package private(set) var problems: [(scope: Scope, side: Side, problem: Diagnostic)] = []
  /// Changed values that are not of a type that is declared where they hold now.
  package private(set) var brokenTypes: [(scope: Scope, problem: Diagnostic)] = []
  private var noted = ImpactFailures()
  private var changesByID: [ImpactChange.ID: ImpactChange] = [:]
  private var allChanges: [ImpactChange] = []
  private let names: NameTable
  private let worlds: Sides<any ResolverWorld>
  private let reveals: Bool
  private let judgesTypes: Bool
  /// The scopes on the way; nil for one that one time alone has.
  private var open: [WalkedPair?] = []
  private var computed = Sides(from: ComputedKeys(), to: ComputedKeys())
  private let spread = Spread<ImpactChange> { $0.scopes.append($1) }
  /// Nil where nobody asks what keeps edits from having effect.
  private let held: HeldEdits?
  private let causes: ImpactCauses
  private var budget = 4 * Amount.most.bytes

  /// `judgesTypes` looks whether what changes is of the types that are declared for it; `tellsHeld` also
  /// looks where edits do not get through.
  package init(
    _ names: NameTable, _ worlds: Sides<any ResolverWorld>, reveals: Bool,
    judgesTypes: Bool = false, tellsHeld: Bool = true
  ) {
    (self.names, self.worlds, self.reveals) = (names, worlds, reveals)
    self.judgesTypes = judgesTypes
    mask = ReportMask(names, reveals: reveals)
    held = tellsHeld ? HeldEdits() : nil
    causes = ImpactCauses(names, worlds, mask)
  }

  /// What changed, in the order in which the walk came to it.
  package var changes: [ImpactChange] { allChanges.filter { !$0.scopes.isEmpty } }

  /// Every edited statement of the scopes that both times have.
  package var edits: [Edit] { causes.edits }

  /// The edited statements at and below the asked scope that cause nothing there.
  package var idle: [Edit] { edits.filter { !$0.isCause && !$0.isPart && isAsked($0.scope) } }

  /// Those that stand above it, and do not get through to it.
  package var heldAbove: [Edit] {
    edits.filter { edit in
      !edit.isCause && !isAsked(edit.scope) && edit.holds.contains { !$0.scopes.isEmpty }
    }
  }

  private func isAsked(_ scope: Scope) -> Bool {
    roll.scopes.first.map { scope.names.starts(with: $0.names) } ?? false
  }

  /// What cannot be worked out in one of the times; where a scope below can do without what is missing,
  /// those above it are no more than its template, unless they had a value.
  package var failures: [(scope: Scope, failure: ImpactFailure)] { noted.withoutTemplates(roll) }

  /// The same with the templates: whoever asks one gets something else, or an error instead.
  package var everyFailure: [(scope: Scope, failure: ImpactFailure)] { noted.every(roll) }

  // MARK: The walk

  package func enter(_ visited: Sides<VisitedScope?>) {
    spread.begin()
    noted.begin()
    held?.begin()
    computed.from.begin()
    computed.to.begin()
    let areWhole = Sides(from: note(visited.from, .from), to: note(visited.to, .to))
    guard let from = visited.from, let to = visited.to else {
      if let only = visited.from ?? visited.to { noteOneSided(only, isNew: visited.from == nil) }
      open.append(nil)
      return
    }
    // What has no parent in one of the times has none of its scopes.
    let above = open.last ?? nil
    let number = to.isAsked ? roll.enter(to.scope) : nil
    let pair = pair(from, to, areWhole, below: above, number)
    open.append(pair)
    for one in open { one?.noteTranslations(in: pair) }
    held?.note(pair.edits)
    guard let number else { return }
    guard pair.isCertain else {
      spread.clear(atAndBelow: Key(), at: number)
      noted.clear(at: number)
      held?.clear(at: number)
      return
    }
    compare(pair, above, number)
    if judgesTypes { noteTypesDeclaredHere(pair) }
  }

  /// Notes what is wrong with a scope; tells whether all that its files say is known.
  private func note(_ visited: VisitedScope?, _ side: Side) -> Bool {
    guard let visited else { return false }
    mask.note(visited.lineage.own.map(\.level))
    // All that is there is compared, so that all has to be included.
    let missing = visited.lineage.own.flatMap { $0.level.openInclusions(along: Key()) }
    var told = visited.reading.problems + missing
    if visited.isAsked { told += visited.reading.childProblems }
    for problem in told { problems.append((visited.scope, side, problem)) }
    return visited.reading.isWhole && missing.isEmpty
  }

  private func noteOneSided(_ visited: VisitedScope, isNew: Bool) {
    guard visited.isAsked else { return }
    if isNew { added.append(visited.scope) } else { removed.append(visited.scope) }
  }

  private func pair(
    _ from: VisitedScope, _ to: VisitedScope, _ areWhole: Sides<Bool>, below above: WalkedPair?,
    _ number: Int?
  ) -> WalkedPair {
    let scopes = Sides(
      from: WalkedScope(
        from, names, worlds.from, reveals: reveals, isWhole: areWhole.from,
        below: above?.scopes.from),
      to: WalkedScope(
        to, names, worlds.to, reveals: reveals, isWhole: areWhole.to, below: above?.scopes.to))
    let levels = Sides(from: from.lineage.own.map(\.level), to: to.lineage.own.map(\.level))
    let edits =
      scopes.from.isCertain && scopes.to.isCertain
      ? causes.edits(of: to.scope, levels) : nil
    let isSame = (above?.isSame ?? true) && edits == nil
    return WalkedPair(scopes, edits, isSame: isSame, number: number)
  }

  package func miss(_ problem: Diagnostic, _ side: Side) {
    if let scope = (open.last ?? nil)?.scope { problems.append((scope, side, problem)) }
  }

  package func leave() {
    let pair = open.removeLast()
    if pair?.number != nil { roll.leave() }
    spread.end(before: roll.count)
    noted.end(before: roll.count)
    held?.end(before: roll.count)
    computed.from.end()
    computed.to.end()
  }

  /// What changed above may be of no type that is declared here.
  private func noteTypesDeclaredHere(_ pair: WalkedPair) {
    for level in pair.scopes.to.view.lineage.own.map(\.level) where level.hasMarkers {
      for marker in level.markers where marker.directive == .type {
        guard let key = marker.pattern.key else { continue }
        let broken = Sides(
          from: pair.scopes.from.asked.brokenType(at: key),
          to: pair.scopes.to.asked.brokenType(at: key))
        if let problem = broken.to, broken.from == nil {
          note(brokenType: problem, in: pair.scope)
        }
      }
    }
  }

  private func note(brokenType problem: Diagnostic, in scope: Scope) {
    let isKnown = brokenTypes.last.map { $0.scope == scope && $0.problem.key == problem.key }
    if isKnown != true { brokenTypes.append((scope, problem)) }
  }

  // MARK: Comparing

  private func compare(_ pair: WalkedPair, _ above: WalkedPair?, _ number: Int) {
    let isFirst = above?.number == nil || pair.scopes.from.isNew || pair.scopes.to.isNew
    var done: Set<Key> = []
    let computing = computing(in: pair, isFirst: isFirst)
    if isFirst { noted.clear(at: number) } else { noted.clearCeased(in: pair.scopes, at: number) }
    if !pair.isSame {
      let touched =
        isFirst ? nil : Sides(from: pair.scopes.from.touched, to: pair.scopes.to.touched)
      ImpactStep(pair, above, touched) { key, from, to in
        done.insert(key)
        self.compare(key, from, to, pair, number)
      }.run()
      held?.look(at: pair, below: above, isFirst: isFirst, number)
    }
    for (key, isOutside) in computing {
      // What only draws on what is the same in both times is the same.
      if pair.isSame && !isOutside {
        noted.clear(atAndBelow: key, at: number)
        continue
      }
      compareAround(key, pair, number, &done)
    }
  }

  /// Compares a key, or what stands around it where that is no object in both times; but for what is done.
  private func compareAround(
    _ key: Key, _ pair: WalkedPair, _ number: Int, _ done: inout Set<Key>
  ) {
    var cursors = Sides<ValueCursor?>(
      from: pair.scopes.from.asked.cursor, to: pair.scopes.to.asked.cursor)
    var around = Key()
    for name in key.names {
      if done.contains(around) { return }
      guard let from = cursors.from, let to = cursors.to, from.node.isObject, to.node.isObject
      else { break }
      cursors = Sides(from: from.liveMember(name), to: to.liveMember(name))
      around = around.appending(name)
    }
    if done.insert(around).inserted { compare(around, cursors.from, cursors.to, pair, number) }
  }

  /// Works out what may come to something else than in the scope above, in both times; tells of each key
  /// whether it draws on something outside of its scope.
  private func computing(in pair: WalkedPair, isFirst: Bool) -> [(key: Key, isOutside: Bool)] {
    var found: [(key: Key, isOutside: Bool)] = []
    var places: [Key: Int] = [:]
    for side in [Side.from, .to] {
      let scope = pair.scopes[side]
      let values = computed[side].changed(
        in: scope.asked, scope.touched, isFirst: isFirst || scope.hidesSomething)
      for value in values {
        let isOutside = computed[side].workOut(value, in: scope.asked, isShared: true).isOutside
        if let place = places[value.key] {
          found[place].isOutside = found[place].isOutside || isOutside
        } else {
          places[value.key] = found.count
          found.append((value.key, isOutside))
        }
      }
    }
    return found
  }

  private func compare(
    _ key: Key, _ from: ValueCursor?, _ to: ValueCursor?, _ pair: WalkedPair, _ number: Int
  ) {
    spread.clear(atAndBelow: key, at: number)
    let comparison = LeafComparison(names) { finding in
      switch finding {
      case .change(let change):
        pair.isSame = false
        self.spread.set(self.change(change, pair, number), of: change.key, at: number)
      case .failure(let key, let sides, let isInBoth):
        self.fail(key, sides, isInBoth: isInBoth, pair)
      }
    }
    comparison.compare(from, to)
    noted.settle(key, at: number)
  }

  private func fail(
    _ key: Key, _ sides: Sides<Unresolved?>, isInBoth: Bool, _ pair: WalkedPair
  ) {
    let (isOfOne, isKnown) = noted.note(key, sides, isInBoth: isInBoth)
    // Where a scope says nothing otherwise, the edits are those for the scope above.
    if isOfOne && (pair.edits != nil || !isKnown) { causes.noteCauses(of: key, pair) }
  }

  private func change(_ change: Change, _ pair: WalkedPair, _ number: Int) -> ImpactChange? {
    var values = Sides<Value?>(from: nil, to: nil)
    do throws(Unresolved) {
      values.from = try change.from?.whole()
      values.to = try change.to?.whole()
    } catch {
      let side: Side = values.from == nil && change.from != nil ? .from : .to
      var sides = Sides<Unresolved?>(from: nil, to: nil)
      sides[side] = error
      let isInBoth = change.from != nil && change.to != nil
      fail(change.key, sides, isInBoth: isInBoth, pair)
      return nil
    }
    if judgesTypes, let problem = change.to.flatMap({ pair.scopes.to.asked.brokenType(of: $0) }) {
      note(brokenType: problem, in: pair.scope)
    }
    let found = causes.causes(of: change.key, pair)
    let id = ImpactChange.ID(
      key: change.key, from: values.from?.identity(names), to: values.to?.identity(names),
      object: change.object, causes: found.map(\.id))
    let masks = Sides(
      from: pair.scopes.from.asked.mask(change.key), to: pair.scopes.to.asked.mask(change.key))
    func kept(_ side: Side) -> KeptValue? {
      guard let value = values[side] else { return nil }
      return KeptValue(value, of: change.key, masks[side], names)
    }
    if let known = changesByID[id] {
      if let value = values.from { known.from?.note(value, under: masks.from) }
      if let value = values.to { known.to?.note(value, under: masks.to) }
      known.tell(mask)
      return known
    }
    for value in [change.from, change.to] { budget -= 2 * (value?.drawn.bytes ?? 0) }
    if budget < 0, let value = change.to ?? change.from {
      noted.note(change.key, tooMuch: value.tooMuch, number)
      return nil
    }
    let new = ImpactChange(
      change.key, Sides(from: kept(.from), to: kept(.to)), in: change.object, found)
    new.tell(mask)
    changesByID[id] = new
    allChanges.append(new)
    return new
  }
}
