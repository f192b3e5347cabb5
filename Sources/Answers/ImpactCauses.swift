import Cascade
import JSONSource

/// The edited statements of two times of a tree, and which of them a changed value rests on.
final class ImpactCauses {
  /// Every edited statement found so far.
  private(set) var edits: [StatementChange] = []
  private var known: [Scope: ScopeEdits?] = [:]
  private var texts: [TextID: ScopeEdits?] = [:]
  /// What the last scope inherited from others than the one above, and what is edited in those: siblings mostly
  /// inherit from the same.
  private var inherited: (levels: BeforeAfter<[Level]>, edits: [ScopeEdits]) =
    (BeforeAfter(from: [], to: []), [])
  private let names: NameTable
  private let worlds: BeforeAfter<any ResolverWorld>
  private let mask: ReportMask

  /// A file that is quoted, in whichever time: overlays count from 1, and 0 is the root.
  private struct TextID: Hashable {
    let overlay: Int
    let path: [UInt8]
  }

  init(_ names: NameTable, _ worlds: BeforeAfter<any ResolverWorld>, _ mask: ReportMask) {
    (self.names, self.worlds, self.mask) = (names, worlds, mask)
  }

  /// A scope of both times, with what is said otherwise in it and in those from which it inherits besides the one
  /// above.
  func pair(
    _ scopes: BeforeAfter<WalkedScope>, below above: WalkedPair?, _ number: Int?
  ) -> WalkedPair {
    let scope = scopes.to.visited.scope
    let others = BeforeAfter { scopes[$0].visited.added.filter { $0.scope != scope } }
    var edits: [ScopeEdits] = []
    if scopes.from.isCertain && scopes.to.isCertain {
      let isKnown =
        others.from.elementsEqual(inherited.levels.from, by: ===)
        && others.to.elementsEqual(inherited.levels.to, by: ===)
      if !isKnown { inherited = (others, self.edits(of: others)) }
      let own = self.edits(of: scope, BeforeAfter { scopes[$0].visited.levels })
      edits = inherited.edits + (own.map { [$0] } ?? [])
    }
    return WalkedPair(
      scopes, edits, below: above,
      hasSameParents: others.from.elementsEqual(others.to) { $0.scope == $1.scope }, number: number)
  }

  private func edits(of levels: BeforeAfter<[Level]>) -> [ScopeEdits] {
    let former = Dictionary(grouping: levels.from, by: \.scope)
    return (levels.to + levels.from).grouped(by: \.scope).compactMap { scope, all in
      let now = all.dropLast(former[scope]?.count ?? 0)
      // From a scope that it inherits from in one of the times alone it has the edits all the same.
      guard let before = former[scope], !now.isEmpty else {
        // Of a scope that is gone it is told that it is.
        let isGone = now.isEmpty && ((try? worlds.to.view(of: scope)) ?? nil) == nil
        return isGone ? nil : edits(of: scope)
      }
      return edits(of: scope, BeforeAfter(from: before, to: Array(now)))
    }
  }

  /// What a scope's own levels say otherwise.
  private func edits(of scope: Scope, _ levels: BeforeAfter<[Level]>) -> ScopeEdits? {
    if let known = known[scope] { return known }
    let found = ScopeEdits.areOne(levels) ? nil : ScopeEdits(scope, levels, names)
    known[scope] = .some(found)
    edits += found?.all ?? []
    return found
  }

  /// The same of a scope to which the walk may not have come, since a value names it.
  private func edits(of scope: Scope) -> ScopeEdits? {
    if let known = known[scope] { return known }
    let views = BeforeAfter { (try? worlds[$0].view(of: scope)) ?? nil }
    let found = edits(of: scope, BeforeAfter { views[$0]?.lineage.own.map(\.level) ?? [] })
    if let found {
      for side in [Side.from, .to] { note(found, in: views[side], side) }
    }
    return found
  }

  /// What a scope says that the walk does not come to is masked as in that scope.
  private func note(_ edits: ScopeEdits, in view: View?, _ side: Side) {
    guard let view else { return }
    mask.note(view.levels)
    let resolver = Resolver(names, worlds[side])
    edits.note(in: resolver.scope(view, hasCommandLine: false), side)
  }

  /// The edited statements on which a key's value rests, before and after.
  ///
  /// Where neither explanation names one, something that no longer stands there made the difference: then
  /// those that have a say in what the other time draws on or, at last, those that speak of the key or of
  /// what is nearest around it.
  func causes(of key: Key, _ pair: WalkedPair) -> [ImpactChange.Cause] {
    let explained = BeforeAfter { Self.explanation(of: key, pair.scopes[$0].asked) }
    let found = causes(
      BeforeAfter { side in
        grounds(explained[side], pair.scopes[side].view, side)
          + edits(ofParentsIn: explained[side], pair, side)
      })
    if !found.isEmpty { return found }
    let others = causes(
      BeforeAfter { edits(atHopsOf: explained[$0.other], pair.scopes[$0].view, $0) })
    if !others.isEmpty { return others }
    let edited = pair.scopes.to.view.lineage.ancestors.flatMap {
      self.edits(of: $0.scope)?.all ?? []
    }
    for length in (1...max(1, key.names.count)).reversed() {
      let around = key.names.prefix(length)
      let speaking = edited.filter { $0.speaks(of: around) }
      if speaking.isEmpty { continue }
      return causes(BeforeAfter { Self.grounds(speaking, $0) })
    }
    return []
  }

  private static func grounds(_ edits: [StatementChange], _ side: Side) -> Grounds {
    edits.compactMap { edit in edit.places[side].map { ($0, [edit]) } }
  }

  private typealias Grounds = [(place: SourceRange, edits: [StatementChange])]

  private func causes(_ grounds: BeforeAfter<Grounds>) -> [ImpactChange.Cause] {
    var found: [ImpactChange.Cause] = []
    var seen = Catalog<ImpactChange.CauseID, Void>()
    for side in [Side.from, .to] {
      for (place, edits) in grounds[side] {
        for edit in edits {
          // A fragment counts once, but each that includes it has its part.
          let cause = ImpactChange.Cause(
            edit: edit, side: side, place: edit.places[side] ?? place)
          if seen.insert(cause.id) { found.append(cause) }
        }
      }
    }
    return found
  }

  private static func explanation(of key: Key, _ asked: Evaluation) -> Explanation {
    (try? asked.explain(key)) ?? asked.explained(key)
  }

  /// The edited statements that an explanation names: what holds, what acts, and what is drawn on.
  private func grounds(_ explanation: Explanation, _ view: View, _ side: Side) -> Grounds {
    var places = Self.places(explanation.steps)
    if case .absent(let absence?) = explanation.answer { places.append(absence.place) }
    var texts: Grounds = []
    for dependency in explanation.dependencies {
      switch dependency {
      case .key(_, _, let place): places.append(place)
      case .file(let file):
        let place = SourceRange(file, ByteRange(0, 0))
        if file.isOfRoot, let edits = textEdits(file, side) { texts.append((place, edits.all)) }
      case .variable, .defaulted, .fact: break
      }
    }
    return texts + edits(at: places, side) + edits(atHopsOf: explanation, view, side)
  }

  /// The edited statements by which scopes have a say in one time alone, or another place, of those where something
  /// stands that holds or acts.
  private func edits(
    ofParentsIn explanation: Explanation, _ pair: WalkedPair, _ side: Side
  ) -> Grounds {
    let lineages = BeforeAfter { pair.scopes[$0].view.lineage }
    guard lineages.from.hasFurtherParents || lineages.to.hasFurtherParents else { return [] }
    let (others, isMoved) = (pair.scopesInOrder[side.other].all, pair.isMoved)
    var seen: Set<Scope> = []
    var found: Grounds = []
    for place in Self.places(explanation.steps) where seen.insert(place.file.scope).inserted {
      if !isMoved && others.contains(place.file.scope) { continue }
      for reason in lineages[side].reasons(of: place.file.scope) {
        found += edits(at: reason.parent.places, side)
        // What names a scope may stand in one that has a say in one time alone, too.
        if !isMoved && others.contains(reason.heir) { break }
      }
    }
    return found
  }

  /// The edited statements that make what a value draws on, as the view of one time has it.
  private func edits(
    atHopsOf explanation: Explanation, _ view: View, _ side: Side
  ) -> Grounds {
    var places: [SourceRange] = []
    for case .key(let key, let scope, _) in explanation.dependencies {
      let other = scope == view.scope ? view : (try? worlds[side].view(of: scope)) ?? nil
      guard let other else { continue }
      places += Self.places(other.steps(key))
      if let absence = other.absence(key) { places.append(absence.place) }
    }
    return edits(at: places, side)
  }

  /// What holds and what acts.
  private static func places(_ steps: [Step]) -> [SourceRange] {
    steps.filter { $0.outcome.isInForce || $0.outcome == .acted }.map(\.place)
  }

  private func edits(at places: [SourceRange], _ side: Side) -> Grounds {
    places.compactMap { place in
      let around = place.file.path == Self.settingsPath ? rules : edits(of: place.file.scope)
      guard let edits = around?.edits(at: place, side), !edits.isEmpty
      else { return nil }
      return (place, edits)
    }
  }

  private static let settingsPath = Array(".heir".utf8)

  /// What the rules of the root's tree say otherwise.
  private lazy var rules: ScopeEdits? = {
    let found = ScopeEdits(
      ofRules: BeforeAfter { side -> SourceFile? in
        let home = home(of: .tree(0), side)
        let file = SourceFile(home, path: Self.settingsPath, scope: .root, source: Source([]))
        return text(file, side).map {
          SourceFile(home, path: file.path, scope: .root, source: Source($0.bytes))
        }
      }, names)
    edits += found?.all ?? []
    return found
  }()

  /// Notes what they say otherwise, whether or not it makes a difference.
  func noteRules() { _ = rules }

  /// The edit of a text that a `$file` quotes; nil where it is the same in both times.
  private func textEdits(_ file: SourceFile, _ side: Side) -> ScopeEdits? {
    let id = TextID(overlay: overlay(of: file.home), path: file.path)
    if let known = texts[id] { return known }
    let places = BeforeAfter { text(file, $0) }
    var found: ScopeEdits?
    if places.from?.bytes != places.to?.bytes {
      let edit = StatementChange(
        file.scope, .file, KeyPattern(parts: []), BeforeAfter { places[$0]?.place })
      found = ScopeEdits([edit])
      edits.append(edit)
    }
    texts[id] = found
    return found
  }

  /// What a file says in one of the times, and its place then.
  private func text(_ file: SourceFile, _ side: Side) -> (bytes: [UInt8], place: SourceRange)? {
    let home = home(of: file.home, side)
    let top = SourceRange(
      SourceFile(home, path: [], scope: .root, source: Source([])), ByteRange(0, 0))
    guard let found = try? worlds[side].text(file.path, of: top.file, at: top) else { return nil }
    let there = SourceFile(home, path: file.path, scope: file.scope, source: file.source)
    return (found.bytes, SourceRange(there, ByteRange(0, 0)))
  }

  private func overlay(of home: SourceFile.Home) -> Int {
    if case .tree(let number) = home { number } else { 0 }
  }

  /// The tree in which a file of one is at home in one of the times: overlays are the same in both.
  private func home(of home: SourceFile.Home, _ side: Side) -> SourceFile.Home {
    if overlay(of: home) > 0 { return home }
    let root = try? worlds[side].view(of: .root)
    return root?.lineage.own.first?.level.home ?? home
  }
}

extension SourceFile {
  /// Whether it is one of the root's tree; overlays are those of today in both times.
  fileprivate var isOfRoot: Bool { home == .tree(0) || home == .former }
}

extension StatementChange {
  /// Whether it is about a key, something in it or something around it.
  fileprivate func speaks(of path: ArraySlice<Name>) -> Bool {
    if directive == .file { return false }
    var way = PatternWay(pattern)
    for name in path where !way.isAtEnd { way = way.descending(name) }
    return !way.isEmpty
  }
}
