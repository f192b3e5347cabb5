import Cascade
import JSONSource

extension CheckedScope {
  /// The claim that a marker has no effect, with the nearest existing key.
  func claim(_ rule: Diagnostic.Rule, idle marker: Marker) -> Claim {
    var unmet: Diagnostic?
    if marker.directive == .merge {
      unmet = finding(.warning, rule, marker, .neverMet)
      if effects.hasMatch(marker), let unmet { return Claim(unmet, .idle(marker, unmet: nil)) }
    }
    let nearest: NearestKey.Match?
    switch marker.directive {
    case .stop, .remove:
      // Only inherited values can be removed.
      let inherited = level(of: marker).flatMap { view.tops[$0.position].previous }
      nearest = NearestKey(view.names, inherited, mentioned, in: nil).search(marker.pattern)
    case .until, .because: nearest = nil
    default:
      nearest = NearestKey(view.names, view.root, mentioned, in: visited.numbers)
        .search(marker.pattern)
    }
    // A typo that leaves a value unprotected is an error.
    let isUnprotecting =
      marker.directive.protects && nearest?.isNear == true && marker.pattern.key != nil
    return Claim(
      finding(
        isUnprotecting ? .error : .warning, rule, marker,
        marker.directive.describesOverride
          ? .idleBeside(marker.directive) : .idle(marker.directive),
        notes: nearest.map { [.init(.nearest(view.names.shown($0.key)))] } ?? []),
      .idle(marker, unmet: unmet))
  }

  private func finding(
    _ severity: Diagnostic.Severity, _ rule: Diagnostic.Rule, _ marker: Marker,
    _ problem: Diagnostic.KeyProblem, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    var notes = notes
    // A directive acts on written values, not inside computed values.
    if let key = marker.pattern.key, case (let node, let rest) = view.deepest(key), !rest.isEmpty,
      node.isComputedValue, let place = node.place
    {
      notes.append(.init(.computed(marker.directive), at: place))
    }
    return Diagnostic(
      severity, rule, marker.pattern, view.names, problem, at: marker.place, notes: notes)
  }

  func level(of marker: Marker) -> (position: Int, level: Level)? {
    own.first { $0.level.home == marker.file.home }
  }

  /// Whether the level of a marker sets a key that it names, or removes its pattern.
  func setsKey(of marker: Marker) -> Bool {
    guard let tree = own.firstIndex(where: { $0.level.home == marker.file.home }) else {
      return false
    }
    return setting.contains(ObjectIdentifier(marker))
      || taken[tree].contains(marker.pattern.parts)
  }
}

extension LevelValue {
  func forEachMarker(at cursor: PatternCursor, _ body: (Marker) -> Void) {
    if cursor.isEmpty { return }
    for (name, value) in members {
      let cursor = cursor.descending(name)
      for (_, marker) in cursor.markers { body(marker) }
      value.forEachMarker(at: cursor, body)
    }
  }
}
