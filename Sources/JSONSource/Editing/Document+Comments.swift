extension Document {
  package func comments(lostIn edited: Document) -> [ByteRange] {
    if isStrict { return [] }
    let (old, new) = (allComments, edited.allComments)
    return LineChange.between(old.map { source[$0] }, new.map { edited.source[$0] })
      .flatMap { old[$0.old] }
  }

  private var allComments: [ByteRange] {
    isStrict
      ? [] : source.comments(in: ByteRange(source.textStart, source.count)).map(\.range)
  }

  package func containsComments(_ index: Int) -> Bool {
    !isStrict && !source.comments(in: range(index)).isEmpty
  }

  /// The members (by their names' indexes) and elements with comments before, after or in them.
  /// Cost: linear in the document, if it has comments.
  package var commentedItems: Set<Int> {
    if isStrict { return [] }
    var found: Set<Int> = []
    let starts = allComments.map(\.start)
    for index in 0..<nodeCount where nodes[index].isContainer {
      let container = Container(self, index)
      for (position, item) in container.items.enumerated() {
        let start = container.gap(position).before
        let end = container.gap(position + 1).ownEnd
        let next = starts.indices.bisected { starts[$0] >= start }
        if next < starts.count, starts[next] < end { found.insert(item) }
      }
    }
    return found
  }
}
