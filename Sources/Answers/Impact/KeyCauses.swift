import Cascade
import JSONSource

/// The edited statements that change keys of a single scope between two snapshots.
package final class KeyCauses: ScopePairVisitor {
  private let scope: Scope
  private let worlds: BeforeAfter<any ResolverContext>
  private let causes: ImpactCauses
  private var open: [WalkedPair?] = []
  private var asked: WalkedPair?

  /// The walk over both snapshots ends at the scope.
  package init(
    _ scope: Scope, _ names: NameTable, _ worlds: BeforeAfter<any ResolverContext>
  ) {
    (self.scope, self.worlds) = (scope, worlds)
    causes = ImpactCauses(names, worlds, ReportMask(names, reveals: false))
  }

  package func causes(of key: Key) -> [ImpactChange.Cause] {
    asked.map { causes.causes(of: key, $0.asked) } ?? []
  }

  package func enter(_ visited: BeforeAfter<VisitedScope?>) {
    let above = open.last ?? nil
    guard let from = visited.from, let to = visited.to, open.isEmpty || above != nil else {
      open.append(nil)
      return
    }
    let scopes = BeforeAfter { side in
      WalkedScope(
        side == .from ? from : to, worlds[side], reveals: false, opensAll: true,
        below: above?.scopes[side])
    }
    if to.scope == .root { causes.noteRules() }
    let pair = causes.pair(scopes, below: above, nil)
    if to.scope == scope { asked = pair }
    open.append(pair)
  }

  package func miss(_ problem: Diagnostic, _ side: Side) {}

  package func leave() { open.removeLast() }

  package var wantsMore: Bool { open.count <= scope.depth }
}
