import Cascade
import JSONSource

extension World: AncestorSource {
  package func reading(of scope: Scope) throws(Diagnostic) -> ScopeReading? {
    if let known = reading(scope) { return known }
    if absentParents.contains(scope) { return nil }
    do throws(Failure) {
      let way = try wayAsFarAsItGoes(to: scope)
      guard way.count > scope.depth else {
        absentParents.insert(scope)
        return nil
      }
      isReadingParent = true
      defer { isReadingParent = false }
      let reading = way[way.count - 1].read()
      keep(reading, of: scope)
      return reading
    } catch {
      throw error.diagnostics.first ?? Diagnostic(.error, .reference, .value(.noScope(scope)))
    }
  }

  package func parents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) throws(Diagnostic) -> [Parent] {
    var ruled: [Parent] = []
    for rule in snapshot.parentRules where rule.matches(scope) {
      for template in rule.templates {
        let parent = try parent(
          of: scope, template, commandLine.map { levels + [$0] } ?? levels, above)
        if let parent { ruled.append(parent) }
      }
    }
    let parents = Ancestry.parents(of: scope, levels, byRule: ruled)
    if parents.contains(where: { $0.place != nil }) { noteDraw() }
    return parents
  }

  package func nearest(to scope: Scope) -> Scope? {
    let (near, hasSlip) = following(scope)
    return givesHints && hasSlip ? near : nil
  }

  package func ignoredName(in scope: Scope) -> [UInt8]? {
    scope.names.first { name in snapshot.trees.allSatisfy { $0.rules.ignores(name) } }
  }

  /// Whether machines that nobody has asked about may inherit from a scope, or in it, by facts of their own.
  package func mayServeUnseen(_ scope: Scope) -> Bool {
    snapshot.parentRules.contains { $0.isByFacts(scope) }
  }

  package func lacksFacts(_ scope: Scope) -> Bool {
    snapshot.parentRules.contains { $0.isLedByFacts(scope) } && facts == nil
  }

  package func isDrawnOn(_ written: Definition, _ key: Key, in lineage: Lineage) -> Bool {
    guard let text = written.plainText,
      snapshot.parentRules.contains(where: { rule in
        rule.mayDraw(atOrBelow: lineage.scope) { Key($0.map { names.intern($0) }) == key }
      })
    else { return false }
    let rest = try? plain(
      key, of: lineage.scope, lineage.own.map(\.level), but: written.place
    ) { scope in lineage.ancestors.first { $0.scope == scope }?.levels ?? [] }
    return rest?.text != text
  }

  /// The scope that a template comes to; nil where something in it has no value, or where there is none.
  private func parent(
    of scope: Scope, _ template: ParentRule.Template, _ levels: [Level], _ above: (Scope) -> [Level]
  ) throws(Diagnostic) -> Parent? {
    var path: [UInt8] = []
    var drawn: [SourceRange] = []
    for piece in template.pieces {
      switch piece {
      case .text(let text): path += text
      case .component(let place): path += scope.names[place]
      case .name:
        guard let name = scope.names.last else { return nil }
        path += name
      case .fact(let parts):
        guard let facts else {
          // Of a machine of which nothing is said nobody can tell what it would inherit from.
          template.isMet = true
          return nil
        }
        let key = Key(parts.map { names.intern($0) })
        guard let text = facts.value(of: key)?.plainText else { return nil }
        path += text
      case .key(let parts):
        let key = Key(parts.map { names.intern($0) })
        guard let (text, place) = try plain(key, of: scope, levels, above) else { return nil }
        path += text
        drawn.append(place)
      }
    }
    guard template.isFixed || !Self.hasEmptyName(path, template),
      let other = Scope(path: path), other != scope
    else { return nil }
    if !template.isFixed && isAbsent(other) { return nil }
    template.isMet = true
    return Parent(other, at: template.place, drawing: drawn)
  }

  /// Whether an empty value leaves a name empty: only slashes at the ends that the template has are none.
  private static func hasEmptyName(_ path: [UInt8], _ template: ParentRule.Template) -> Bool {
    let slash = UInt8(ascii: "/")
    var names = path[...]
    if case .text(let text)? = template.pieces.first, text.first == slash { names.removeFirst() }
    if case .text(let text)? = template.pieces.last, text.last == slash { names.removeLast() }
    return names.split(separator: slash, omittingEmptySubsequences: false).contains(
      where: \.isEmpty)
  }

  /// Whether no tree has a scope; one that cannot be reached is told by whoever goes there.
  func isAbsent(_ scope: Scope) -> Bool {
    do throws(Diagnostic) { return try reading(of: scope) == nil } catch { return false }
  }

  /// The plain value that a scope's own files write, or those of the nearest directory above that do, but for one; what
  /// cannot be included might write it.
  private func plain(
    _ key: Key, of scope: Scope, _ levels: [Level], but passed: SourceRange? = nil,
    _ above: (Scope) -> [Level]
  ) throws(Diagnostic) -> (text: [UInt8], place: SourceRange)? {
    var (scope, levels) = (scope, levels)
    while true {
      for level in levels.reversed() {
        if let problem = level.openInclusions(above: key).first { throw problem }
        if let value = LevelValue(level, key)?.leaf, let text = value.plainText,
          passed?.isSame(as: value.place) != true
        {
          return (text, value.place)
        }
      }
      guard let next = scope.above else { return nil }
      (scope, levels) = (next, above(next))
    }
  }
}

extension Definition {
  /// A scalar as a text, as it would stand in another one; nil for what is no text, or is worked out.
  fileprivate var plainText: [UInt8]? {
    switch kind {
    case .string: document.text(node)
    case .number, .true, .false: Array(document.spelling(node))
    default: nil
    }
  }
}
