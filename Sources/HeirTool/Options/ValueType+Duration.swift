import CommandSpec
import SafeText

extension ValueType where Value == Int {
  /// Milliseconds from a number with `ms`, `s` or `m`, or with the default unit.
  package static func duration(unit: Int, least: Int = 0) -> ValueType {
    ValueType("TIME", .text) { (bytes) throws(ArgumentProblem) in
      let digits = bytes.prefix(while: \.isDigit)
      let factor: Int? =
        switch String(decoding: bytes[digits.endIndex...], as: UTF8.self) {
        case "": unit
        case "ms": 1
        case "s": 1000
        case "m": 60_000
        default: nil
        }
      // At most nine digits, so that sums cannot overflow.
      guard let factor, (1...9).contains(digits.count),
        let number = Int(String(decoding: digits, as: UTF8.self))
      else { throw .expected("a duration such as 100ms or 2s") }
      guard number * factor >= least else {
        throw .expected("a duration of at least \(least)ms")
      }
      return number * factor
    }
  }
}
