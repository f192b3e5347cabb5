import Cascade

/// Findings that are reported together: those of one mistake in many places.
private enum FindingGroup: Hashable {
  case one(Int)
  case ofFile(Checker.Finding.Identity, Kind)
  /// References to a key that is missing for the same reason.
  case toKey([UInt8], in: Scope?, Diagnostic.Severity, reason: String?, at: SourceRange.ID?)

  /// Values of a key that violate the same declaration; few are separate findings.
  case ofType([UInt8], declaredAt: SourceRange.ID)

  /// The number of findings up to which they are not folded.
  var most: Int { if case .ofType = self { 4 } else { 1 } }

  enum Kind { case text, format, hiera, jinja, encrypted }
}

extension Checker.Finding {
  /// The group of the finding, and the problem of such a group; nil if the finding is reported alone.
  fileprivate var group: (id: FindingGroup, problem: (_ count: Int) -> Diagnostic.Problem)? {
    switch diagnostic.problem {
    case .key(let key, .looksLikeReference):
      return (.ofFile(identityOfFile, .text), { .key(key, .looksLikeReference(count: $0)) })
    case .key(let key, .formatWithoutReference):
      return (.ofFile(identityOfFile, .format), { .key(key, .formatWithoutReference(count: $0)) })
    case .key(let key, .foreignText(let program, _)):
      let kind = program == .hiera ? FindingGroup.Kind.hiera : .jinja
      return (.ofFile(identityOfFile, kind), { .key(key, .foreignText(program, count: $0)) })
    case .key(let key, .encrypted):
      return (.ofFile(identityOfFile, .encrypted), { .key(key, .encrypted(count: $0)) })
    case .key(let key, .type(let violation, let scope, let isInside, _)):
      guard let declared = diagnostic.notes.first?.place?.id else { return nil }
      return (
        .ofType(key, declaredAt: declared),
        { .key(key, .type(violation, in: scope, isInside: isInside, count: $0)) }
      )
    case .value(.noReferent(var missing)):
      guard let key = missing.key else { return nil }
      let reason = diagnostic.notes.first { if case .absence = $0.kind { true } else { false } }
      let id = FindingGroup.toKey(
        key, in: missing.isInAskedScope ? nil : missing.scope, diagnostic.severity,
        reason: reason?.message, at: reason?.place?.id)
      missing.reference = key
      return (
        id,
        { count in
          missing.places = count
          return .value(.noReferent(missing))
        }
      )
    default: return nil
    }
  }
}

extension [Checker.Finding] {
  private static var few: Int { 3 }

  /// The findings, with those of a group folded into a count at the first place.
  /// New findings are found before folding, so that an additional finding is reported.
  var folded: [Checker.Finding] {
    var counts: [FindingGroup: Int] = [:]
    for id in lazy.compactMap({ $0.group?.id }) { counts[id, default: 0] += 1 }
    return enumerated().grouped { index, finding in
      finding.group.map(\.id).flatMap { counts[$0, default: 0] > $0.most ? $0 : nil } ?? .one(index)
    }.map { _, group in
      let first = group[0].element
      guard group.count > 1, let problem = first.group?.problem(group.count) else { return first }
      let others = group.dropFirst().prefix(Self.few).map(\.element.diagnostic)
      return Checker.Finding(
        scope: first.scope,
        diagnostic: first.diagnostic.with(problem)
          .adding(others.map { .init(.anotherPlace, at: $0.place) }),
        scopes: ScopeSet(joining: group.map(\.element.scopes)))
    }
  }
}

extension Sequence {
  /// Groups the elements by identifier, in order of first occurrence.
  package func grouped<ID: Hashable>(by id: (Element) -> ID) -> [(id: ID, members: [Element])] {
    var groups = Catalog<ID, [Element]>()
    for element in self { groups[id(element), orNew: []].append(element) }
    return groups.ids.indices.map { (groups.ids[$0], groups.items[$0]) }
  }
}
