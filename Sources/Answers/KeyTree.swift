import Cascade
import JSONSource

/// A tree of member names with optional content for each key.
final class KeyTree<Content> {
  var content: Content?
  private(set) var members = Catalog<Name, KeyTree>()

  /// Creates missing nodes.
  func place(of key: Key) -> KeyTree { key.names.reduce(self) { $0.member($1) } }

  func member(_ name: Name) -> KeyTree { members[name, orNew: KeyTree()] }

  func known(_ key: Key) -> KeyTree? { key.names.reduce(self) { $0?.members[$1] } }

  /// Calls `body` with the relative key and the content of every node whose value may differ.
  func forEach(_ key: Key = Key(), in delta: Delta? = nil, _ body: (Key, Content) -> Void) {
    if let content { body(key, content) }
    if members.ids.isEmpty { return }
    guard let delta, !delta.reachesAll else {
      for (name, member) in zip(members.ids, members.items) {
        member.forEach(key.appending(name), body)
      }
      return
    }
    // Listing all that differ takes 2.1 times as long: where of one key among 1,200 scopes.
    if members.ids.count <= 8 {
      let touched = members.ids.filter { delta.member($0) != nil }
      if touched.isEmpty { return }
      if touched.count == 1, let member = members[touched[0]] {
        member.forEach(key.appending(touched[0]), in: delta.member(touched[0]), body)
        return
      }
    }
    for name in delta.names {
      members[name]?.forEach(key.appending(name), in: delta.member(name), body)
    }
  }
}
