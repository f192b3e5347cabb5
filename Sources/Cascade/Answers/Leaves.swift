import JSONSource

extension Entry {
  /// Calls `body` for every key in this entry's value as it is written, an object before what is in it.
  package func forEachKey(_ key: Key = Key(), _ body: (Key) -> Void) {
    guard isObject else { return }
    for member in members?.live() ?? [] {
      let key = key.appending(member.name)
      body(key)
      member.entry.forEachKey(key, body)
    }
  }

  /// Calls `body` for every scalar, array, computed value and empty object in this entry's value.
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
}

extension JSONWriter {
  /// Writes a value in which nothing is left to work out.
  package mutating func value(_ value: Value, _ names: NameTable) {
    switch value.content {
    case .node(let document, let node): self.value(document, node)
    case .entry(let entry): self.value(entry, names)
    case .text(let text): string(text)
    case .object(let members):
      object(members.map { ($0.name, $0.value) }, names) { $0.value($1, names) }
    case .array(let elements):
      array { writer in
        for element in elements {
          writer.element()
          writer.value(element, names)
        }
      }
    }
  }

  /// Writes the value of an entry as it is written: computed values are not worked out.
  package mutating func value(_ entry: Entry, _ names: NameTable) {
    switch entry.state {
    case .leaf(let written): value(written.document, written.node)
    case .array(let merged):
      array { writer in
        for element in merged.elements {
          writer.element()
          writer.value(element, names)
        }
      }
    case .absent: object { _ in }
    case .object:
      if let plain = entry.members?.plain {
        value(plain.document, plain.node)
        return
      }
      object(entry.members?.live().map { ($0.name, $0.entry) } ?? [], names) {
        $0.value($1, names)
      }
    }
  }

  private mutating func value(_ element: Element, _ names: NameTable) {
    switch element.content {
    case .written(let written): value(written.document, written.node)
    case .object(let members):
      object(members.map { ($0.name, $0.value) }, names) { $0.value($1, names) }
    }
  }

  private mutating func object<Content>(
    _ members: [(Name, Content)], _ names: NameTable,
    _ body: (inout JSONWriter, Content) -> Void
  ) {
    var members = members
    if isSorted { members.sort { names.precedes($0.0, $1.0) } }
    object { writer in
      for (name, content) in members {
        writer.member(names.bytes(of: name))
        body(&writer, content)
      }
    }
  }
}

extension Entry {
  /// Where the value of a leaf stands, or the nearest part of an object.
  package var place: Place? { places.first }

  /// Where the value of a leaf stands: of a merged array all that took part, nearest first.
  package var places: [Place] {
    if case .leaf(let written) = state { return [written.place] }
    if case .array(let merged) = state { return merged.arrays.reversed().map(\.place) }
    var current: Entry? = self
    while let entry = current {
      switch entry.event {
      case .value(let parts): return parts.last.map { [$0.place] } ?? []
      case .takenBack(_, let to): current = to
      case .taken, .removed, .refused, .inside: current = entry.behind
      }
    }
    return []
  }
}
