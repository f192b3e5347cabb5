/// An insertion-ordered dictionary.
/// Up to 16 items are searched linearly, which is faster than creating a hash table.
/// It is inlined, because other modules would call it through generic code: where of all keys takes a fifth longer.
@usableFromInline
package struct Catalog<ID: Hashable, Item> {
  @usableFromInline
  package internal(set) var ids: [ID] = []
  @usableFromInline
  package internal(set) var items: [Item] = []
  @usableFromInline
  // A literal would be made by generic code.
  var places = [ID: Int]()
  @inlinable
  static var few: Int { 16 }

  @inlinable
  package init() {}

  @inlinable
  package func place(of id: ID) -> Int? {
    ids.count <= Self.few ? ids.firstIndex(of: id) : places[id]
  }

  @inlinable
  package subscript(id: ID) -> Item? { place(of: id).map { items[$0] } }

  /// The item with this identifier, inserted if missing.
  @inlinable
  package subscript(id: ID, orNew new: @autoclosure () -> Item) -> Item {
    mutating get { items[place(id, new)] }
    _modify { yield &items[place(id, new)] }
  }

  @inlinable
  package func filter(_ isKept: (Item) -> Bool) -> Catalog {
    if items.allSatisfy(isKept) { return self }
    var kept = Catalog()
    for (id, item) in zip(ids, items) where isKept(item) { _ = kept.place(id) { item } }
    return kept
  }

  @inlinable
  package func sorted<Order: Comparable>(by order: (Item) -> Order) -> Catalog {
    if items.count < 2 { return self }
    let orders = items.map(order)
    if zip(orders, orders.dropFirst()).allSatisfy({ $0 <= $1 }) { return self }
    var sorted = Catalog()
    for place in items.indices.sorted(by: { (orders[$0], $0) < (orders[$1], $1) }) {
      _ = sorted.place(ids[place]) { items[place] }
    }
    return sorted
  }

  @inlinable
  mutating func place(_ id: ID, _ new: () -> Item) -> Int {
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
  @inlinable
  package mutating func number(of id: ID) -> Int { place(id) {} }

  @inlinable
  package func contains(_ id: ID) -> Bool { place(of: id) != nil }

  @inlinable
  package mutating func insert(_ id: ID) -> Bool {
    let count = ids.count
    return place(id) {} == count
  }
}
