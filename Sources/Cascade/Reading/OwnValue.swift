import JSONSource

/// What one level writes under a key, its files put together.
package struct OwnValue {
  let statements: Statements
}

extension Statements {
  /// What the level writes under a key; the empty key is the whole level, which is an object in any case.
  package func own(_ key: Key) -> OwnValue? {
    var statements = self
    for name in key.names {
      statements.unfold()
      guard let member = statements.members[name] else { return nil }
      statements = member
    }
    if !key.names.isEmpty && !statements.writes { return nil }
    return OwnValue(statements: statements)
  }

  /// Whether a value is written here: an object in which inclusions came to nothing writes none (I6).
  private var writes: Bool {
    switch own {
    case .nothing: return false
    case .leaf: return true
    case .object(let parts):
      if parts.contains(where: \.isEmptyObject) || plain != nil { return true }
      return members.values.contains(where: \.writes)
    }
  }

  /// The members that write a value, in order.
  fileprivate var writing: [(name: Name, value: Statements)] {
    unfold()
    return zip(members.names, members.values).compactMap { name, member in
      member.writes ? (name, member) : nil
    }
  }

  /// The keys that the level's files write: scalars, arrays and empty objects.
  package var leafCount: Int {
    if case .leaf = own { return 1 }
    let inside = writing
    if inside.isEmpty, writes { return 1 }
    return inside.reduce(0) { $0 + $1.value.leafCount }
  }
}

extension OwnValue {
  /// Calls `body` for every scalar, array and empty object that the level writes here, in order.
  package func forEachLeaf(_ key: Key, _ body: (Key, Value) -> Void) {
    let inside = statements.writing
    switch statements.own {
    case .leaf(let written): body(key, Value(.node(written.document, written.node), .none))
    case .object where inside.isEmpty && !key.names.isEmpty: body(key, Value(.object([]), .none))
    default:
      for member in inside {
        OwnValue(statements: member.value).forEachLeaf(key.appending(member.name), body)
      }
    }
  }
}

extension JSONWriter {
  /// Writes what one level writes, without directives.
  package mutating func own(_ own: OwnValue, _ names: NameTable) {
    if case .leaf(let written) = own.statements.own {
      value(written.document, written.node)
      return
    }
    var members = own.statements.writing
    if isSorted { members.sort { names.precedes($0.name, $1.name) } }
    object { writer in
      for member in members {
        writer.member(names.bytes(of: member.name))
        writer.own(OwnValue(statements: member.value), names)
      }
    }
  }
}
