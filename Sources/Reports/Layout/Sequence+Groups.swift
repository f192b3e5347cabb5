extension Sequence {
  /// The elements by what they have in common, in the order in which the first of each came.
  package func grouped<ID: Hashable>(by id: (Element) -> ID) -> [(id: ID, members: [Element])] {
    var numbers: [ID: Int] = [:]
    var groups: [(id: ID, members: [Element])] = []
    for element in self {
      let id = id(element)
      if let number = numbers[id] {
        groups[number].members.append(element)
      } else {
        numbers[id] = groups.count
        groups.append((id, [element]))
      }
    }
    return groups
  }
}
