import JSONSource

extension LevelNode {
  func displaced() -> Displacement? {
    guard let previous else { return nil }
    if let withdrawal = withdrawal(of: previous) { return .withdrawn(withdrawal) }
    guard case .kept = write, let tree else { return nil }
    switch tree.own {
    case .nothing: return nil
    case .leaf(let value):
      if case .array = state { return nil }
      return .overridden(by: value, wasObject: inherited?.isObject ?? false)
    case .object(let parts):
      guard previous.isLive, !previous.isObject, let part = tree.replacing ?? parts.first else {
        return nil
      }
      return .replacedByObject(part)
    }
  }

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

  func absent(_ displacement: Displacement?) -> Absence? {
    if case .refused(let finalMarker) = write, previous?.isLive != true {
      return Absence(withdrawal: .refused(by: finalMarker))
    }
    guard let previous, previous.isLive else { return previous?.absence }
    if case .withdrawn(let withdrawal)? = displacement { return Absence(withdrawal: withdrawal) }
    return earlierAbsence ?? lastRemovedAbsence
  }

  func refused() -> [Refusal] {
    var refusals: [Refusal] = []
    if case .refused(let finalMarker) = write, let parts = tree?.own.parts {
      refusals += parts.map { Refusal(attempt: .value($0), by: finalMarker) }
    }
    if let finalMarker, let previous, previous.isLive {
      let isArray = previous.isArray
      let around = outer?.markers ?? []
      let own = markers { marker in
        marker.directive.takes && !around.contains { $0 === marker }
      }
      for marker in around + own where marker.directive != .remove || isArray {
        refusals.append(Refusal(attempt: .marker(marker), by: finalMarker))
      }
    }
    return refusals
  }
}
