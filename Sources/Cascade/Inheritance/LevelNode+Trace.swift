import JSONSource

extension LevelNode {
  func withdrawal(of previous: ViewNode) -> ValueRemoval? {
    guard previous.isLive else { return nil }
    let around = outerReplacement
    guard stop != nil || around != nil else { return nil }
    // A final inside the object keeps the object.
    if previous.isObject, let activeDeclarations,
      finalMarkerInside(previous, activeDeclarations) != nil
    {
      return nil
    }
    if let stop { return .marker(stop, position: step.position) }
    return earlierAbsence == nil ? around.map { .replaced(by: $0) } : nil
  }

  /// The reason an inherited object was removed before a value around it could replace it.
  var earlierAbsence: Absence? {
    isMarked && previous?.isObject == true && outerReplacement != nil ? extras.earlierAbsence : nil
  }
}

/// The `$merge` entries that take effect at a level (I8).
extension LevelNode {
  package var appliedStrategy: Marker? {
    guard !step.isCommandLine, let activeDeclarations, activeDeclarations.hasMerges else {
      return nil
    }
    if let part = lastWritten, let inherited {
      if part.isObject && inherited.isObject {
        return activeDeclarations.declaration(at: step.position, \.fitsObjects)
      }
      if part.isArray && inherited.isArray {
        return activeDeclarations.declaration(at: step.position, \.fitsArrays)
      }
    }
    // Only `by` affects removals.
    guard !removing.isEmpty,
      let marker = activeDeclarations.declaration(at: step.position, \.fitsArrays),
      case .by? = marker.strategy
    else { return nil }
    return marker
  }

  package var replacingStrategy: Marker? {
    guard case .withdrawn(.replaced)? = displacement else { return nil }
    return (holder as? LevelNode)?.widestReplacingStrategy
  }

  /// The entry of the widest object that replaces the inherited object.
  private var widestReplacingStrategy: Marker? {
    if outerReplacement != nil { return (holder as? LevelNode)?.widestReplacingStrategy }
    return replacement?.isObject == true ? appliedStrategy : nil
  }
}
