import Cascade
import SafeText

extension TreeReader {
  package func reading(of scope: Scope) throws(Diagnostic) -> ScopeReading? {
    if let known = reading(scope) { return known }
    if absentParents.contains(scope) { return nil }
    do throws(Failure) {
      let way = try existingPath(toReadOf: scope)
      guard way.count > scope.depth else {
        absentParents.insert(scope)
        return nil
      }
      let reading = way[way.count - 1].readUncached(isParent: true)
      parents[scope] = reading
      return reading
    } catch {
      throw error.diagnostics.first ?? Diagnostic(.error, .reference, .value(.noScope(scope)))
    }
  }

  package func ruledParents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) throws(Diagnostic) -> [RuleResult] {
    var found: [RuleResult] = []
    let levels = commandLine.map { levels + [$0] } ?? levels
    for rule in snapshot.hasParentRules ? snapshot.parentRules.matching(scope) : [] {
      for template in rule.templates {
        var drawn: [SourceRange] = []
        var keys: [Key] = []
        let target = try target(
          of: template, in: scope, levels, above, drawing: &drawn, of: &keys)
        if case .itself = target {} else { template.isMet = true }
        found.append(
          RuleResult(
            target, by: template.text, at: template.place, isOptional: template.isOptional,
            drawing: drawn, of: keys))
      }
    }
    return found
  }

  package func nearest(to scope: Scope) -> Scope? {
    guard givesHints else { return nil }
    if let known = nearestKnown[scope] { return known }
    if searchLimit.isExhausted { return nil }
    let (near, hasTypo) = following(scope, searchLimit)
    nearestKnown[scope] = .some(hasTypo ? near : nil)
    return hasTypo ? near : nil
  }

  package func scopeMeant(by scope: Scope) -> Scope? {
    if let known = meantKnown[scope] { return known }
    let names = scope.names
    let index = names.indices.first { isAbsent(Scope(Array(names[...$0]))) }
    let meant = index.flatMap { index in
      let (above, end) = (Scope(Array(names[..<index])), names[(index + 1)...])
      return self.names(near: names[index], below: above).lazy
        .map { Scope(above.names + [$0] + end) }.first { !self.isAbsent($0) }
    }
    meantKnown[scope] = .some(meant)
    return meant
  }

  private func names(near name: [UInt8], below scope: Scope) -> [[UInt8]] {
    var rests = namesByRest[scope] ?? [:]
    if namesByRest[scope] == nil {
      var place: (any ScopePlace)? = SnapshotScope(self)
      for name in scope.names { place = place?.child(name).place }
      for name in place?.childNames ?? [] {
        NearMiss.forEachRest(of: name[...]) { rests[$0, default: []].append(name) }
      }
      namesByRest[scope] = rests
    }
    var near: [[UInt8]] = []
    NearMiss.forEachRest(of: name[...]) { rest in
      near += (rests[rest] ?? []).filter {
        NearMiss.isTypo(name[...], $0[...]) || NearMiss.isReordered(name, $0)
      }
    }
    return near
  }

  package func ignoredName(in scope: Scope) -> [UInt8]? {
    scope.names.first { name in snapshot.trees.allSatisfy { $0.rules.ignores(name) } }
  }

  package var unmetSettings: [Diagnostic] {
    snapshot.allSettings.flatMap { $0.findings(isAbsent) }
  }

  package func mayServeOtherMachines(_ scope: Scope) -> Bool {
    snapshot.parentRules.byFacts.contains { $0.dependsOnFacts(scope) }
  }

  package func lacksFacts(_ scope: Scope) -> Bool {
    snapshot.parentRules.byFacts.contains { rule in
      guard let led = rule.ledByFacts(scope) else { return false }
      do throws(Diagnostic) { return try facts(of: led) == nil } catch { return false }
    }
  }

  package func isReadByRule(_ written: Definition, _ key: Key, in lineage: Lineage) -> Bool {
    guard
      snapshot.parentRules.byKeys.contains(where: { rule in
        rule.mayRead(atOrBelow: lineage.scope) { Key($0.map { names.intern($0) }).isIn(key) }
      })
    else { return false }
    // An array of which a rule may read elements.
    guard let text = written.plainText else { return written.isArray }
    let rest = try? plain(
      key, of: lineage.scope, lineage.own.map(\.level), but: written.place
    ) { scope in lineage.ancestors.first { $0.scope == scope }?.levels ?? [] }
    return rest?.text != text
  }

  /// Adds the places and keys of its values to `drawn` and `keys`.
  private func target(
    of template: ParentRule.Template, in scope: Scope, _ levels: [Level],
    _ above: (Scope) -> [Level], drawing drawn: inout [SourceRange], of keys: inout [Key]
  ) throws(Diagnostic) -> RuleResult.Target {
    var path: [UInt8] = []
    var isSecret = false
    for piece in template.pieces {
      switch piece {
      case .text(let text): path += text
      case .component(let place): path += scope.names[place]
      case .name:
        guard let name = scope.names.last else { return .noValue(Array("$scope.name".utf8)) }
        path += name
      case .fact(let parts):
        guard let facts = try facts(of: scope) else {
          return .noFacts(file: factsPath(of: scope))
        }
        let key = Key(parts.map { names.intern($0) })
        guard let value = facts.value(of: key), let text = value.plainText else {
          return .noValue(Array("\(Reference.facts).".utf8) + names.shown(key))
        }
        path += text
        drawn.append(value.place)
      case .key(let parts):
        let key = Key(parts.map { names.intern($0) })
        guard let (text, place) = try plain(key, of: scope, levels, above) else {
          return .noValue(names.shown(key))
        }
        path += text
        drawn.append(place)
        keys.append(key)
        isSecret = isSecret || !reveals && self.isSecret(key, in: scope, levels, above)
      }
    }
    let shown = isSecret ? template.text : path.first == .slash ? path : [.slash] + path
    if !template.isFixed && Self.hasEmptyName(path, template) { return .emptyName(shown) }
    guard let other = Scope(path: path) else { return .noScope(shown) }
    if other == scope { return .itself }
    let isNeeded = template.isFixed && !template.isOptional
    return !isNeeded && isAbsent(other) ? .noScope(shown) : .scope(other)
  }

  /// Slashes at the ends of the template do not count.
  private static func hasEmptyName(_ path: [UInt8], _ template: ParentRule.Template) -> Bool {
    var names = path[...]
    if case .text(let text)? = template.pieces.first, text.first == .slash { names.removeFirst() }
    if case .text(let text)? = template.pieces.last, text.last == .slash { names.removeLast() }
    return names.split(separator: .slash, omittingEmptySubsequences: false).contains(
      where: \.isEmpty)
  }

  /// Errors are reported elsewhere.
  func isAbsent(_ scope: Scope) -> Bool {
    do throws(Diagnostic) { return try reading(of: scope) == nil } catch { return false }
  }

  /// Whether the scope or an ancestor directory declares the key secret.
  private func isSecret(
    _ key: Key, in scope: Scope, _ levels: [Level], _ above: (Scope) -> [Level]
  ) -> Bool {
    var all = levels
    var next = scope.above
    while let scope = next {
      all += above(scope)
      next = scope.above
    }
    let positions = all.enumerated().map { (position: $0.offset, level: $0.element) }
    let top = Mask(top: PatternCursor(positions, .secret))
    return key.names.reduce(top) { $0.descending($1) }.isSecret
  }

  /// From the scope's files or the nearest ancestor directory, without `passed`.
  /// Throws if an inclusion that might set the key fails.
  private func plain(
    _ key: Key, of scope: Scope, _ levels: [Level], but passed: SourceRange? = nil,
    _ above: (Scope) -> [Level]
  ) throws(Diagnostic) -> (text: [UInt8], place: SourceRange)? {
    var (scope, levels) = (scope, levels)
    while true {
      for level in levels.reversed() {
        if let problem = level.openInclusions(above: key).problems.first { throw problem }
        if let value = Self.value(of: key, in: level), let text = value.plainText,
          passed?.id != value.place.id
        {
          return (text, value.place)
        }
      }
      guard let next = scope.above else { return nil }
      (scope, levels) = (next, above(next))
    }
  }

  /// The value that a level sets, or the element of an array (K3).
  private static func value(of key: Key, in level: Level) -> Definition? {
    if let value = level.setting(key)?.leaf { return value }
    for count in 1..<key.names.count {
      guard let array = level.setting(key.prefix(count))?.leaf else { continue }
      return array.following(Key(Array(key.names.dropFirst(count))))
    }
    return nil
  }
}

extension Definition {
  /// The text of a scalar; nil for other values.
  fileprivate var plainText: [UInt8]? {
    switch kind {
    case .string: document.text(node)
    case .number, .true, .false: Array(document.spelling(node))
    default: nil
    }
  }
}
