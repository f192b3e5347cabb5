import JSONSource

/// The edited statements of two times of a tree, and which of them a changed value rests on.
final class ImpactCauses {
  /// Every edited statement found so far.
  private(set) var edits: [Edit] = []
  private var known: [Scope: ScopeEdits?] = [:]
  private var texts: [[UInt8]: ScopeEdits?] = [:]
  private let names: NameTable
  private let worlds: Sides<any ResolverWorld>

  init(_ names: NameTable, _ worlds: Sides<any ResolverWorld>) {
    (self.names, self.worlds) = (names, worlds)
  }

  /// What a scope's own levels say otherwise.
  func edits(of scope: Scope, _ levels: Sides<[Level]>) -> ScopeEdits? {
    if let known = known[scope] { return known }
    guard let found = ScopeEdits(scope, levels, names) else { return nil }
    known[scope] = found
    edits += found.all
    return found
  }

  /// The same of a scope to which the walk may not have come, since a value names it.
  private func edits(of scope: Scope) -> ScopeEdits? {
    if let known = known[scope] { return known }
    func levels(_ world: any ResolverWorld) -> [Level] {
      (try? world.view(of: scope))?.lineage.own.map(\.level) ?? []
    }
    let found = edits(of: scope, Sides(from: levels(worlds.from), to: levels(worlds.to)))
    known[scope] = found
    return found
  }

  /// The edited statements on which a key's value rests, before and after.
  func causes(of key: Key, _ pair: WalkedPair) -> [ImpactChange.Cause] {
    var found: [ImpactChange.Cause] = []
    var seen: Set<ImpactChange.CauseID> = []
    for side in [Side.from, .to] {
      for (place, edits) in grounds(of: key, pair.scopes[side].asked, side) {
        for edit in edits {
          let cause = ImpactChange.Cause(
            edit: edit, side: side, place: edit.places[side] ?? place)
          if seen.insert(cause.id).inserted { found.append(cause) }
        }
      }
    }
    return found
  }

  private func grounds(
    of key: Key, _ asked: AskedScope, _ side: Side
  ) -> [(place: Place, edits: [Edit])] {
    let explanation = (try? asked.explain(key)) ?? asked.explained(key)
    var places: [Place] = []
    for step in explanation.steps {
      switch step.say {
      case .value: if step.outcome.isInForce { places.append(step.place) }
      case .marker: if step.outcome == .acted { places.append(step.place) }
      }
    }
    if case .absent(let absence?) = explanation.answer { places.append(absence.place) }
    var found: [(place: Place, edits: [Edit])] = []
    for dependency in explanation.dependencies {
      switch dependency {
      case .key(_, _, let place): places.append(place)
      case .file(let file):
        let place = Place(file, ByteRange(0, 0))
        if let edits = textEdits(file, side) { found.append((place, edits.all)) }
      case .variable: break
      }
    }
    for place in places {
      if let edits = edits(of: place.file.scope)?.edits(at: place, side), !edits.isEmpty {
        found.append((place, edits))
      }
    }
    return found
  }

  /// The edit of a text that a `$file` quotes; nil where it is the same in both times.
  private func textEdits(_ file: SourceFile, _ side: Side) -> ScopeEdits? {
    if let known = texts[file.path] { return known }
    func text(_ side: Side) -> [UInt8]? {
      let top = SourceFile(home(of: file, side), path: [], scope: .root, source: Source([]))
      let place = Place(top, ByteRange(0, 0))
      return (try? worlds[side].text(file.path, of: top, at: place))??.bytes
    }
    let contents = Sides(from: text(.from), to: text(.to))
    var found: ScopeEdits?
    if contents.from != contents.to {
      let place = Place(file, ByteRange(0, 0))
      let edit = Edit(
        file.scope, .text,
        Sides(
          from: contents.from == nil ? nil : place, to: contents.to == nil ? nil : place))
      found = ScopeEdits(ofText: edit)
      edits.append(edit)
    }
    texts[file.path] = found
    return found
  }

  /// The tree in which a file is at home in one of the times: overlays are the same in both.
  private func home(of file: SourceFile, _ side: Side) -> SourceFile.Home {
    if case .tree(let number) = file.home, number > 0 { return file.home }
    let root = try? worlds[side].view(of: .root)
    return root?.lineage.own.first?.level.home ?? file.home
  }
}
