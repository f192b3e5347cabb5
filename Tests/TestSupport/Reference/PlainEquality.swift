extension PlainValue {
  /// Equality by value (F3): numbers exactly, objects in any order.
  package func equals(_ other: PlainValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      left == right || PlainNumber(left) == PlainNumber(right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in
          right.first { $0.name == member.name }?.value.equals(member.value) ?? false
        }
    default: self == other
    }
  }
}

/// A number as sign, digits without outer zeros, and the power of ten of the last digit.
private struct PlainNumber: Equatable {
  private var isNegative: Bool
  private var digits: [UInt8]
  private var power: Int

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    var mantissa = Array(parts[0].utf8)
    power = parts.count > 1 ? Int(parts[1].drop { $0 == "+" }) ?? 0 : 0
    isNegative = mantissa.first == UInt8(ascii: "-")
    if isNegative { mantissa.removeFirst() }
    if let dot = mantissa.firstIndex(of: UInt8(ascii: ".")) {
      power -= mantissa.count - dot - 1
      mantissa.remove(at: dot)
    }
    let zero = UInt8(ascii: "0")
    digits = Array(mantissa.drop { $0 == zero })
    while digits.last == zero {
      digits.removeLast()
      power += 1
    }
    if digits.isEmpty { (isNegative, power) = (false, 0) }
  }
}
