import Cascade

extension CheckedScope {
  /// The `$merge` markers that apply where a value merges with an inherited one.
  var appliedStrategies: [Marker] {
    guard view.activeDeclarations?.hasMerges == true else { return [] }
    var found: [Marker] = []
    for position in newPositions {
      view.tops[position].forEachTouched(where: \.isStrategic) { node in
        if let node = node as? LevelNode { found += node.countingStrategies }
      }
    }
    return found
  }
}

extension ViewNode {
  fileprivate var isStrategic: Bool { activeDeclarations?.hasMerges == true }
}

extension LevelNode {
  fileprivate var countingStrategies: [Marker] {
    guard let activeDeclarations else { return [] }
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
