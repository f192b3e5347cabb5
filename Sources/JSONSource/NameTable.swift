/// Every member name of a run, stored once, so that paths compare as integers.
package final class NameTable {
  private var storage: [UInt8] = []
  private var ends: [Int] = []
  // By seeded hash, so that a file cannot choose names that collide; a name whose hash is taken has the next.
  private var ids: [Int: UInt32] = [:]

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
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    var hash = hasher.finalize()
    while let id = ids[hash] {
      let range = range(id)
      let isKnown = storage.withUnsafeBytes {
        UnsafeRawBufferPointer(rebasing: $0[range]).isEqual(to: bytes)
      }
      if isKnown { return Name(id: id) }
      hash &+= 1
    }
    let id = UInt32(ends.count)
    storage.append(contentsOf: bytes)
    ends.append(storage.count)
    ids[hash] = id
    return Name(id: id)
  }

  package func bytes(of name: Name) -> ArraySlice<UInt8> { storage[range(name.id)] }

  private func range(_ id: UInt32) -> Range<Int> {
    (id == 0 ? 0 : ends[Int(id) - 1])..<ends[Int(id)]
  }

  package func precedes(_ name: Name, _ other: Name) -> Bool {
    bytes(of: name).lexicographicallyPrecedes(bytes(of: other))
  }
}

/// An interned member name: names of a table are equal if their unescaped bytes are.
package struct Name: Hashable, Sendable {
  package let id: UInt32
}
