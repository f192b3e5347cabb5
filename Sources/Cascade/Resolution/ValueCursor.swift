import JSONSource

/// A place in the value that holds in a scope: what stands there, under which key, and what of it is
/// secret.
///
/// Leaves, comparisons and reports go through a value with it.
package struct ValueCursor {
  package let scope: Evaluation
  package let key: Key
  /// The node of the key, or of the array or the computed value that the key leads into.
  package let node: ViewNode
  /// The value inside an array, where the key leads into one.
  package let element: Element?
  /// What a computed value came to, or a part of it; nil for a value that stands as the node has it.
  package let value: EffectiveValue?
  // The mask of what is written at the key, secrets shown or not.
  private let written: Mask

  package init(
    _ scope: Evaluation, _ key: Key, _ node: ViewNode, _ mask: Mask, element: Element? = nil,
    value: EffectiveValue? = nil
  ) {
    (self.scope, self.key, self.node, self.element) = (scope, key, node, element)
    (self.value, written) = (value, mask)
  }

  package var isObject: Bool { value.map { $0.kind == .object } ?? node.isObject }

  package var kind: Node.Kind {
    if let value { return value.kind }
    switch node.state {
    case .leaf(let written): return written.kind
    case .array: return .array
    case .absent, .object: return .object
    }
  }

  /// What is secret in the value where it is shown under its key; nothing where secrets are shown.
  package var mask: Mask {
    if scope.isRevealing { return .none }
    guard let value else { return written }
    return written.union(value.mask).union(scope.secretKeys.mask(of: value.sources))
  }

  /// Whether it is an object to which several levels may have given something.
  package var isPutTogether: Bool { value == nil && element == nil && node.isObject }

  /// Whether something in it is worked out, or all of it was.
  package var isWorkedOut: Bool { value != nil || node.mayCompute }

  /// Where the value stands: for a computed one where it is written, for a merged array all that gave
  /// something to it.
  package var places: [SourceRange] { element.map { $0.parts.map(\.place) } ?? node.places }

  /// Whether both stand for the same, so that nothing in them differs.
  package func isSame(as other: ValueCursor) -> Bool {
    value == nil && other.value == nil && node === other.node && !node.mayCompute
  }

  /// The node that it stands for, where nothing in it is computed.
  package var plainNode: ViewNode? {
    value == nil && element == nil && !node.mayCompute ? node : nil
  }

  /// The value with nothing left to work out.
  package func whole() throws(Unresolved) -> EffectiveValue {
    if let value { return value }
    return try scope.whole(position)
  }

  /// The value as data, its secrets included: what a report shows of it comes from a mask.
  package func data() throws(Unresolved) -> EffectiveValue { try whole() }

  /// The place of a member whose node is known.
  package func member(_ name: Name, _ node: ViewNode) -> ValueCursor {
    ValueCursor(scope, key.appending(name), node, written.descending(name))
  }

  /// How much of it was worked out.
  package var drawn: Amount { value?.measure.amount ?? .nothing }

  /// What is said where this and what comes before it are too much in sum.
  package var tooMuch: Unresolved { scope.tooMuch(at: position) }

  private var position: ValuePosition {
    ValuePosition(scope: scope, key: key, node: node, mask: written)
  }

  /// The same place, a computed leaf worked out.
  package func worked() throws(Unresolved) -> ValueCursor {
    guard value == nil, !node.isObject, node.mayCompute else { return self }
    return ValueCursor(scope, key, node, written, value: try scope.whole(position))
  }

  /// The members of an object, in order; a leaf is worked out.
  package func members() throws(Unresolved) -> [(name: Name, value: ValueCursor)] {
    var members: [(name: Name, value: ValueCursor)] = []
    for member in liveMembers { members.append((member.name, try member.value.worked())) }
    return members
  }

  /// The members of an object, in order, as they stand.
  package var liveMembers: [(name: Name, value: ValueCursor)] {
    if let value {
      return value.members.map { name, member in
        let inner = element.map { $0.member(name) ?? $0 }
        return (
          name,
          ValueCursor(
            scope, key.appending(name), node, written.descending(name), element: inner,
            value: member)
        )
      }
    }
    return node.liveMembers().map { ($0.name, member($0.name, $0.node)) }
  }

  /// Calls `body` for every scalar, array and empty object in the value, in order, or with the reason why
  /// one could not be worked out. Its recursion is bounded by how deep keys lead.
  package func forEachLeaf(_ body: (ValueCursor, Unresolved?) -> Void) {
    let found: ValueCursor
    do throws(Unresolved) { found = try worked() } catch {
      body(self, error)
      return
    }
    let members = found.isObject ? found.liveMembers : []
    // The top is no key, also where nothing is in it.
    if members.isEmpty && !(found.isObject && key.names.isEmpty) { body(found, nil) }
    for member in members { member.value.forEachLeaf(body) }
  }

  /// The leaves of the value, in order; the first that cannot be worked out is an error, and so is what
  /// comes to too much in sum.
  package func leaves() throws(Unresolved) -> [ValueCursor] {
    _ = try whole()
    var leaves: [ValueCursor] = []
    var failure: Unresolved?
    forEachLeaf { leaf, error in
      leaves.append(leaf)
      failure = failure ?? error
    }
    if let failure { throw failure }
    return leaves
  }
}

/// What a scope has under a key.
package enum Answer {
  case value(ValueCursor)
  /// No value; without an absence the key was never set.
  case absent(Absence?)
}
