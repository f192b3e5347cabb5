/// Where the members of one object stand, by the numbers of their names.
struct MemberIndex {
  // The number of each name and its node, at the first free place from where the number leads; nought is
  // free, since node 0 is no name. Numbers are given in the order of asking, so that a tree cannot choose
  // names that collide.
  private var slots: [(name: UInt32, node: UInt32)]

  init(_ members: [Member]) {
    var size = 4
    while size < members.count * 2 { size *= 2 }
    slots = Array(repeating: (0, 0), count: size)
    for member in members {
      var slot = start(of: member.name.id)
      while slots[slot].node != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = (member.name.id, UInt32(member.nameIndex))
    }
  }

  /// The node of the name of a member.
  func node(of name: Name) -> Int? {
    var slot = start(of: name.id)
    while slots[slot].node != 0 {
      if slots[slot].name == name.id { return Int(slots[slot].node) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func start(of number: UInt32) -> Int {
    // Fibonacci hashing spreads numbers that follow one another.
    Int(truncatingIfNeeded: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }
}
