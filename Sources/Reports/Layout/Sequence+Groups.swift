import Answers

extension Sequence {
  /// The elements by what they have in common, in the order in which the first of each came.
  package func grouped<ID: Hashable>(by id: (Element) -> ID) -> [(id: ID, members: [Element])] {
    var groups = Catalog<ID, [Element]>()
    for element in self { groups[id(element), orNew: []].append(element) }
    return Array(zip(groups.ids, groups.items))
  }
}
