import JSONSource

/// A position in the effective value of a scope, with its key and mask.
package struct ValueCursor {
  package let scope: Evaluation
  package let key: Key
  /// The node of the key, or of the array or computed value around it.
  package let node: ViewNode
  /// Set if the key leads into an array.
  package let element: Element?
  /// A computed value or a part of it; nil for a value of the node.
  package let value: EffectiveValue?
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

  /// The secrets in the value; none if secrets are revealed.
  package var mask: Mask {
    if scope.isRevealing { return .none }
    guard let value else { return written }
    return written.union(value.mask).union(scope.secretKeys.mask(of: value.sources))
  }

  /// Whether the value is an object that several levels may have merged.
  package var isMergedObject: Bool { value == nil && element == nil && node.isObject }

  package var isComputed: Bool { value != nil || node.mayCompute }

  /// A merged array has several places.
  package var places: [SourceRange] { element.map { $0.parts.map(\.place) } ?? node.places }

  package func isSame(as other: ValueCursor) -> Bool {
    value == nil && other.value == nil && node.isSame(as: other.node) && !node.mayCompute
  }

  package func whole() throws(EvaluationError) -> EffectiveValue {
    if let value { return value }
    return try scope.whole(position)
  }

  /// The value including its secrets; apply a mask before showing it.
  package func data() throws(EvaluationError) -> EffectiveValue { try whole() }

  package func member(_ name: Name, _ node: ViewNode) -> ValueCursor {
    ValueCursor(scope, key.appending(name), node, written.descending(name))
  }

  package var drawn: ValueSize {
    node.mayCompute ? value?.measure.amount ?? .nothing : .nothing
  }

  package var tooMuch: EvaluationError { scope.failure(.tooMuch, at: position) }
  package var tooMuchReported: EvaluationError { scope.failure(.tooMuchReported, at: position) }

  /// Adds a computed value to the sum of a report, which is limited (V7).
  package func report(_ sum: inout ValueSize) throws(EvaluationError) {
    let amount = isMergedObject && node.mayCompute ? try whole().drawn : drawn
    if amount.bytes == 0 { return }
    sum = sum + amount.parts
    if sum.exceeds(.mostReported) { throw tooMuchReported }
  }

  private var position: ValuePosition {
    ValuePosition(scope: scope, key: key, node: node, mask: written)
  }

  package func evaluated() throws(EvaluationError) -> ValueCursor {
    guard value == nil, !node.isObject, node.mayCompute else { return self }
    return ValueCursor(scope, key, node, written, value: try scope.whole(position))
  }

  /// Adds a computed value to the sum, which is limited (V7).
  package func evaluated(_ sum: inout ValueSize) throws(EvaluationError) -> ValueCursor {
    let found = try evaluated()
    if value == nil, let made = found.value {
      sum = sum + made.measure.amount
      if sum.isTooMuch { throw tooMuch }
    }
    return found
  }

  package func members() throws(EvaluationError) -> [(name: Name, value: ValueCursor)] {
    try liveMembers.map { (member) throws(EvaluationError) in
      (member.name, try member.value.evaluated())
    }
  }

  /// Does not evaluate members.
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

  /// Visits every scalar, array and empty object, with the error of a computed value.
  /// Computed values beyond the limit are errors (V7), and their parts are not visited.
  package func forEachLeaf(_ body: (ValueCursor, EvaluationError?) -> Void) {
    var sum = ValueSize.nothing
    forEachLeaf(&sum, body)
  }

  private func forEachLeaf(
    _ sum: inout ValueSize, _ body: (ValueCursor, EvaluationError?) -> Void
  ) {
    let found: ValueCursor
    do throws(EvaluationError) { found = try evaluated(&sum) } catch {
      body(self, error)
      return
    }
    let members = found.isObject ? found.liveMembers : []
    // The top object is not a leaf even if it is empty.
    if members.isEmpty && !(found.isObject && key.names.isEmpty) { body(found, nil) }
    for member in members { member.value.forEachLeaf(&sum, body) }
  }

  /// Throws the first error, also if the sum exceeds the limit.
  package func leaves() throws(EvaluationError) -> [ValueCursor] {
    _ = try whole()
    var leaves: [ValueCursor] = []
    var failure: EvaluationError?
    forEachLeaf { leaf, error in
      leaves.append(leaf)
      failure = failure ?? error
    }
    if let failure { throw failure }
    return leaves
  }
}

/// The value of a key, or the reason it is missing.
package enum Answer {
  case value(ValueCursor)
  /// Without an absence the key was never set.
  case absent(Absence?)
}
