import Cascade

/// The values of a scope that repeat the inherited ones. An object with no other values is reported as a whole.
struct RedundantValues {
  private let scope: CheckedScope
  private var files = Catalog<ObjectIdentifier, (file: PropertyFile, nodes: [Int: ViewNode])>()

  init(_ scope: CheckedScope) {
    self.scope = scope
    // Without it the value of another file would be in force.
    let disputed = Set(scope.overwritings.map(\.key.names))
    lazy var temporary = TemporaryValues(scope.view)
    for own in scope.unchanging {
      guard let part = own.lastWritten, !scope.effects.isNeeded(part.place.id), !isMeant(own.key),
        own.inherited.map({ temporary.mayInclude($0, own.key) }) != true,
        part.isEmptyObject || !part.isObject || !part.instructs
      else { continue }
      let names = own.key.names
      if (1...names.count).contains(where: { disputed.contains(Array(names[..<$0])) }) { continue }
      files[ObjectIdentifier(part.file), orNew: (part.file, [:])].nodes[part.node] = own
    }
  }

  /// Whether the value has a reason or a date, or keeps a removal from acting.
  private func isMeant(_ key: Key) -> Bool {
    scope.own.contains { own in
      PatternCursor([own], [.attribute, .value]).descending(key.names).markers
        .contains { [.because, .until, .remove].contains($0.marker.directive) }
    }
  }

  var claims: [Claim] {
    files.items.flatMap { file, nodes in
      visit(Definition(file: file, node: 0), Key(file.prefix), nodes, nodes.keys.sorted()[...])
        .claims
    }
  }

  private func visit(
    _ object: Definition, _ key: Key, _ nodes: [Int: ViewNode], _ order: ArraySlice<Int>
  ) -> (isAll: Bool, claims: [Claim]) {
    let document = object.document
    var (isAll, claims) = (true, [Claim]())
    var rest = order
    for member in document.members(object.node) {
      if member.isDirective {
        if !document.isComment(member) { isAll = false }
        continue
      }
      let value = object.at(member.value)
      let key = key.appending(member.name)
      let end = document.indexAfter(member.value)
      let inside = rest.prefix { $0 < end }
      rest = rest.dropFirst(inside.count)
      guard let first = inside.first, let inherited = nodes[first]?.inherited else {
        isAll = false
        continue
      }
      if nodes[member.value] != nil {
        claims.append(
          Claim(diagnostic: finding(value, key, inherited), value: value.place.id))
        continue
      }
      let found = visit(value, key, nodes, inside)
      if found.isAll && !isMeant(key) {
        claims.append(
          Claim(diagnostic: finding(value, key, inherited), parts: found.claims))
      } else {
        claims += found.claims
        isAll = false
      }
    }
    return (isAll, claims)
  }

  private func finding(_ written: Definition, _ key: Key, _ inherited: ViewNode) -> Diagnostic {
    let problem: Diagnostic.KeyProblem =
      written.isObject && !written.isEmptyObject
      ? .redundantObject(valueCount: written.valueCount)
      : .redundant(isEmptyObject: written.isObject && !inherited.isWrittenEmpty)
    return scope.warning(
      .redundant, key, problem, at: written.place, notes: inherited.noteOfInherited)
  }
}

/// The inherited values that end at a date.
private struct TemporaryValues {
  private let levels: [(position: Int, level: Level)]

  init(_ view: View) {
    levels = view.levels.enumerated().filter { _, level in
      level.hasMarkers && level.markers.contains { $0.directive == .until }
    }.map { ($0.offset, $0.element) }
  }

  /// Whether a date names the key, an object around it, or a value in it.
  func mayInclude(_ inherited: ViewNode, _ key: Key) -> Bool {
    if levels.isEmpty { return false }
    // A level before the one that set the value no longer matters.
    let first = if case .leaf = inherited.state { inherited.step.position } else { 0 }
    var cursor = PatternCursor(levels.filter { $0.position >= first }, .attribute)
    for name in key.names {
      cursor = cursor.descending(name)
      if !cursor.markers(.until).isEmpty { return true }
    }
    // A scalar has no values in it: of many patterns, all would be listed for each value.
    if case .leaf(let written) = inherited.state, !written.isArray, !written.isComputed {
      return false
    }
    return cursor.markersBelow().contains { $0.directive == .until }
  }
}

extension Definition {
  fileprivate var instructs: Bool {
    !isPlain
      && document.members(node).contains { member in
        let value = at(member.value)
        return member.isDirective
          ? !document.isComment(member) : value.isObject && value.instructs
      }
  }

  fileprivate var valueCount: Int {
    guard isObject, !isEmptyObject else { return 1 }
    return memberNames.compactMap(member).reduce(0) { $0 + $1.valueCount }
  }
}

/// A finding that holds unless a scope visited later disproves it.
struct Claim {
  let diagnostic: Diagnostic
  /// A marker without effect in any scope.
  var idle: Marker?
  /// Reported instead if the idle marker matches a key.
  var unmet: Diagnostic?
  /// A value that no scope needs.
  var value: SourceRange.ID?
  /// The claims on which it rests; if one fails, the others are reported one by one.
  var parts: [Claim] = []

  func findings(_ effects: StatementEffects) -> [Diagnostic] {
    if !holds(effects) { return parts.flatMap { $0.findings(effects) } }
    if let unmet, let idle, effects.hasMatch(idle) { return [unmet] }
    return [diagnostic]
  }

  private func holds(_ effects: StatementEffects) -> Bool {
    idle.map(effects.hasEffect) != true && value.map(effects.isNeeded) != true
      && parts.allSatisfy { $0.holds(effects) }
  }
}
