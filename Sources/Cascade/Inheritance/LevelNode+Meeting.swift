/// The `$merge` entries that take effect at a level (I8).
extension LevelNode {
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
    // Only `by` affects removals.
    guard !removing.isEmpty, let marker = inForce.declaration(at: step.position, \.fitsArrays),
      case .by? = marker.strategy
    else { return nil }
    return marker
  }

  package var replacingStrategy: Marker? {
    guard case .withdrawn(.replaced)? = displacement else { return nil }
    return (holder as? LevelNode)?.inwardReplacingStrategy
  }

  /// The entry of the widest object that replaces the inherited object.
  private var inwardReplacingStrategy: Marker? {
    if replacementAround != nil { return (holder as? LevelNode)?.inwardReplacingStrategy }
    return replacement?.isObject == true ? meetingStrategy : nil
  }
}
