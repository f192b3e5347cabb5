import Cascade

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
