import JSONSource

extension LevelNode {
  func folded() -> State {
    guard case .kept = write, let tree else { return rest }
    switch tree.own {
    case .nothing: return rest
    case .leaf(let value):
      guard value.isArray, let strategy = strategy(\.fitsArrays), strategy != .replace,
        let inherited = inherited?.array
      else { return .leaf(value) }
      return .array(inherited.laying(value, strategy))
    case .object(let parts):
      if !parts.contains(where: \.isEmptyObject) { return .object(isWrittenEmpty: false) }
      return .object(isWrittenEmpty: liveName == nil)
    }
  }

  /// The inherited value after stops and removals.
  var rest: State {
    guard let previous else { return .absent }
    switch previous.state {
    case .absent: return .absent
    case .object(isWrittenEmpty: false):
      return liveName == nil ? .absent : .object(isWrittenEmpty: false)
    case .leaf, .array, .object:
      if stop != nil || outerReplacement != nil { return .absent }
      return removal.map { .array($0.left) } ?? previous.state
    }
  }

  var removal: (left: MergedArray, by: [Marker])? {
    guard isMarked else { return nil }
    if let known = extras.removal { return known }
    let made = makeRemoval()
    extras.removal = .some(made)
    return made
  }

  func makeRemoval() -> (left: MergedArray, by: [Marker])? {
    guard finalMarker == nil, stop == nil, outerReplacement == nil else { return nil }
    let markers = markers { $0.directive == .remove }
    guard !markers.isEmpty, let array = previous?.array else { return nil }
    return array.removing(markers, strategy(\.fitsArrays))
  }

  var actingRemovals: [Marker] {
    // Removals are idle if the own value replaces the array, unless a computed value may read it (D20).
    if let own = lastWritten, own.isObject || !own.isComputing,
      !own.isArray || strategy(\.fitsArrays) ?? .replace == .replace
    {
      return []
    }
    return (inherited as? LevelNode)?.step === step
      ? (inherited as? LevelNode)?.removal?.by ?? [] : removal?.by ?? []
  }
}
