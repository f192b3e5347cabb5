import Cascade

/// Findings that are reported together: a single finding, or those of one mistake in many places.
private enum FindingGroup: Hashable {
  case one(Int)
  case ofFile(Checker.Finding.Identity, Kind)
  /// References to a key that has no value, for equal reasons.
  case toKey(Key, in: Scope?, reasons: [Reason], Diagnostic.Severity)

  enum Kind { case text, format, hiera, jinja }

  struct Reason: Hashable {
    let words: String
    let place: SourceRange.ID?
  }

  init(_ finding: Checker.Finding, number: Int) {
    let diagnostic = finding.diagnostic
    switch diagnostic.problem {
    case .key(_, .looksLikeReference): self = .ofFile(finding.identityOfFile, .text)
    case .key(_, .formatWithoutReference): self = .ofFile(finding.identityOfFile, .format)
    case .key(_, .foreignText(let program, _)):
      self = .ofFile(finding.identityOfFile, program == .hiera ? .hiera : .jinja)
    case .value(.noReferent(let missing)):
      guard let key = missing.key else { fallthrough }
      let reasons = diagnostic.notes.map { Reason(words: $0.message, place: $0.place?.id) }
      self = .toKey(
        key, in: missing.isInAskedScope ? nil : missing.scope, reasons: reasons,
        diagnostic.severity)
    default: self = .one(number)
    }
  }
}

extension [Checker.Finding] {
  private static var few: Int { 3 }

  /// The findings, with those of a group folded into a count at the first place.
  /// New findings are found before folding, so that an additional finding is reported.
  var folded: [Checker.Finding] {
    enumerated().grouped { FindingGroup($1, number: $0) }.map { _, group in
      let first = group[0].element
      if group.count == 1 { return first }
      let all = first.diagnostic.counted(group.count)
      let others = group.dropFirst().prefix(Self.few).map(\.element.diagnostic)
      return Checker.Finding(
        scope: first.scope,
        diagnostic: all.adding(others.map { .init(.anotherValue, at: $0.place) }),
        scopes: all.rule.isOfScopes ? ScopeSet(joining: group.map(\.element.scopes)) : first.scopes)
    }
  }
}

extension Diagnostic {
  /// The diagnostic of a group of findings.
  fileprivate func counted(_ count: Int) -> Diagnostic {
    switch problem {
    case .key(let key, .looksLikeReference):
      return with(.key(key, .looksLikeReference(count: count)))
    case .key(let key, .formatWithoutReference):
      return with(.key(key, .formatWithoutReference(count: count)))
    case .key(let key, .foreignText(let program, _)):
      return with(.key(key, .foreignText(program, count: count)))
    case .value(.noReferent(var missing)):
      missing.places = count
      return with(.value(.noReferent(missing)))
    default: return self
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
