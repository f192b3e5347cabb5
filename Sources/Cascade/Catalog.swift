/// An insertion-ordered dictionary.
/// Up to 16 items are searched linearly, which is faster than creating a hash table.
package struct Catalog<ID: Hashable, Item> {
  package private(set) var ids: [ID] = []
  package private(set) var items: [Item] = []
  private var places: [ID: Int] = [:]
  private static var few: Int { 16 }

  package init() {}

  package func place(of id: ID) -> Int? {
    ids.count <= Self.few ? ids.firstIndex(of: id) : places[id]
  }

  package subscript(id: ID) -> Item? { place(of: id).map { items[$0] } }

  /// The item with this identifier, inserted if missing.
  package subscript(id: ID, orNew new: @autoclosure () -> Item) -> Item {
    mutating get { items[place(id, new)] }
    _modify { yield &items[place(id, new)] }
  }

  package func filter(_ isKept: (Item) -> Bool) -> Catalog {
    var kept = Catalog()
    for (id, item) in zip(ids, items) where isKept(item) { _ = kept.place(id) { item } }
    return kept
  }

  package func sorted<Order: Comparable>(by order: (Item) -> Order) -> Catalog {
    let orders = items.map(order)
    var sorted = Catalog()
    for place in items.indices.sorted(by: { (orders[$0], $0) < (orders[$1], $1) }) {
      _ = sorted.place(ids[place]) { items[place] }
    }
    return sorted
  }

  private mutating func place(_ id: ID, _ new: () -> Item) -> Int {
    if let known = place(of: id) { return known }
    if ids.count == Self.few {
      for (place, id) in ids.enumerated() { places[id] = place }
    }
    if ids.count >= Self.few { places[id] = ids.count }
    ids.append(id)
    items.append(new())
    return items.count - 1
  }
}

extension Catalog where Item == Void {
  /// The index of an identifier, inserted if missing.
  package mutating func number(of id: ID) -> Int { place(id) {} }

  package func contains(_ id: ID) -> Bool { place(of: id) != nil }

  package mutating func insert(_ id: ID) -> Bool {
    let count = ids.count
    return place(id) {} == count
  }
}

extension Sequence {
  /// Groups the elements by identifier, in order of first occurrence.
  package func grouped<ID: Hashable>(by id: (Self.Element) -> ID) -> [(
    id: ID, members: [Self.Element]
  )] {
    var groups = Catalog<ID, [Self.Element]>()
    for element in self { groups[id(element), orNew: []].append(element) }
    return groups.ids.indices.map { (groups.ids[$0], groups.items[$0]) }
  }
}
