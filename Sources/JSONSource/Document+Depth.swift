extension Document {
  package var nodeCount: Int { nodes.count }

  /// The nesting depth of the value at `index`, itself included. Cost: linear in its size.
  package func depth(of index: Int) -> Int {
    var ends: [Int] = []
    var deepest = 0
    for place in index..<indexAfter(index) where nodes[place].isContainer {
      while let end = ends.last, end <= place { ends.removeLast() }
      ends.append(indexAfter(place))
      deepest = max(deepest, ends.count)
    }
    return deepest
  }
}
