/// An index of an object's members by name.
struct MemberIndex {
  // A hash table with open addressing; node 0 marks a free slot.
  // Name numbers follow the order of lookups, so a tree cannot choose colliding names.
  private var slots: [(name: UInt32, node: UInt32)]

  init(_ document: Document, _ object: Int) {
    var count = 0
    document.forEachMember(object) { _, _ in count += 1 }
    var size = 4
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: (0, 0), count: size)
    document.forEachMember(object) { name, value in
      var slot = start(of: name.id)
      while slots[slot].node != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = (name.id, UInt32(value))
    }
  }

  func node(of name: Name) -> Int? {
    var slot = start(of: name.id)
    while slots[slot].node != 0 {
      if slots[slot].name == name.id { return Int(slots[slot].node) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func start(of number: UInt32) -> Int {
    // Fibonacci hashing spreads consecutive numbers.
    Int(truncatingIfNeeded: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }
}
