import JSONSource

/// The edited statements of two times of a tree, and which of them a changed value rests on.
final class ImpactCauses {
  /// Every edited statement found so far.
  private(set) var edits: [Edit] = []
  private var known: [Scope: ScopeEdits?] = [:]
  private var texts: [TextID: ScopeEdits?] = [:]
  private let names: NameTable
  private let worlds: Sides<any ResolverWorld>

  /// A file that is quoted, in whichever time: overlays count from 1, and 0 is the root.
  private struct TextID: Hashable {
    let overlay: Int
    let path: [UInt8]
  }

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
    let id = TextID(overlay: overlay(of: file), path: file.path)
    if let known = texts[id] { return known }
    let places = Sides(from: text(file, .from), to: text(file, .to))
    var found: ScopeEdits?
    if places.from?.bytes != places.to?.bytes {
      let edit = Edit(
        file.scope, .text, Sides(from: places.from?.place, to: places.to?.place))
      found = ScopeEdits(ofText: edit)
      edits.append(edit)
    }
    texts[id] = found
    return found
  }

  /// What a file says in one of the times, and its place then.
  private func text(_ file: SourceFile, _ side: Side) -> (bytes: [UInt8], place: Place)? {
    let home = home(of: file, side)
    let top = Place(
      SourceFile(home, path: [], scope: .root, source: Source([])), ByteRange(0, 0))
    guard let found = try? worlds[side].text(file.path, of: top.file, at: top) else { return nil }
    let there = SourceFile(home, path: file.path, scope: file.scope, source: file.source)
    return (found.bytes, Place(there, ByteRange(0, 0)))
  }

  private func overlay(of file: SourceFile) -> Int {
    if case .tree(let number) = file.home { number } else { 0 }
  }

  /// The tree in which a file is at home in one of the times: overlays are the same in both.
  private func home(of file: SourceFile, _ side: Side) -> SourceFile.Home {
    if overlay(of: file) > 0 { return file.home }
    let root = try? worlds[side].view(of: .root)
    return root?.lineage.own.first?.level.home ?? file.home
  }
}
