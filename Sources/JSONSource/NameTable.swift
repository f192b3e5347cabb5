/// Every member name of a run, each stored once, so that paths compare as integers.
package final class NameTable {
  // One value, so that a look-up is one access to this object, however many fields it reads.
  private var entries = Entries()

  package init() {}

  package var count: Int { entries.ends.count }

  /// The name with these (unescaped) bytes.
  package func intern(_ bytes: [UInt8]) -> Name {
    bytes.withUnsafeBytes { intern($0) }
  }

  package func intern(_ text: StaticString) -> Name {
    intern(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func intern(_ bytes: UnsafeRawBufferPointer) -> Name { entries.intern(bytes) }

  /// The unescaped bytes of a name.
  package func bytes(of name: Name) -> ArraySlice<UInt8> {
    entries.storage[entries.range(name.id)]
  }

  /// Whether a name comes before another in the order of their bytes.
  package func precedes(_ name: Name, _ other: Name) -> Bool {
    bytes(of: name).lexicographicallyPrecedes(bytes(of: other))
  }
}

/// A hash table of byte strings with open addressing.
private struct Entries {
  var storage: [UInt8] = []
  var ends: [Int] = []
  // A slot holds a name's number plus one. The hash is seeded per process (SipHash), so a tree cannot
  // choose names that collide.
  private var slots = [UInt32](repeating: 0, count: 64)

  mutating func intern(_ bytes: UnsafeRawBufferPointer) -> Name {
    let mask = slots.count - 1
    var slot = hash(bytes) & mask
    while slots[slot] != 0 {
      let id = slots[slot] - 1
      if equals(id, bytes) { return Name(id: id) }
      slot = (slot + 1) & mask
    }
    let id = UInt32(ends.count)
    storage.append(contentsOf: bytes)
    ends.append(storage.count)
    slots[slot] = id + 1
    if ends.count * 2 > slots.count { grow() }
    return Name(id: id)
  }

  func range(_ id: UInt32) -> Range<Int> {
    let index = Int(id)
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  private func equals(_ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let range = range(id)
    guard range.count == bytes.count else { return false }
    return storage.withUnsafeBytes { stored in
      for offset in 0..<bytes.count where stored[range.lowerBound + offset] != bytes[offset] {
        return false
      }
      return true
    }
  }

  private func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize() & Int.max
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    storage.withUnsafeBytes { stored in
      for id in 0..<UInt32(ends.count) {
        var slot = hash(UnsafeRawBufferPointer(rebasing: stored[range(id)])) & mask
        while larger[slot] != 0 { slot = (slot + 1) & mask }
        larger[slot] = id + 1
      }
    }
    slots = larger
  }
}
