import Cascade
import JSONSource
import SafeText

extension CheckedScope {
  /// The claim that a marker has no effect, with the nearest existing key.
  func claim(_ rule: Diagnostic.Rule, idle marker: Marker) -> Claim {
    let unmet = marker.directive == .merge ? finding(.warning, rule, marker, .neverMet) : nil
    if let unmet, effects.hasMatch(marker) { return Claim(diagnostic: unmet, idle: marker) }
    let nearest: (key: Key, isNear: Bool)?
    switch marker.directive {
    case .stop, .remove:
      // Only inherited values can be removed.
      let level = own.first { $0.level.home == marker.file.home }
      let inherited = level.flatMap { view.top(at: $0.position).previous }
      nearest = nearestKey(to: marker.pattern, in: inherited, mentionedIn: nil)
    case .until, .because: nearest = nil
    default:
      nearest = nearestKey(to: marker.pattern, in: view.root, mentionedIn: visited.numbers)
    }
    // A typo that leaves a value unprotected is an error. A key that is required is none.
    let isUnprotecting =
      marker.directive.protects && nearest?.isNear == true && marker.pattern.key != nil
      && !markers.contains { $0.directive == .required && $0.pattern.key == marker.pattern.key }
    return Claim(
      diagnostic: finding(
        isUnprotecting ? .error : .warning, rule, marker,
        marker.directive.describesOverride
          ? .idleBeside(marker.directive) : .idle(marker.directive),
        notes: nearest.map { [.init(.nearest(view.names.shown($0.key)))] } ?? []),
      idle: marker, unmet: unmet)
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

  /// The existing key that is nearest to a pattern. `isNear` if it differs by a typo; otherwise it only ends in the
  /// same name.
  private func nearestKey(
    to pattern: KeyPattern, in node: ViewNode?, mentionedIn scopes: Range<Int>?
  ) -> (key: Key, isNear: Bool)? {
    let top = ExistingKey(
      names: view.names, node: node, mention: scopes.map { _ in mentioned.top },
      scopes: scopes ?? 0..<0)
    // `**` is treated as matching no name.
    let parts = pattern.parts.filter { $0 != .deep }
    let names = parts.map(\.name)
    let (way, hasTypo) = top.following(names, mentioned.searchLimit)
    if hasTypo { return (Key(way), true) }
    guard way.count < names.count, let last = names.last.flatMap({ $0 }) else { return nil }
    var key: Key?
    top.search(mentioned.searchLimit) { _, name, way in
      if name == last { key = Key(way()) }
      return key == nil
    }
    return key.map { ($0, false) }
  }

  /// Whether the level of a marker sets a key that it names, or removes its pattern.
  func setsKey(of marker: Marker) -> Bool {
    setting.contains(ObjectIdentifier(marker))
      || taken.contains { $0.home == marker.file.home && $0.parts.contains(marker.pattern.parts) }
  }
}

extension StatementTree {
  func forEachMarker(at cursor: PatternCursor, _ body: (Marker) -> Void) {
    if cursor.isEmpty { return }
    for (name, value) in members {
      let cursor = cursor.descending(name)
      for (_, marker) in cursor.markers { body(marker) }
      value.forEachMarker(at: cursor, body)
    }
  }
}

/// The members of a node, together with the mentioned keys.
private struct ExistingKey: NamedPlace {
  let names: NameTable
  let node: ViewNode?
  let mention: MentionedKeys.Tree?
  let scopes: Range<Int>

  var labels: [Name] {
    let live = node?.liveMembers().map(\.name) ?? []
    return (live + (mention?.members.names.filter { mention(of: $0) != nil } ?? [])).uniqued
  }

  func below(_ name: Name) -> ExistingKey? {
    let member = node?.isObject == true ? node?.member(name) : nil
    let node = member?.isLive == true ? member : nil
    let mention = mention(of: name)
    if node == nil && mention == nil { return nil }
    return ExistingKey(names: names, node: node, mention: mention, scopes: scopes)
  }

  private func mention(of name: Name) -> MentionedKeys.Tree? {
    mention?.members[name].flatMap { $0.isMentioned(in: scopes) ? $0 : nil }
  }

  func spelling(_ name: Name) -> ArraySlice<UInt8> { names.bytes(of: name) }
}
