/// The stops and exclusions of a level that apply to a key, shared by all keys below it.
final class Reach {
  /// The stop to report: the widest, then the first in reading order.
  let stop: Marker?
  private let trees: [StatementTree]
  private let outer: Reach?

  static func joining(_ trees: [StatementTree], _ outer: Reach?) -> Reach? {
    let reaching = trees.filter { $0.isReaching && outer?.holds($0) != true }
    return reaching.isEmpty ? outer : Reach(reaching, outer)
  }

  private init(_ trees: [StatementTree], _ outer: Reach?) {
    self.trees = trees
    self.outer = outer
    var first = outer?.stop
    if first == nil {
      for marker in trees.compactMap(\.firstStop)
      where first.map({ marker.isRead(before: $0) }) ?? true {
        first = marker
      }
    }
    stop = first
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
