import Cascade

/// Findings that are reported together: a single finding, or the findings of a kind in a file.
private enum FindingGroup: Hashable {
  case one(Int)
  case ofFile(Checker.Finding.Identity, Kind)

  enum Kind { case text, format, hiera, jinja }
}

extension [Checker.Finding] {
  private static var few: Int { 3 }

  /// The findings, with some kinds folded by file into a count at the first place.
  /// New findings are found before folding, so that an additional finding in a file is reported.
  var foldedByFile: [Checker.Finding] {
    enumerated().grouped { number, finding in
      finding.diagnostic.counted(1).map { .ofFile(finding.identityOfFile, $0.kind) } ?? .one(number)
    }.map { (_: FindingGroup, group) in
      let first = group[0].element
      guard group.count > 1, let counted = first.diagnostic.counted(group.count) else {
        return first
      }
      let others = group.dropFirst().prefix(Self.few).map(\.element.diagnostic)
      let all = first.diagnostic
      return Checker.Finding(
        scope: first.scope,
        diagnostic: Diagnostic(
          all.severity, all.rule, counted.problem, at: all.place, key: all.key, named: all.named,
          notes: others.map { .init(.anotherValue, at: $0.place) }),
        scopeCount: first.scopeCount)
    }
  }
}

extension Diagnostic {
  /// The problem with a count, and its kind; nil if such problems are reported one by one.
  fileprivate func counted(_ count: Int) -> (kind: FindingGroup.Kind, problem: Problem)? {
    guard case .key(let key, let problem) = problem else { return nil }
    switch problem {
    case .looksLikeReference: return (.text, .key(key, .looksLikeReference(count: count)))
    case .formatWithoutReference:
      return (.format, .key(key, .formatWithoutReference(count: count)))
    case .foreignText(let program, _):
      return (program == .hiera ? .hiera : .jinja, .key(key, .foreignText(program, count: count)))
    default: return nil
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
