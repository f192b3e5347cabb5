import Cascade
import SafeText

/// The scopes of a walk in which a custom attribute has the requested text for a key.
final class AttributeScopes {
  private let wanted: OwnAttribute
  private var found = Catalog<Key, ScopedItem>()
  let spread = InheritedState<ScopedItem>()
  /// The names and texts met, as candidates for a suggestion.
  private var names: Set<String> = []
  private var texts: Set<[UInt8]> = []

  init(_ wanted: OwnAttribute) { self.wanted = wanted }

  func scopes(of key: Key) -> ScopeSet { found[key]?.scopes ?? ScopeSet() }

  func renumber(by numbers: ScopeNumbers) {
    for spread in found.items { spread.scopes = numbers.set(spread.scopes) }
  }

  var absence: String {
    let words = "no scope has one of these keys with '$x-\(wanted.name)' set to "
    let texts = texts.sorted { $0.lexicographicallyPrecedes($1) }
    let nearest =
      names.contains(wanted.name)
      ? NearMiss.nearest(to: wanted.text[...], in: texts.map { $0[...] })
        .map { "; the nearest is \(Printable.quoted(texts[$0]))" }
      : NearMiss.nearest(to: Array(wanted.name.utf8), among: names.sorted())
        .map { "; the nearest is '$x-\($0)'" }
    return words + Printable.quoted(wanted.text) + (nearest ?? "")
  }

  func look(at keys: [Key], in scope: WalkedScope, below above: WalkedScope?) {
    let lineage = scope.view.lineage
    let declares =
      above?.visited.isAsked != true || lineage.hasFurtherParents || lineage.treeCount > 1
      || scope.visited.added.contains { $0.hasMarkers || $0.hasInclusions }
    for key in keys where declares || scope.delta.reaches(key.names[...]) {
      let fitting = found[key, orNew: ScopedItem()]
      spread[key] = fits(key, in: scope.asked) ? fitting : nil
    }
  }

  private func fits(_ key: Key, in scope: Evaluation) -> Bool {
    // A pending inclusion may declare attributes of the key.
    if scope.problems(along: key) != nil { return false }
    let attributes = scope.ownAttributes(of: key)
    for attribute in attributes { names.insert(attribute.name) }
    guard let said = attributes.first(where: { $0.name == wanted.name }) else { return false }
    texts.insert(said.text)
    return said.text == wanted.text
  }
}
