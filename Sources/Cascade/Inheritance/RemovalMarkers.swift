/// The stops and exclusions of a level that apply to a key, shared by all keys below it.
final class RemovalMarkers {
  /// The stop to report: the widest, then the first in reading order.
  let stop: Marker?
  private let trees: [StatementTree]
  private let outer: RemovalMarkers?

  static func joining(_ trees: [StatementTree], _ outer: RemovalMarkers?) -> RemovalMarkers? {
    let reaching = trees.filter { $0.hasRemovals && outer?.holds($0) != true }
    return reaching.isEmpty ? outer : RemovalMarkers(reaching, outer)
  }

  private init(_ trees: [StatementTree], _ outer: RemovalMarkers?) {
    self.trees = trees
    self.outer = outer
    stop = outer?.stop ?? trees.compactMap(\.firstStop).min { $0.isRead(before: $1) }
  }

  /// Behind a `**` a pattern may match again.
  private func holds(_ tree: StatementTree) -> Bool {
    trees.contains { $0 === tree } || outer?.holds(tree) == true
  }

  var markers: [Marker] {
    (outer?.markers ?? [])
      + trees.flatMap(\.markers).filter(\.directive.reaches)
      .sorted { $0.isRead(before: $1) }
  }
}
