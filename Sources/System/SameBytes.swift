import CLibrary

extension [UInt8] {
  /// Whether another array has the same bytes; `==` looks at them one by one.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { here in
      other.withUnsafeBytes { there in
        guard let one = here.baseAddress, let two = there.baseAddress else { return true }
        return memcmp(one, two, here.count) == 0
      }
    }
  }
}
