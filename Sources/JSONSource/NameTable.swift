/// Every member name of a run, stored once, so that paths compare as integers.
package final class NameTable {
  // A single value: a lookup then needs one exclusive access to this object.
  private var entries = Entries()

  package init() {}

  package var count: Int { entries.ends.count }

  package func names(from first: Int) -> some Sequence<Name> {
    (first..<count).lazy.map { Name(id: UInt32($0)) }
  }

  package func intern(_ bytes: [UInt8]) -> Name {
    bytes.withUnsafeBytes { intern($0) }
  }

  package func intern(_ text: StaticString) -> Name {
    intern(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func intern(_ bytes: UnsafeRawBufferPointer) -> Name { intern(bytes, NameHash.of(bytes)) }

  func intern(_ bytes: UnsafeRawBufferPointer, _ print: UInt32) -> Name {
    entries.intern(bytes, print)
  }

  package func bytes(of name: Name) -> ArraySlice<UInt8> {
    entries.storage[entries.range(name.id)]
  }

  package func precedes(_ name: Name, _ other: Name) -> Bool {
    bytes(of: name).lexicographicallyPrecedes(bytes(of: other))
  }
}

/// A hash table of byte strings with open addressing.
private struct Entries {
  var storage: [UInt8] = []
  var ends: [Int] = []
  // A slot stores a name's number plus 1; 0 marks a free slot.
  private var slots = [TableSlot](repeating: TableSlot(), count: 64)
  // A file may choose names that collide: after `maxProbes` steps, hash with SipHash and a random seed.
  private var isSeeded = false
  private static let maxProbes = 64

  private struct TableSlot {
    var hash: UInt32 = 0
    var entry: UInt32 = 0
  }

  mutating func intern(_ bytes: UnsafeRawBufferPointer, _ print: UInt32) -> Name {
    let hash = isSeeded ? seeded(bytes) : print
    let mask = slots.count - 1
    var place = Int(hash) & mask
    var steps = 0
    while slots[place].entry != 0 {
      let id = slots[place].entry - 1
      if slots[place].hash == hash, equals(id, bytes) { return Name(id: id) }
      place = (place + 1) & mask
      steps += 1
    }
    let id = UInt32(ends.count)
    storage.append(contentsOf: bytes)
    ends.append(storage.count)
    slots[place] = TableSlot(hash: hash, entry: id + 1)
    let isCrowded = steps > Self.maxProbes && !isSeeded
    if isCrowded { isSeeded = true }
    if isCrowded || ends.count * 2 > slots.count { grow(hashingAnew: isCrowded) }
    return Name(id: id)
  }

  func range(_ id: UInt32) -> Range<Int> {
    let index = Int(id)
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  @inline(__always)
  private func equals(_ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let range = range(id)
    guard range.count == bytes.count else { return false }
    return storage.withUnsafeBytes { stored in
      var offset = 0
      while offset + 8 <= bytes.count {
        if stored.word(at: range.lowerBound + offset) != bytes.word(at: offset) { return false }
        offset += 8
      }
      if bytes.count & 4 != 0 {
        let start = range.lowerBound + offset
        if stored.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          != bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        {
          return false
        }
        offset += 4
      }
      while offset < bytes.count {
        if stored[range.lowerBound + offset] != bytes[offset] { return false }
        offset += 1
      }
      return true
    }
  }

  private func seeded(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private mutating func grow(hashingAnew: Bool) {
    var larger = [TableSlot](repeating: TableSlot(), count: slots.count * 2)
    let mask = larger.count - 1
    for var slot in slots where slot.entry != 0 {
      if hashingAnew {
        slot.hash = storage.withUnsafeBytes {
          seeded(UnsafeRawBufferPointer(rebasing: $0[range(slot.entry - 1)]))
        }
      }
      var place = Int(slot.hash) & mask
      while larger[place].entry != 0 { place = (place + 1) & mask }
      larger[place] = slot
    }
    slots = larger
  }
}

/// An interned member name: names of a table are equal if their unescaped bytes are.
package struct Name: Hashable, Sendable {
  package let id: UInt32
}
