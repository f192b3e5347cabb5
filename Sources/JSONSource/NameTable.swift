/// Every member name of a run, stored once, so that paths compare as integers.
package final class NameTable {
  private var storage: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt32] = []
  /// The names by hash; 0 for none, otherwise ID + 1. Making a dictionary costs a tenth of the instructions of a
  /// small get.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)

  package init() {}

  package var count: Int { ends.count }

  package func names(from first: Int) -> some Sequence<Name> {
    (first..<count).lazy.map { Name(id: UInt32($0)) }
  }

  package func intern(_ bytes: [UInt8]) -> Name {
    bytes.withUnsafeBytes { intern($0) }
  }

  package func intern(_ text: StaticString) -> Name {
    intern(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func intern(_ bytes: UnsafeRawBufferPointer) -> Name {
    intern(bytes, NameHash.ofProcess.of(bytes))
  }

  func intern(_ bytes: UnsafeRawBufferPointer, _ hash: UInt32) -> Name {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let name = Name(id: slots[slot] - 1)
      if hashes[Int(name.id)] == hash {
        let range = range(name.id)
        if range.count == bytes.count, storage.withUnsafeBytes({ isEqual($0, range, bytes) }) {
          return name
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = UInt32(ends.count)
    storage.append(contentsOf: bytes)
    ends.append(storage.count)
    hashes.append(hash)
    slots[slot] = id + 1
    if 2 * ends.count > slots.count { grow() }
    return Name(id: id)
  }

  /// A loop of its own, because each name that is read is compared once.
  @inline(__always)
  private func isEqual(
    _ storage: UnsafeRawBufferPointer, _ range: Range<Int>, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    for offset in bytes.indices where storage[range.lowerBound + offset] != bytes[offset] {
      return false
    }
    return true
  }

  private func grow() {
    slots = Array(repeating: 0, count: 4 * slots.count)
    for id in hashes.indices {
      var slot = Int(hashes[id]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(id) + 1
    }
  }

  func hash(of name: Name) -> UInt32 { hashes[Int(name.id)] }

  package func bytes(of name: Name) -> ArraySlice<UInt8> { storage[range(name.id)] }

  private func range(_ id: UInt32) -> Range<Int> {
    (id == 0 ? 0 : ends[Int(id) - 1])..<ends[Int(id)]
  }

  package func precedes(_ name: Name, _ other: Name) -> Bool {
    bytes(of: name).lexicographicallyPrecedes(bytes(of: other))
  }
}

/// An interned member name: names of a table are equal if their unescaped bytes are.
@usableFromInline
package struct Name: Hashable, Sendable {
  @usableFromInline
  package let id: UInt32
}
