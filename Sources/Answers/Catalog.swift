/// Things by what tells them apart, in the order in which they came.
///
/// Few are found faster by looking at each, and a table of a kind of its own costs the runtime more than all
/// of them.
package struct Catalog<ID: Hashable, Item> {
  package private(set) var ids: [ID] = []
  package private(set) var items: [Item] = []
  private var places: [ID: Int]?
  private static var few: Int { 16 }

  package init() {}

  func place(of id: ID) -> Int? {
    if let places { return places[id] }
    return ids.firstIndex(of: id)
  }

  package subscript(id: ID) -> Item? { place(of: id).map { items[$0] } }

  /// A thing that is there, or else is taken in.
  package subscript(id: ID, orNew new: @autoclosure () -> Item) -> Item {
    mutating get { items[place(id, new)] }
    _modify { yield &items[place(id, new)] }
  }

  /// The things that are to stay.
  func filter(_ isKept: (Item) -> Bool) -> Catalog {
    var kept = Catalog()
    for (id, item) in zip(ids, items) where isKept(item) { _ = kept.place(id) { item } }
    return kept
  }

  private mutating func place(_ id: ID, _ new: () -> Item) -> Int {
    if let known = place(of: id) { return known }
    append(new(), id)
    return items.count - 1
  }

  /// Takes in a thing that is not there.
  mutating func append(_ item: Item, _ id: ID) {
    if places == nil && ids.count == Self.few {
      var all: [ID: Int] = [:]
      for (index, id) in ids.enumerated() { all[id] = index }
      places = all
    }
    places?[id] = ids.count
    ids.append(id)
    items.append(item)
  }
}

extension Catalog where Item == Void {
  /// The number of what is told apart by itself, in the order in which such things came.
  package mutating func number(of id: ID) -> Int { place(id) {} }

  func contains(_ id: ID) -> Bool { place(of: id) != nil }

  /// Takes it in; tells whether it was not met before.
  mutating func insert(_ id: ID) -> Bool {
    let count = ids.count
    return place(id) {} == count
  }
}

extension Sequence {
  /// The elements by what they have in common, in the order in which the first of each came.
  package func grouped<ID: Hashable>(by id: (Element) -> ID) -> [(id: ID, members: [Element])] {
    var groups = Catalog<ID, [Element]>()
    for element in self { groups[id(element), orNew: []].append(element) }
    return groups.ids.indices.map { (groups.ids[$0], groups.items[$0]) }
  }
}
