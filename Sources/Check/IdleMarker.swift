import Answers
import Cascade
import JSONSource

extension CheckedScope {
  /// That a marker does nothing, with the nearest key that it might have meant.
  func finding(_ rule: Diagnostic.Rule, idle marker: Marker) -> Diagnostic {
    let nearest: NearestKey.Found?
    let problem: Diagnostic.KeyProblem
    switch marker.directive {
    case .stop, .remove:
      // Only what is inherited can be taken.
      let inherited = level(of: marker).flatMap { view.tops[$0.position].behind }
      nearest = NearestKey(view.names, inherited, mentioned, since: nil).search(marker.pattern)
      problem = .idle(marker.directive)
    case .until, .because:
      nearest = nil
      problem = .idleBeside(marker.directive)
    case .merge where isNamed(marker):
      nearest = nil
      problem = .neverMet
    default:
      nearest = NearestKey(view.names, view.root, mentioned, since: turn).search(marker.pattern)
      problem = .idle(marker.directive)
    }
    // Where a slip leaves open what was to be kept, that is no trifle.
    let isUnprotecting =
      marker.directive.protects && nearest?.isNear == true && marker.pattern.key != nil
    var notes = nearest.map { [Diagnostic.Note(.nearest(view.names.shown($0.key)))] } ?? []
    // What acts on written values does not reach what one is computed to.
    if let key = marker.pattern.key, case (let node, let rest) = view.deepest(key), !rest.isEmpty,
      node.isComputedValue, let place = node.place
    {
      notes.append(.init(.computed(marker.directive), at: place))
    }
    return Diagnostic(
      isUnprotecting ? .error : .warning, rule, marker.pattern, view.names, problem,
      at: marker.place, notes: notes)
  }

  /// The level of this scope in which a marker stands, with its position.
  func level(of marker: Marker) -> (position: Int, level: Level)? {
    own.first { $0.level.home == marker.file.home }
  }

  /// Whether the level of a marker sets a key that it names, or takes one away by the same pattern.
  func setsKey(of marker: Marker) -> Bool {
    guard let tree = own.firstIndex(where: { $0.level.home == marker.file.home }) else {
      return false
    }
    return setting.contains(ObjectIdentifier(marker))
      || taken[tree].contains(marker.pattern.parts)
  }
}

extension LevelValue {
  /// Calls `body` for the markers of every key that the level writes in this value.
  func forEachMarker(at cursor: PatternCursor, _ body: (Marker) -> Void) {
    if cursor.isEmpty { return }
    for (name, value) in members {
      let cursor = cursor.descending(name)
      for (_, marker) in cursor.markers { body(marker) }
      value.forEachMarker(at: cursor, body)
    }
  }
}
