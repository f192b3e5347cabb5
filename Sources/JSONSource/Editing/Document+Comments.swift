extension Document {
  package func comments(lostIn edited: Document) -> [ByteRange] {
    LineChange.between(comments.map { source[$0] }, edited.comments.map { edited.source[$0] })
      .flatMap { comments[$0.old] }
  }

  /// The comments that begin in a range.
  func comments(in range: ByteRange) -> ArraySlice<ByteRange> {
    let first = comments.indices.bisected { comments[$0].start >= range.start }
    let end = comments.indices.bisected { comments[$0].start >= range.end }
    return comments[first..<end]
  }

  package func containsComments(_ index: Int) -> Bool { !comments(in: range(index)).isEmpty }

  /// The members (by their names' indexes) and elements with comments before, after or in them.
  /// Cost: linear in the document, if it has comments.
  package var commentedItems: Set<Int> {
    if comments.isEmpty { return [] }
    var found: Set<Int> = []
    for index in 0..<nodeCount where nodes[index].isContainer {
      let container = Container(self, index)
      for (position, item) in container.items.enumerated() {
        let range = ByteRange(container.gap(position).before, container.gap(position + 1).ownEnd)
        if !comments(in: range).isEmpty { found.insert(item) }
      }
    }
    return found
  }
}
