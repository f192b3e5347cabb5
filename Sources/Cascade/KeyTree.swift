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

  /// Calls `body` for every place here and below that has a content, with its path from here; if a difference
  /// is given, for those in which something else may hold by it.
  package func forEach(
    _ key: Key = Key(), in delta: Delta? = nil, _ body: (Key, Content) -> Void
  ) {
    if let content { body(key, content) }
    if members.isEmpty { return }
    guard let delta, !delta.reachesAll else {
      for (name, member) in zip(members.names, members.values) {
        member.forEach(key.appending(name), body)
      }
      return
    }
    // To list what is touched costs more than to ask for some.
    if members.names.count <= 8 {
      let touched = members.names.filter { delta.member($0) != nil }
      if touched.isEmpty { return }
      if touched.count == 1, let member = members[touched[0]] {
        member.forEach(key.appending(touched[0]), in: delta.member(touched[0]), body)
        return
      }
    }
    for (name, inner) in delta.all {
      members[name]?.forEach(key.appending(name), in: inner, body)
    }
  }
}
