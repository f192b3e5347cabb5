extension Document {
  /// Whether comments stand in a value.
  package func holdsComments(_ index: Int) -> Bool {
    !isStrict && !source.comments(in: range(index)).isEmpty
  }

  /// The members (by the indexes of their names) and elements that have comments of their own: before them,
  /// behind them or in them. Cost: one pass over the document, if it has comments.
  package var commentedItems: Set<Int> {
    if isStrict { return [] }
    var found: Set<Int> = []
    let starts = source.comments(in: ByteRange(source.textStart, source.count)).map(\.range.start)
    for index in 0..<nodeCount where nodes[index].isContainer {
      let container = Container(self, index)
      for (position, item) in container.items.enumerated() {
        let start = container.gap(position).before
        let end = container.gap(position + 1).behind
        let next = starts.indices.bisected { starts[$0] >= start }
        if next < starts.count, starts[next] < end { found.insert(item) }
      }
    }
    return found
  }
}
