import JSONSource

/// Something for each of some keys, as a tree of their names.
package final class KeyTree<Content> {
  package var content: Content?
  package private(set) var members = NameMap<KeyTree>()

  package init() {}

  /// The place of a key, made where there is none.
  package func place(of key: Key) -> KeyTree {
    var place = self
    for name in key.names { place = place.member(name) }
    return place
  }

  /// The place of a name directly below, made where there is none.
  package func member(_ name: Name) -> KeyTree {
    if let member = members[name] { return member }
    let member = KeyTree()
    members[name] = member
    return member
  }

  /// The place of a key, nil where there is none.
  package func known(_ key: Key) -> KeyTree? {
    var place = self
    for name in key.names {
      guard let member = place.members[name] else { return nil }
      place = member
    }
    return place
  }

  /// Calls `body` for every place here and below that has a content, with its path from here.
  package func forEach(_ key: Key = Key(), _ body: (Key, Content) -> Void) {
    if let content { body(key, content) }
    for (name, member) in zip(members.names, members.values) {
      member.forEach(key.appending(name), body)
    }
  }
}
