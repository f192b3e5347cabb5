/// The markers and patterns of a level that may reach a key.
final class KeyMarks {
  /// The statements of each matching pattern, except those after a `**` that matches no name here.
  let patternNodes: [StatementTree]
  let outer: RemovalMarkers?
  private let tree: StatementTree?
  private let takesExclusions: Bool
  /// The array without the elements that markers remove, once it is computed.
  var removal: (left: MergedArray, by: [Marker])??

  init(
    _ tree: StatementTree?, _ patternNodes: [StatementTree], _ outer: RemovalMarkers?,
    takesExclusions: Bool
  ) {
    (self.tree, self.patternNodes, self.outer) = (tree, patternNodes, outer)
    self.takesExclusions = takesExclusions
  }

  var withoutOwn: KeyMarks {
    KeyMarks(tree, patternNodes, outer, takesExclusions: takesExclusions)
  }

  /// Whether statements may change the value at or below the key.
  func concerns(_ tree: StatementTree) -> Bool {
    tree.has(takesExclusions ? [.value, .exclusion] : .value)
  }

  private(set) lazy var isMarked = !patternNodes.isEmpty || tree?.isMarked == true

  /// The statements about the key, with those after a `**` that matches no name here.
  private(set) lazy var all: [StatementTree] = {
    let arrived = (tree.map { [$0] } ?? []) + patternNodes
    let passing = Set(arrived.lazy.filter(\.isDeep).map(ObjectIdentifier.init))
    return arrived
      + arrived.compactMap(\.deep).filter {
        concerns($0) && !passing.contains(ObjectIdentifier($0))
      }
  }()

  /// The removals that reach the key and everything below it.
  private(set) lazy var inward: RemovalMarkers? =
    isMarked ? RemovalMarkers.joining(all, outer) : outer
}
