extension ReferenceTally {
  /// Counts the samples in which each situation occurs in some scope.
  package mutating func noteSituations(_ whole: ReferenceWhole) {
    let resolver = ReferenceResolver(whole)
    var found: Set<String> = []
    if whole.overlays.count > 1 { found.insert("three trees") }
    for path in resolver.paths {
      let resolution = resolver.resolve(path)
      let markers = resolution.said.flatMap(\.markers)
      for key in resolution.mentioned {
        let covering = markers.filter { $0.reach(of: key) != nil }
        found.formUnion(Self.exclusions(covering, of: key, resolution))
        found.formUnion(Self.kinds(of: key, resolution))
        if Self.isReplacedAroundFinal(key, resolution) { found.insert("replace around a final") }
        for fate in resolution.fates(key) {
          found.insert("fate \(fate.outcome.rawValue)")
          if fate.outcome == .refused, key.count > 2 { found.insert("final in inner object") }
          if fate.outcome == .refused, fate.origin.commandLine != nil {
            found.insert("command line refused")
          }
          if fate.by?.origin.commandLine != nil { found.insert("command line displaces") }
        }
      }
    }
    for what in found { note(what) }
  }

  /// What the exclusions that might act on a key meet in the lineage.
  private static func exclusions(
    _ covering: [ReferenceMarker], of key: PlainKey, _ resolution: ReferenceResolution
  ) -> Set<String> {
    var found: Set<String> = []
    let finals = covering.filter { $0.directive == .final }
    let exclusions = covering.filter {
      ($0.directive == .exclude || $0.directive == .pass) && $0.origin.scope != resolution.scope
    }
    let entry = resolution.entry(key)
    if Set(exclusions.map(\.level)).count > 1 {
      found.insert("several exclusions of a key")
      if case .absent(.excluded) = entry { found.insert("several exclusions take a key") }
    }
    // A value that an exclusion would have taken, had a final not come before it.
    guard let origin = entry?.origins.first, exclusions.count > 0,
      exclusions.allSatisfy({ exclusion in finals.contains { $0.level < exclusion.level } })
    else { return found }
    for exclusion in exclusions {
      for final in finals where final.level < exclusion.level {
        let isAnotherTree = (final.origin.overlay ?? 0) < (exclusion.origin.overlay ?? 0)
        if isAnotherTree, final.origin.scope.count > exclusion.origin.scope.count {
          found.insert("deep final against a later exclusion")
        }
        if (origin.overlay ?? 0) < (final.origin.overlay ?? 0), origin.commandLine == nil,
          origin.scope != resolution.scope
        {
          found.insert("final against an exclusion in the trees before")
        }
      }
    }
    return found
  }

  /// Whether a key is written as an object and as something else in turns.
  private static func kinds(
    of key: PlainKey, _ resolution: ReferenceResolution
  ) -> Set<String> {
    var turns: [Bool] = []
    for level in resolution.said {
      guard let write = level.own[key] else { continue }
      if case .leaf = write {
        if turns.last != false { turns.append(false) }
      } else if turns.last != true {
        turns.append(true)
      }
    }
    return turns.count > 3 ? ["four kinds in turn"] : []
  }

  /// Whether an own object takes the place of an inherited one, of which a final key stays.
  private static func isReplacedAroundFinal(
    _ key: PlainKey, _ resolution: ReferenceResolution
  ) -> Bool {
    resolution.said.indices.contains { index in
      let said = resolution.said
      guard let write = said[index].own[key] else { return false }
      if case .leaf = write { return false }
      let strategies =
        said[index].replacing.isEmpty
        ? ReferenceStrategies(said[...index].flatMap(\.merges))
        : ReferenceStrategies(replacingAt: said[index].replacing)
      guard strategies.replacesObjects(at: key) else { return false }
      let finals = ReferenceFinals(said[..<index].flatMap(\.markers))
      return resolution.leaves.contains { leaf in
        leaf.key.count > key.count && leaf.key.starts(with: key) && finals.lock(leaf.key) != nil
      }
    }
  }
}
