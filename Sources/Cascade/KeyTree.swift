import JSONSource

/// A tree of member names with optional content for each key.
package final class KeyTree<Content> {
  package var content: Content?
  package private(set) var members = NameMap<KeyTree>()

  package init() {}

  /// Creates missing nodes.
  package func place(of key: Key) -> KeyTree {
    var place = self
    for name in key.names { place = place.member(name) }
    return place
  }

  package func member(_ name: Name) -> KeyTree {
    if let member = members[name] { return member }
    let member = KeyTree()
    members[name] = member
    return member
  }

  package func known(_ key: Key) -> KeyTree? {
    var place = self
    for name in key.names {
      guard let member = place.members[name] else { return nil }
      place = member
    }
    return place
  }

  /// Calls `body` with the relative key and the content of every node.
  package func forEach(_ key: Key = Key(), _ body: (Key, Content) -> Void) {
    if let content { body(key, content) }
    for (name, member) in zip(members.names, members.values) {
      member.forEach(key.appending(name), body)
    }
  }
}
