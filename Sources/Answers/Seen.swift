/// Things that were met: few are found faster by looking at each, and a table of a kind of its own costs the
/// runtime more than all of them.
struct Seen<Thing: Hashable> {
  private var few: [Thing] = []
  private var many: Set<Thing>?
  private static var most: Int { 16 }

  func contains(_ thing: Thing) -> Bool { many?.contains(thing) ?? few.contains(thing) }

  /// Takes in a thing; tells whether it was not met before.
  mutating func insert(_ thing: Thing) -> Bool {
    if contains(thing) { return false }
    if many == nil && few.count == Self.most { many = Set(few) }
    if many == nil { few.append(thing) } else { many?.insert(thing) }
    return true
  }
}
