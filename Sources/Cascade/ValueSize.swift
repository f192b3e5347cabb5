/// A number of values and their approximate size in bytes.
package struct ValueSize {
  var values: Int
  package var bytes: Int

  package static let nothing = ValueSize(values: 0, bytes: 0)
  /// The limit for what a scope computes (V7). Some commands list every part with its key, which takes kilobytes.
  package static let most = ValueSize(values: 50_000, bytes: 16 << 20)
  /// The limit for what a scope includes repeatedly (V7).
  static let mostIncluded = ValueSize(values: 1_000_000, bytes: 16 << 20)
  /// The limit for the computed values of all scopes in a report, in which a part counts once for each value around
  /// it (V7).
  package static let mostReported = ValueSize(values: 200_000, bytes: 32 << 20)
  static var maxMebibytes: Int { most.bytes >> 20 }

  package var isTooMuch: Bool { exceeds(.most) }

  package func exceeds(_ limit: ValueSize) -> Bool { values > limit.values || bytes > limit.bytes }

  package static func + (left: ValueSize, right: ValueSize) -> ValueSize {
    func sum(_ left: Int, _ right: Int) -> Int {
      let (sum, isOver) = left.addingReportingOverflow(right)
      return isOver ? .max : sum
    }
    return ValueSize(values: sum(left.values, right.values), bytes: sum(left.bytes, right.bytes))
  }

  /// Without the value itself.
  var parts: ValueSize { ValueSize(values: max(0, values - 1), bytes: bytes) }

  package var hasParts: Bool { values > 1 }

  package static func - (left: ValueSize, right: ValueSize) -> ValueSize {
    ValueSize(values: left.values - right.values, bytes: left.bytes - right.bytes)
  }
}
