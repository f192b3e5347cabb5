/// The stops and exclusions of one level that reach a key: those that name it, and those around it. A list
/// that is shared by all that stands in the key.
final class Reach {
  /// The stop that takes what is reached: the widest, there the one read first.
  let stop: Marker?
  private let trees: [StatementTree]
  private let outer: Reach?

  /// What names a key, in the places that lead to it, and what reaches it from around; nil where nothing
  /// does.
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

  /// Whether what a place says is among them: behind a `**` a pattern may come round to it again.
  private func holds(_ tree: StatementTree) -> Bool {
    trees.contains { $0 === tree } || outer?.holds(tree) == true
  }

  /// All of them, the widest first.
  var markers: [Marker] {
    (outer?.markers ?? [])
      + trees.flatMap(\.markers).filter(\.directive.reaches)
      .sorted { $0.isRead(before: $1) }
  }
}
