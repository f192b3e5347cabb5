import Cascade
import JSONSource

/// The edited statements of two snapshots, and those that cause a change.
package final class ImpactCauses {
  package typealias Cause = ImpactChange.Cause

  private(set) var edits: [StatementChange] = []
  private var known: [Scope: ScopeEdits?] = [:]
  /// The edits of quoted files of the root, by path.
  private var texts: [[UInt8]: ScopeEdits?] = [:]
  private let names: NameTable
  private let contexts: BeforeAfter<any ResolverContext>
  private let mask: ReportMask
  private lazy var resolvers = BeforeAfter { Resolver(contexts[$0]) }
  /// What caused changes of keys on which values depend, in the last view: many values depend on one key.
  private var hops = BeforeAfter<(view: View?, causes: [Key: [Cause]])> { _ in (nil, [:]) }
  private var lastParents: (views: BeforeAfter<View>, changes: ParentChanges?)?

  /// The scopes of two lineages, if one of them has further parents.
  private struct ParentChanges {
    let scopes: BeforeAfter<Set<Scope>>
    /// Whether the scopes common to both lineages changed their order.
    let isMoved: Bool

    init?(_ lineages: BeforeAfter<Lineage>) {
      guard lineages.from.hasFurtherParents || lineages.to.hasFurtherParents else { return nil }
      let orders = BeforeAfter { lineages[$0].ancestors.map(\.scope) }
      let scopes = BeforeAfter { Set(orders[$0]) }
      isMoved = orders.from.filter(scopes.to.contains) != orders.to.filter(scopes.from.contains)
      self.scopes = scopes
    }
  }

  package init(
    _ names: NameTable, _ contexts: BeforeAfter<any ResolverContext>, _ mask: ReportMask
  ) {
    (self.names, self.contexts, self.mask) = (names, contexts, mask)
  }

  /// A scope of both snapshots, with the edits of the levels that its parent lacks.
  func pair(
    _ scopes: BeforeAfter<WalkedScope>, below above: WalkedPair?, _ number: Int?
  ) -> WalkedPair {
    let scope = scopes.to.visited.scope
    let others = BeforeAfter { scopes[$0].visited.added.filter { $0.scope != scope } }
    var edits: [ScopeEdits] = []
    if scopes.from.isCertain && scopes.to.isCertain {
      let own = self.edits(of: scope, BeforeAfter { scopes[$0].visited.levels })
      edits = self.edits(of: others) + [own].compactMap(\.self)
    }
    return WalkedPair(
      scopes, edits, below: above,
      hasSameParents: others.from.elementsEqual(others.to) { $0.scope == $1.scope }, number: number)
  }

  private func edits(of levels: BeforeAfter<[Level]>) -> [ScopeEdits] {
    let former = Dictionary(grouping: levels.from, by: \.scope)
    return (levels.to + levels.from).grouped(by: \.scope).compactMap { scope, all in
      let now = all.dropLast(former[scope]?.count ?? 0)
      // The edits of a scope that is a parent in a single snapshot count, too.
      guard let before = former[scope], !now.isEmpty else {
        // The removal of a scope is reported separately.
        let isGone = now.isEmpty && view(of: scope, .to) == nil
        return isGone ? nil : edits(of: scope)
      }
      return edits(of: scope, BeforeAfter(from: before, to: Array(now)))
    }
  }

  private func edits(of scope: Scope, _ levels: BeforeAfter<[Level]>) -> ScopeEdits? {
    if let known = known[scope] { return known }
    let found = ScopeEdits(scope, levels, names)
    known[scope] = .some(found)
    edits += found?.all ?? []
    return found
  }

  /// The edits of a scope that a value refers to; the walk may not have visited it.
  private func edits(of scope: Scope) -> ScopeEdits? {
    if let known = known[scope] { return known }
    let scopes = BeforeAfter { resolvers[$0].readable(scope) }
    let found = edits(of: scope, BeforeAfter { scopes[$0]?.view.lineage.own.map(\.level) ?? [] })
    for side in [Side.from, .to] {
      guard let found, let scope = scopes[side] else { continue }
      mask.note(scope.view.levels)
      found.note(in: scope, side)
    }
    return found
  }

  private func view(of scope: Scope, _ side: Side) -> View? {
    (try? contexts[side].view(of: scope)) ?? nil
  }

  /// The edited statements that change a key of a scope, which no walk needs to visit.
  package func causes(of key: Key, in scope: Scope) -> [Cause] {
    noteRules()
    guard let from = resolvers.from.readable(scope), let to = resolvers.to.readable(scope)
    else { return [] }
    return causes(of: key, BeforeAfter(from: from, to: to))
  }

  /// The edited statements on which the value of a key depends, before and after.
  /// If the explanations name none, a removed statement decided: look at the other snapshot, then at the nearest
  /// edits.
  func causes(of key: Key, _ scopes: BeforeAfter<Evaluation>) -> [Cause] {
    let explained = BeforeAfter { side in
      (try? scopes[side].explain(key)) ?? scopes[side].explained(key)
    }
    let parents = parents(BeforeAfter { scopes[$0].view })
    let found = Self.joined { side in
      let view = scopes[side].view
      return causes(in: explained[side], view, side)
        + causes(inParentsOf: explained[side], view.lineage, parents, side)
    }
    if !found.isEmpty { return found }
    let others = Self.joined { causes(atHopsOf: explained[$0.other], scopes[$0].view, $0) }
    if !others.isEmpty { return others }
    let edited = scopes.to.view.lineage.ancestors.flatMap {
      self.edits(of: $0.scope)?.all ?? []
    }
    for length in (1...max(1, key.names.count)).reversed() {
      let around = key.names.prefix(length)
      let concerned = edited.filter { $0.concerns(around) }
      if concerned.isEmpty { continue }
      return Self.joined { Self.causes(concerned, $0) }
    }
    return []
  }

  /// The causes of both sides, each place once.
  private static func joined(_ causes: (Side) -> [Cause]) -> [Cause] {
    var found = Catalog<ImpactChange.CauseID, Cause>()
    for cause in causes(.from) + causes(.to) { found[cause.id, orNew: cause].note(cause.edit) }
    return found.items
  }

  /// `place` is that of edits without a place on this side.
  private static func causes(
    _ edits: [StatementChange], _ side: Side, at place: SourceRange? = nil
  ) -> [Cause] {
    edits.compactMap { edit in
      (edit.places[side] ?? place).map { Cause(side: side, place: $0, edits: [edit]) }
    }
  }

  private func causes(in explanation: Explanation, _ view: View, _ side: Side) -> [Cause] {
    var places = Self.places(explanation.steps)
    if case .absent(let absence?) = explanation.answer { places.append(absence.place) }
    var texts: [Cause] = []
    for dependency in explanation.dependencies {
      switch dependency {
      case .key(_, _, let place): if let place { places.append(place) }
      case .file(let file):
        let place = SourceRange(file, ByteRange(0, 0))
        if file.home.treeNumber == 0, let edits = textEdits(file) {
          texts += Self.causes(edits.all, side, at: place)
        }
      case .variable, .defaulted, .fact: break
      }
    }
    return texts + causes(at: places, side) + causes(atHopsOf: explanation, view, side)
  }

  /// The edited directives that changed parents or their order, for scopes whose statements are effective.
  private func causes(
    inParentsOf explanation: Explanation, _ lineage: Lineage, _ parents: ParentChanges?,
    _ side: Side
  ) -> [Cause] {
    guard let parents else { return [] }
    let others = parents.scopes[side.other]
    let isMoved = parents.isMoved
    var seen: Set<Scope> = []
    var found: [Cause] = []
    for place in Self.places(explanation.steps) where seen.insert(place.file.scope).inserted {
      if !isMoved && others.contains(place.file.scope) { continue }
      for reason in lineage.reasons(of: place.file.scope) {
        found += causes(at: reason.parent.places, side)
        // The directive may be in a scope that is itself a parent in a single snapshot.
        if !isMoved && others.contains(reason.heir) { break }
      }
    }
    return found
  }

  /// Computed once for all keys of a scope, which may have thousands of parents.
  private func parents(_ views: BeforeAfter<View>) -> ParentChanges? {
    if let lastParents, lastParents.views.from === views.from, lastParents.views.to === views.to {
      return lastParents.changes
    }
    let changes = ParentChanges(BeforeAfter { views[$0].lineage })
    lastParents = (views, changes)
    return changes
  }

  private func causes(
    atHopsOf explanation: Explanation, _ view: View, _ side: Side
  ) -> [Cause] {
    var found: [Cause] = []
    for case .key(let key, let scope, _) in explanation.dependencies {
      guard let other = scope == view.scope ? view : self.view(of: scope, side) else { continue }
      found += causes(atHop: key, other, side)
    }
    return found
  }

  private func causes(atHop key: Key, _ view: View, _ side: Side) -> [Cause] {
    if hops[side].view !== view { hops[side] = (view, [:]) }
    if let known = hops[side].causes[key] { return known }
    var places = Self.places(view.steps(key))
    if let absence = view.absence(key) { places.append(absence.place) }
    let found = causes(at: places, side)
    hops[side].causes[key] = found
    return found
  }

  private static func places(_ steps: [TraceEntry]) -> [SourceRange] {
    steps.filter { $0.outcome.isInForce || $0.outcome == .acted }.map(\.place)
  }

  private func causes(at places: [SourceRange], _ side: Side) -> [Cause] {
    places.flatMap { place in
      let around = place.file.path == Self.settingsPath ? rules : edits(of: place.file.scope)
      return Self.causes(around?.edits(at: place, side) ?? [], side)
    }
  }

  private static let settingsPath = Array(".heir".utf8)

  private lazy var rules: ScopeEdits? = {
    let found = ScopeEdits(
      ofRules: BeforeAfter { side in
        let home = home(.tree(0), side)
        return text(Self.settingsPath, of: home, side).map {
          SourceFile(home, path: Self.settingsPath, scope: .root, source: Source($0))
        }
      }, names)
    edits += found?.all ?? []
    return found
  }()

  /// Records these edits even if they have no effect.
  func noteRules() { _ = rules }

  /// The edit of a text that a `$file` quotes; nil if unchanged.
  private func textEdits(_ file: SourceFile) -> ScopeEdits? {
    if let known = texts[file.path] { return known }
    let homes = BeforeAfter { home(file.home, $0) }
    let contents = BeforeAfter { text(file.path, of: homes[$0], $0) }
    var found: ScopeEdits?
    if contents.from != contents.to {
      let places = BeforeAfter { side in
        contents[side].map { _ in
          SourceRange(
            SourceFile(homes[side], path: file.path, scope: file.scope, source: file.source),
            ByteRange(0, 0))
        }
      }
      let edit = StatementChange(file.scope, .file, KeyPattern(parts: []), places)
      found = ScopeEdits([edit])
      edits.append(edit)
    }
    texts[file.path] = found
    return found
  }

  /// The content of a file of the root; nil if it cannot be read.
  private func text(
    _ path: [UInt8], of home: SourceFile.TextOrigin, _ side: Side
  ) -> [UInt8]? {
    let top = SourceFile(home, path: [], scope: .root, source: Source([]))
    return (try? contexts[side].text(path, of: top, at: SourceRange(top, ByteRange(0, 0))))?.bytes
  }

  private func home(_ other: SourceFile.TextOrigin, _ side: Side) -> SourceFile.TextOrigin {
    view(of: .root, side)?.lineage.own.first?.level.home ?? other
  }
}

extension StatementChange {
  /// Whether it concerns the key, a key below it or a key around it.
  fileprivate func concerns(_ path: ArraySlice<Name>) -> Bool {
    if directive == .file { return false }
    var way = PatternState(pattern)
    for name in path where !way.isAtEnd { way = way.descending(name) }
    return !way.isEmpty
  }
}
