import Cascade

/// Every leaf of a scope, or of a part of it, and what could not be worked out.
package struct Overview {
  package private(set) var leaves: [ValueCursor] = []
  package private(set) var unresolved: [Unresolved] = []

  package init(_ scope: Evaluation) throws(Unresolved) {
    guard let top = try scope.value(Key()) else {
      self.init()
      return
    }
    self.init(of: top)
  }

  private init() {}

  /// What is left out need not be worked out.
  package init(of value: ValueCursor, leavingOut isLeftOut: (Key) -> Bool = { _ in false }) {
    var (leaves, unresolved) = (leaves, unresolved)
    var drawn = Amount.nothing
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
