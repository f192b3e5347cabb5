extension [UInt8] {
  /// Compares with memcmp(3); `==` compares element by element.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { here in
      other.withUnsafeBytes { there in
        guard let one = here.baseAddress, let two = there.baseAddress else { return true }
        return memcmp(one, two, here.count) == 0
      }
    }
  }

  /// The first offset from `start` at which the arrays differ.
  package func firstDifference(from other: [UInt8], after start: Int) -> Int? {
    withUnsafeBytes { here in
      other.withUnsafeBytes { there in
        var place = start
        let end = Swift.min(here.count, there.count)
        while place + 8 <= end,
          here.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            == there.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        { place += 8 }
        while place < end, here[place] == there[place] { place += 1 }
        return place < end ? place : nil
      }
    }
  }
}
