import Cascade
import JSONSource

extension Evaluation {
  package func refusals(under key: Key) -> [Diagnostic] {
    guard !view.isOpen else { return [] }
    var found: [Diagnostic] = []
    func note(_ node: ViewNode) {
      found += node.refusals.compactMap { $0.diagnostic(node.key, view.names) }
    }
    var next: ViewNode? = view.root
    for count in 0...key.names.count {
      guard let head = next else { break }
      for node in head.chain {
        note(node)
        if count == key.names.count { node.forEachDeclared(note) }
      }
      if count < key.names.count { next = head.member(key.names[count]) }
    }
    // In most cases there are none, and a single `get` should not pay for grouping.
    return found.isEmpty ? [] : found.reversed().grouped(by: \.id).map { $0.members[0] }
  }
}

extension Refusal {
  /// A warning with both places; `check` raises it to an error.
  package func diagnostic(_ key: Key, _ names: NameTable) -> Diagnostic? {
    // Each member of an object has a finding.
    if let written = attempt.written, written.isObject, !written.isEmptyObject { return nil }
    return Diagnostic(
      .warning, .final, KeyPattern(key), names,
      .refused(attempt.marker?.directive, final: names.shown(by.pattern)), at: attempt.place,
      notes: [.init(.final, at: by.place)])
  }
}

extension Diagnostic {
  /// Two findings with equal identities are duplicates.
  package struct FindingID: Hashable {
    let rule: Rule
    let home: SourceFile.TextOrigin
    let path: [UInt8]
    let start: Int
    let detail: [UInt8]?
  }

  package var id: FindingID {
    let place = cause ?? place
    return FindingID(
      rule: rule, home: place?.file.home ?? home, path: place?.file.path ?? path ?? [],
      start: place?.range.start ?? 0, detail: place == nil ? subject : detail)
  }

  private var detail: [UInt8]? {
    if rule == .required { return key }
    if rule == .noParent { return subject }
    if case .key(_, .type(_, _, isInside: true, _)) = problem { return key }
    if case .value(.noReferent(let missing)) = problem { return missing.reference }
    return nil
  }

  package var asError: Diagnostic { with(.error, rule) }

  /// The diagnostic for another requested scope with the same failure.
  package func asked(in scope: Scope) -> Diagnostic {
    switch problem {
    case .value(.noReferent(var missing)) where missing.isInAskedScope:
      missing.scope = scope
      return with(.value(.noReferent(missing)))
    case .value(.noTranslation(let text, _, isAsked: true)):
      return with(.value(.noTranslation(text, in: scope, isAsked: true)))
    case .key(let key, .missing): return with(.key(key, .missing(in: scope)))
    case .noRuledParent(let ruled, _, let nearest):
      return with(.noRuledParent(ruled, in: scope, nearest: nearest))
    case .key(let key, .type(let violation, _, let isInside, let count)):
      return with(.key(key, .type(violation, in: scope, isInside: isInside, count: count)))
    default: return self
    }
  }
}
