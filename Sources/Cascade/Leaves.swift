import JSONSource

extension Entry {
  /// Calls `body` for every scalar, array and empty object in this entry's value, in order.
  package func forEachLeaf(_ key: Key = Key(), _ body: (Key, Entry) -> Void) {
    guard case .object(isWrittenEmpty: false) = state else {
      // The top is no key, also where nothing is in it.
      if isLive && !(isObject && key.names.isEmpty) { body(key, self) }
      return
    }
    for member in members?.live() ?? [] {
      member.entry.forEachLeaf(key.appending(member.name), body)
    }
  }

  /// Calls `body` for every key in this entry's value, an object before what is in it.
  package func forEachKey(_ key: Key = Key(), _ body: (Key) -> Void) {
    guard isObject else { return }
    for member in members?.live() ?? [] {
      let key = key.appending(member.name)
      body(key)
      member.entry.forEachKey(key, body)
    }
  }
}

extension JSONWriter {
  /// Writes the value of an entry that has one.
  package mutating func value(_ entry: Entry, _ names: NameTable) {
    switch entry.state {
    case .leaf(let written): value(written.document, written.node)
    case .absent: object { _ in }
    case .object:
      if let plain = entry.members?.plain {
        value(plain.document, plain.node)
        return
      }
      var members = entry.members?.live() ?? []
      if isSorted { members.sort { names.precedes($0.name, $1.name) } }
      object { writer in
        for member in members {
          writer.member(names.bytes(of: member.name))
          writer.value(member.entry, names)
        }
      }
    }
  }

  package mutating func value(_ value: EffectiveValue, _ names: NameTable) {
    if let element = value.element {
      self.value(element.document, element.node)
    } else {
      self.value(value.entry, names)
    }
  }
}

extension Entry {
  /// Where the value of a leaf stands, or the nearest part of an object.
  package var place: Place? {
    var current: Entry? = self
    while let entry = current {
      if case .value(let parts) = entry.event { return parts.last?.place }
      current = entry.behind
    }
    return nil
  }
}
