/// An insertion-ordered dictionary.
/// Up to 16 items are searched linearly, which is faster than creating a hash table.
package struct Catalog<ID: Hashable, Item> {
  package private(set) var ids: [ID] = []
  package private(set) var items: [Item] = []
  // Slots keep their hashes, so that growing does not compute them again.
  private var slots: [CatalogSlot] = []
  private static var few: Int { 16 }

  package init() {}

  func place(of id: ID) -> Int? {
    slots.isEmpty ? ids.firstIndex(of: id) : place(of: id, id.hashValue)
  }

  private func place(of id: ID, _ hash: Int) -> Int? {
    var slot = hash & (slots.count - 1)
    while let place = slots[slot].place {
      if slots[slot].hash == hash, ids[place] == id { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  package subscript(id: ID) -> Item? { place(of: id).map { items[$0] } }

  /// The item with this identifier, inserted if missing.
  package subscript(id: ID, orNew new: @autoclosure () -> Item) -> Item {
    mutating get { items[place(id, new)] }
    _modify { yield &items[place(id, new)] }
  }

  func filter(_ isKept: (Item) -> Bool) -> Catalog {
    var kept = Catalog()
    for (id, item) in zip(ids, items) where isKept(item) { _ = kept.place(id) { item } }
    return kept
  }

  func sorted<Order: Comparable>(by order: (Item) -> Order) -> Catalog {
    let orders = items.map(order)
    var sorted = Catalog()
    for place in items.indices.sorted(by: { (orders[$0], $0) < (orders[$1], $1) }) {
      _ = sorted.place(ids[place]) { items[place] }
    }
    return sorted
  }

  private mutating func place(_ id: ID, _ new: () -> Item) -> Int {
    if slots.isEmpty, let known = ids.firstIndex(of: id) { return known }
    if slots.isEmpty && ids.count >= Self.few {
      slots = Array(repeating: CatalogSlot(), count: 4 * Self.few)
      for (place, id) in ids.enumerated() { slots.put(CatalogSlot(id.hashValue, place)) }
    }
    if !slots.isEmpty {
      let hash = id.hashValue
      if let known = place(of: id, hash) { return known }
      if ids.count * 2 > slots.count { slots.grow() }
      slots.put(CatalogSlot(hash, ids.count))
    }
    ids.append(id)
    items.append(new())
    return items.count - 1
  }
}

private struct CatalogSlot {
  let hash: Int
  private let number: Int

  init() { (hash, number) = (0, 0) }

  init(_ hash: Int, _ place: Int) { (self.hash, number) = (hash, place + 1) }

  var place: Int? { number == 0 ? nil : number - 1 }
}

extension [CatalogSlot] {
  fileprivate mutating func put(_ slot: CatalogSlot) {
    var index = slot.hash & (count - 1)
    while self[index].place != nil { index = (index + 1) & (count - 1) }
    self[index] = slot
  }

  fileprivate mutating func grow() {
    let all = self
    self = Array(repeating: CatalogSlot(), count: 2 * count)
    for slot in all where slot.place != nil { put(slot) }
  }
}

extension Catalog where Item == Void {
  /// The index of an identifier, inserted if missing.
  package mutating func number(of id: ID) -> Int { place(id) {} }

  func contains(_ id: ID) -> Bool { place(of: id) != nil }

  mutating func insert(_ id: ID) -> Bool {
    let count = ids.count
    return place(id) {} == count
  }
}

extension Sequence {
  /// Groups the elements by identifier, in order of first occurrence.
  package func grouped<ID: Hashable>(by id: (Element) -> ID) -> [(id: ID, members: [Element])] {
    var groups = Catalog<ID, [Element]>()
    for element in self { groups[id(element), orNew: []].append(element) }
    return groups.ids.indices.map { (groups.ids[$0], groups.items[$0]) }
  }
}
