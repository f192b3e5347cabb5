import Cascade
import Legible

/// In which scopes of a walk an attribute of one's own says one thing of keys.
package final class AttributeScopes: ScopeVisitor {
  private let wanted: OwnAttribute
  private let found: [(key: Key, fitting: Spread)]
  private let world: any ResolverWorld
  private var open: [WalkedScope] = []
  private let spread = ScopeRuns<Spread>()
  private var count = 0
  /// What was met that may have been meant.
  private var names: Set<String> = []
  private var texts: Set<[UInt8]> = []

  package init(_ wanted: OwnAttribute, of keys: [Key], _ world: any ResolverWorld) {
    (self.wanted, self.world) = (wanted, world)
    found = keys.map { ($0, Spread()) }
  }

  /// The scopes of each key, by their turns among those that were asked.
  package var all: [(key: Key, scopes: ScopeSet)] { found.map { ($0.key, $0.fitting.scopes) } }

  /// That there are none, with what may have been meant.
  package var absence: String {
    let words = "no scope has one of these keys of which '$x-\(wanted.name)' says "
    let nearest =
      names.contains(wanted.name)
      ? NearMiss.nearest(to: wanted.text, in: texts.sorted { $0.lexicographicallyPrecedes($1) })
        .first.map { "; the nearest is \(Printable.quoted($0))" }
      : NearMiss.nearest(to: Array(wanted.name.utf8), among: names.sorted())
        .map { "; the nearest is '$x-\($0)'" }
    return words + Printable.quoted(wanted.text) + (nearest ?? "")
  }

  package var readsFiles: Bool { true }

  package func enter(_ visited: VisitedScope) {
    let above = open.last
    let scope = WalkedScope(visited, world, reveals: false, below: above)
    open.append(scope)
    spread.begin(count)
    guard visited.isAsked else { return }
    count += 1
    guard scope.isCertain else { return spread.clear() }
    let lineage = scope.view.lineage
    let declares =
      above?.visited.isAsked != true || lineage.hasFurtherParents || lineage.treeCount > 1
      || visited.added.contains { $0.hasMarkers || $0.hasInclusions }
    for (key, fitting) in found where declares || scope.delta.reaches(key.names[...]) {
      spread[key] = fits(key, in: scope.asked) ? fitting : nil
    }
  }

  private func fits(_ key: Key, in scope: Evaluation) -> Bool {
    // What is included for the key's sake may declare something of it.
    if scope.problems(along: key) != nil { return false }
    let attributes = scope.ownAttributes(of: key)
    for attribute in attributes { names.insert(attribute.name) }
    guard let said = attributes.first(where: { $0.name == wanted.name }) else { return false }
    texts.insert(said.text)
    return said.text == wanted.text
  }

  package func miss(_ problem: Diagnostic) {}

  package func leave() {
    guard open.popLast() != nil else { return }
    spread.end(before: count)
  }
}
