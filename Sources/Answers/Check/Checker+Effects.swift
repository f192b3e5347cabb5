import Cascade

extension Checker {
  func noteEffects(in scope: CheckedScope) {
    let (view, effects) = (scope.view, scope.effects)
    func noteRemovals(_ node: ViewNode) {
      node.forEachTouched { $0.removingMarkers.forEach(effects.note(effectOf:)) }
    }
    for position in scope.newPositions {
      if view.levels[position].hasMarkers { noteRemovals(view.top(at: position)) }
      if let before = view.top(at: position).previous, before.isBoundary { noteRemovals(before) }
    }
    if scope.visited.isAsked {
      // An exclusion counts as effective even without a scope below.
      view.boundaries().forEach(noteRemovals)
      for marker in scope.passed where view.mentions(marker.pattern) {
        effects.note(effectOf: marker)
      }
      notePassed(in: scope)
    }
    if view.lineage.treeCount > 1 { noteNeeded(in: scope) }
    // A final that refuses a change has an effect, even if its key has no value.
    for (_, refusal) in scope.refusals { effects.note(effectOf: refusal.by) }
    if view.activeDeclarations?.hasMerges == true { noteStrategies(in: scope) }
    note(scope.declared, in: scope)
  }

  /// Records the `$merge` markers that apply where a value merges with an inherited one.
  private func noteStrategies(in scope: CheckedScope) {
    func mayMerge(_ node: ViewNode) -> Bool { node.activeDeclarations?.hasMerges == true }
    for position in scope.newPositions {
      scope.view.top(at: position).forEachTouched(where: mayMerge) { node in
        node.countingStrategies.forEach(effects.note(effectOf:))
      }
    }
  }

  /// Records the attributes that match a key. A value of shared levels counts only if a scope inherits it.
  private func note(_ all: [Declaration], in scope: CheckedScope) {
    let declared = all.filter {
      $0.marker.directive.appliesToDescendants && !$0.marker.directive.takes
    }
    matches.clear(in: scope.walked.delta) { _ in true }
    if scope.visited.isAsked { return declared.forEach(effects.note(matching:)) }
    for (key, some) in Dictionary(grouping: declared, by: \.key) { matches[key] = some }
  }

  private func notePassed(in scope: CheckedScope) {
    let lineage = scope.view.lineage
    guard lineage.treeCount > 1 || lineage.hasFurtherParents else { return }
    for (position, level) in lineage.levels(concerning: .exclusion)
    where lineage.reason(of: position) != nil {
      for marker in level.markers.flatMap(\.passed)
      where !scope.effects.hasEffect(marker) && scope.view.mentions(marker.pattern) {
        scope.effects.note(effectOf: marker)
      }
    }
  }

  /// Records the values of overlays that have an effect here, but not in their own scope above.
  func noteNeeded(in scope: CheckedScope) {
    let lineage = scope.view.lineage
    let delta = scope.walked.delta
    for above in open.dropLast() where above.visited.isAsked {
      let all = above.unchangingInOverlays
      if all.isEmpty { continue }
      // Untouched values equal the ancestor's, unless a final comes between.
      let names = delta.isWhole ? Array(all.keys) : delta.names
      for own in names.flatMap({ all[$0] ?? [] }) {
        let level = above.view.levels[own.step.position]
        guard let part = own.lastWritten, !effects.isNeeded(part.place.id),
          let position = lineage.position(of: level)
        else { continue }
        if scope.view.node(own.key, at: position)?.changesNothing != true {
          effects.note(needed: part)
        }
      }
    }
  }

  /// Records redundant values on which rules of inheritance depend.
  func noteDrawn(in scope: CheckedScope) {
    guard scope.isCertain else { return }
    for own in scope.unchanging {
      if let part = own.lastWritten, treeReader.isReadByRule(part, own.key, in: scope.view.lineage)
      {
        effects.note(needed: part)
      }
    }
  }
}

extension ViewNode {
  fileprivate var countingStrategies: [Marker] {
    guard let activeDeclarations, !isBoundary else { return [] }
    let position = step.position
    var found: [Marker?] = []
    // The strategy also identifies elements to remove.
    if previous?.isArray == true, !markers(where: { $0.directive == .remove }).isEmpty {
      found.append(activeDeclarations.declaration(at: position, \.fitsArrays))
    }
    if lastWritten != nil, let inherited, inherited.isLive {
      let nearest = activeDeclarations.declaration(at: position)
      found.append(appliedStrategy ?? (nearest?.strategy == .replace ? nearest : nil))
      // `merge-kind` reports strategies that do not fit.
      if let nearest, nearest.pattern.key != nil { found.append(nearest) }
    }
    return found.compactMap { $0 }
  }
}
