/// By which declarations of `$merge` a level's say meets what it inherits (I8).
extension LevelNode {
  /// The one by which the level's own value, or its removals, meet the inherited value here; nil where none
  /// counts, or nothing meets.
  package var meetingStrategy: Marker? {
    guard !step.isCommandLine, let inForce, inForce.hasMerges else { return nil }
    if let part = lastWritten, let inherited {
      if part.isObject && inherited.isObject {
        return inForce.declaration(at: step.position, \.fitsObjects)
      }
      if part.isArray && inherited.isArray {
        return inForce.declaration(at: step.position, \.fitsArrays)
      }
    }
    // Of the others none says which elements are removed.
    guard !removing.isEmpty, let marker = inForce.declaration(at: step.position, \.fitsArrays),
      case .by? = marker.strategy
    else { return nil }
    return marker
  }

  /// The one for an object around this key, by which the inherited value here was replaced.
  package var replacingStrategy: Marker? {
    guard case .withdrawn(.replaced)? = displacement else { return nil }
    return (holder as? LevelNode)?.inwardReplacingStrategy
  }

  /// That of the widest object that puts itself in the place of what is inherited.
  private var inwardReplacingStrategy: Marker? {
    if replacementAround != nil { return (holder as? LevelNode)?.inwardReplacingStrategy }
    return replacement?.isObject == true ? meetingStrategy : nil
  }
}
