import Cascade

extension CheckRule {
  static let final = CheckRule(
    .error, .final, "Change of a final key",
    .file("properties.json", #"{ "$final": ["port"], "port": 5432 }"#),
    .file("a/properties.json", #"{ "port": 6432 }"#, mended: #"{ "host": "db" }"#)
  ) { scope in
    scope.refusals.compactMap { $0.refusal.diagnostic($0.key, scope.view.names)?.asError }
  }
}

extension Checker {
  /// Whether a final is broken outside the checked scopes (C8), independent of them.
  func isElsewhere(_ diagnostic: Diagnostic, below asked: Scope) -> Bool {
    guard diagnostic.rule == .final, let place = diagnostic.place, !place.file.scope.isIn(asked),
      let final = diagnostic.notes.lazy.compactMap(\.place).first,
      let view = (try? treeReader.view(of: place.file.scope)) ?? nil
    else { return false }
    return view.lineage.ancestors.contains { $0.scope == final.file.scope }
  }
}

/// The custom attributes of the keys of findings, each in the scope of its finding.
package final class FindingAttributes {
  private let treeReader: any ResolverContext
  private var last: (scope: Scope, asked: Evaluation?)?
  private var resolver: Resolver?

  /// Fails if no file declares custom attributes.
  package init?(of checker: Checker) {
    guard checker.directives.contains(where: \.isOwn) else { return nil }
    treeReader = checker.treeReader
  }

  package func added(to finding: Checker.Finding) -> Checker.Finding {
    guard let key = finding.diagnostic.named, let asked = evaluation(of: finding.scope)
    else { return finding }
    var finding = finding
    finding.attributes = asked.ownAttributes(of: key)
    return finding
  }

  private func evaluation(of scope: Scope) -> Evaluation? {
    if let last, last.scope == scope { return last.asked }
    let view = (try? treeReader.view(of: scope)) ?? nil
    let asked = view.map { view in
      let made = Resolver(view.names, treeReader, reveals: false)
      resolver = made
      return made.scope(view, hasCommandLine: false)
    }
    last = (scope, asked)
    return asked
  }
}
