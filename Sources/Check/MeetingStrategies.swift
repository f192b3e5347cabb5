import Cascade

extension CheckedScope {
  /// The declarations of `$merge` that count where a value meets an inherited one in this scope.
  var meetingStrategies: [Marker] {
    guard view.inForce?.hasMerges == true else { return [] }
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
  /// Whether a strategy is declared here or below.
  fileprivate var isStrategic: Bool { inForce?.hasMerges == true }
}

extension LevelNode {
  /// The declarations that count where the level's own value, or its removals, meet what is inherited.
  fileprivate var countingStrategies: [Marker] {
    guard let inForce else { return [] }
    let position = step.position
    var found: [Marker?] = []
    // Elements are known as the strategy says, also where they are removed.
    if behind?.isArray == true, !markers(where: { $0.directive == .remove }).isEmpty {
      found.append(inForce.declaration(at: position, \.fitsArrays))
    }
    if lastWritten != nil, let inherited, inherited.isLive {
      let nearest = inForce.declaration(at: position)
      found.append(meetingStrategy ?? (nearest?.strategy == .replace ? nearest : nil))
      // Another rule tells that it does not fit.
      if let nearest, nearest.pattern.key != nil { found.append(nearest) }
    }
    return found.compactMap { $0 }
  }
}
