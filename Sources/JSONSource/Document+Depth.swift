extension Document {
  /// How many values there are, names counted too.
  package var nodeCount: Int { nodes.count }

  /// How deep objects and arrays nest in the value at `index`, it counted. Cost: one pass over it.
  package func depth(of index: Int) -> Int {
    var ends: [Int] = []
    var deepest = 0
    for place in index..<behind(index) where nodes[place].isContainer {
      while let end = ends.last, end <= place { ends.removeLast() }
      ends.append(behind(place))
      deepest = max(deepest, ends.count)
    }
    return deepest
  }
}
