import JSONSource

/// The statements of a level about a key.
enum KeyStatements {
  case none
  /// A value from a single file without directives but computed values, which most are.
  case plain(Definition)
  case tree(StatementTree)

  init(_ tree: StatementTree) {
    if let plain = tree.plain, !tree.isMarked { self = .plain(plain) } else { self = .tree(tree) }
  }

  var tree: StatementTree? { if case .tree(let tree) = self { tree } else { nil } }

  var own: StatementTree.Own {
    switch self {
    case .none: .nothing
    case .plain(let written): written.isObject ? .object(.init(written)) : .leaf(written)
    case .tree(let tree): tree.own
    }
  }

  var leaf: Definition? { if case .leaf(let written) = own { written } else { nil } }

  var lastPart: Definition? {
    switch self {
    case .none: nil
    case .plain(let written): written
    case .tree(let tree): tree.lastPart
    }
  }

  /// The value if a single file writes it, without inclusions.
  var only: Definition? {
    switch self {
    case .none: nil
    case .plain(let written): written
    case .tree(let tree): tree.only
    }
  }

  var isEmpty: Bool { if case .none = self { true } else { false } }

  /// Whether the files of the level set a value.
  var writes: Bool {
    switch self {
    case .none: false
    case .plain: true
    case .tree(let tree): tree.isMention && tree.writes
    }
  }

  /// Whether they set an object.
  var isObject: Bool {
    switch self {
    case .none: false
    case .plain(let written): written.isObject
    case .tree(let tree): if case .object = tree.own { true } else { false }
    }
  }

  var isMarked: Bool { tree?.isMarked == true }

  /// Whether a file mentions the key, even if a later file replaced the value.
  var isMention: Bool {
    switch self {
    case .none: false
    case .plain: true
    case .tree(let tree): tree.isMention
    }
  }

  func member(_ name: Name) -> KeyStatements {
    switch self {
    case .none: .none
    case .plain(let written): written.member(name).map(KeyStatements.plain) ?? .none
    case .tree(let tree): tree.statements(of: name)
    }
  }

  func forEachMention(_ body: (Name) -> Void) {
    switch self {
    case .none: break
    case .plain(let written): written.forEachMember { name, _ in body(name) }
    case .tree(let tree): if tree.isMention { tree.forEachMention(body) }
    }
  }
}
