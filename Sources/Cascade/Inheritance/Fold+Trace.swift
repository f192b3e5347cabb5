import JSONSource

/// What a layer did to the value before it. Computed separately, because only reports need it.
struct Trace {
  let displacement: Displacement?
  /// nil if the key has a value or was never set.
  let absence: Absence?
  let refusals: [Refusal]
}

/// The effect of a layer on the previous value.
enum Displacement {
  case withdrawn(ValueRemoval)
  /// An exclusion restored the value of the previous trees.
  case restored(by: Marker, to: RecordID)
  /// A leaf replaced the value.
  case overridden(by: Definition, wasObject: Bool)
  /// An object replaced a leaf.
  case replacedByObject(Definition)
}

extension Fold {
  func trace(of id: RecordID) -> Trace {
    let known = self[id].trace
    if known >= 0 { return layer(of: id).traces[Int(known)] }
    let displacement =
      isBoundary(id) ? displacementByBoundary(id) : displacementByLevel(id)
    let trace = Trace(
      displacement: displacement, absence: isLive(id) ? nil : makeAbsence(of: id, displacement),
      refusals: refusals(by: id))
    self[id].trace = Int32(layer(of: id).traces.count)
    layer(of: id).traces.append(trace)
    return trace
  }

  private func displacementByLevel(_ id: RecordID) -> Displacement? {
    guard let previous = previous(of: id) else { return nil }
    if let withdrawal = withdrawal(by: id, of: previous) { return .withdrawn(withdrawal) }
    guard write(by: id) == .kept else { return nil }
    switch statements(of: id).own {
    case .nothing: return nil
    case .leaf(let value):
      if state(of: id) == .array { return nil }
      return .overridden(by: value, wasObject: inherited(by: id).map(isObject) ?? false)
    case .object(let parts):
      guard isLive(previous), !isObject(previous),
        let part = statements(of: id).tree?.replacing ?? parts.first
      else { return nil }
      return .replacedByObject(part)
    }
  }

  private func withdrawal(by id: RecordID, of previous: RecordID) -> ValueRemoval? {
    guard isLive(previous) else { return nil }
    let (stop, around) = (stop(of: id), outerReplacement(of: id))
    guard stop != nil || around != nil else { return nil }
    // A final inside the object keeps the object.
    if isObject(previous), let declarations = self.declarations(of: id),
      finalMarkerInside(previous, declarations, before: position(of: id)) != nil
    {
      return nil
    }
    if let stop { return .marker(stop, position: position(of: id)) }
    return earlierAbsence(of: id) == nil ? around.map { .replaced(by: $0) } : nil
  }

  /// The reason an inherited object was removed before a value around it could replace it.
  private func earlierAbsence(of id: RecordID) -> Absence? {
    guard marks(of: id)?.isMarked == true, previous(of: id).map(isObject) == true,
      hasOuterReplacement(id)
    else { return nil }
    let earlier = withoutOwnValue(id, omitsOwnAround: true)
    return isLive(earlier) ? nil : trace(of: earlier).absence
  }

  private func displacementByBoundary(_ id: RecordID) -> Displacement? {
    guard let previous = previous(of: id), let acting = acting(id) else { return nil }
    if let before = exclusions(of: id)?.before, isLive(before), previous != before {
      // A final inside the object keeps the object.
      if isObject(id) && !isObject(before) { return nil }
      return .restored(by: acting.marker, to: before)
    }
    guard isLive(previous), !isLive(id) else { return nil }
    return .withdrawn(.marker(acting.marker, position: acting.position))
  }

  private func makeAbsence(of id: RecordID, _ displacement: Displacement?) -> Absence? {
    let previous = previous(of: id)
    let wasLive = previous.map(isLive) == true
    if !wasLive, let finalMarker = refusal(by: id) {
      return Absence(withdrawal: .refused(by: finalMarker))
    }
    guard wasLive else { return previous.flatMap { trace(of: $0).absence } }
    if isBoundary(id) {
      guard let acting = acting(id) else { return lastRemovedAbsence(in: id) }
      return Absence(withdrawal: .marker(acting.marker, position: acting.position))
    }
    if case .withdrawn(let withdrawal)? = displacement { return Absence(withdrawal: withdrawal) }
    return earlierAbsence(of: id) ?? lastRemovedAbsence(in: id)
  }

  /// The reason for the last member removed in this layer (D2).
  private func lastRemovedAbsence(in id: RecordID) -> Absence? {
    var last: Absence?
    for name in touchedNames(of: id) {
      guard let member = member(name, of: id), member.layer == id.layer, !isLive(member),
        previous(of: member).map(isLive) == true, let absence = trace(of: member).absence
      else { continue }
      if let last, !absence.withdrawal.isLater(than: last.withdrawal) { continue }
      last = absence
    }
    return last
  }

  private func refusals(by id: RecordID) -> [Refusal] {
    if isBoundary(id) || declarations(of: id) == nil { return [] }
    var refusals: [Refusal] = []
    if let finalMarker = refusal(by: id) {
      refusals += statements(of: id).own.parts.map {
        Refusal(attempt: .value($0), by: finalMarker)
      }
    }
    if let finalMarker = finalMarker(of: id), let previous = previous(of: id), isLive(previous) {
      let isArray = array(of: previous) != nil
      let around = marks(of: id)?.outer?.markers ?? []
      let own = markers(of: id) { marker in
        marker.directive.takes && !around.contains { $0 === marker }
      }
      for marker in around + own where marker.directive != .remove || isArray {
        refusals.append(Refusal(attempt: .marker(marker), by: finalMarker))
      }
    }
    return refusals
  }
}
