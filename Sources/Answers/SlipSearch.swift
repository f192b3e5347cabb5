import Cascade
import JSONSource
import SafeText

/// A visitor that looks at each scope alone.
package final class EachScope: ScopeVisitor {
  private let look: (VisitedScope) -> Void
  private let missed: (Diagnostic) -> Void

  package init(
    _ look: @escaping (VisitedScope) -> Void, missed: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    (self.look, self.missed) = (look, missed)
  }

  package func enter(_ visited: VisitedScope) { look(visited) }
  package func miss(_ problem: Diagnostic) { missed(problem) }
  package func leave() {}
}

/// Looks whether any scope of a walk mentions a key, and for a key one slip away that some scope has.
package final class SlipSearch {
  package private(set) var isMentioned = false
  package private(set) var meant: Key?
  private let key: Key
  private let names: NameTable

  package init(_ key: Key, _ names: NameTable) { (self.key, self.names) = (key, names) }

  package var visitor: EachScope { EachScope { self.look(in: $0.added) } }

  /// Looks among what some levels say.
  package func look(in levels: some Sequence<Level>) {
    for level in levels { look(level.statements, key.names[...], [], hasTypo: false) }
  }

  private func look(
    _ place: StatementTree, _ rest: ArraySlice<Name>, _ way: [Name], hasTypo: Bool
  ) {
    if hasTypo && meant != nil || isMentioned { return }
    guard let name = rest.first else {
      if hasTypo { meant = Key(way) } else { isMentioned = !way.isEmpty }
      return
    }
    if let member = place.member(name), member.isMention {
      look(member, rest.dropFirst(), way + [name], hasTypo: hasTypo)
    }
    if hasTypo { return }
    let word = names.bytes(of: name)
    for other in place.mentions where other != name {
      guard NearMiss.isTypo(word, names.bytes(of: other)), let member = place.member(other),
        member.isMention
      else { continue }
      look(member, rest.dropFirst(), way + [other], hasTypo: true)
    }
  }
}
