import Cascade

/// The leaves of a scope or value, and the values that cannot be evaluated.
package struct Overview {
  package private(set) var leaves: [ValueCursor] = []
  package private(set) var unresolved: [EvaluationError] = []

  package init(_ scope: Evaluation) throws(EvaluationError) {
    guard let top = try scope.value(Key()) else {
      self.init()
      return
    }
    self.init(of: top)
  }

  private init() {}

  /// Keys that are left out need not evaluate.
  package init(of value: ValueCursor, leavingOut isLeftOut: (Key) -> Bool = { _ in false }) {
    var (leaves, unresolved) = (leaves, unresolved)
    var drawn = ValueSize.nothing
    value.forEachLeaf { leaf, error in
      if isLeftOut(leaf.key) {
        if error == nil { leaves.append(leaf) }
        return
      }
      if let error {
        unresolved.append(error)
        return
      }
      // All leaves count together (V7).
      drawn = drawn + leaf.drawn
      if drawn.isTooMuch { unresolved.append(leaf.tooMuch) } else { leaves.append(leaf) }
    }
    (self.leaves, self.unresolved) = (leaves, unresolved)
  }
}
