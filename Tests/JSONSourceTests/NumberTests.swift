import JSONSource
import TestSupport
import Testing

private func number(_ text: String) -> ExactNumber { ExactNumber(Array(text.utf8)) }

@Suite struct NumberTests {
  @Test(arguments: [
    ("1.0", "1"), ("1e2", "100"), ("1E+2", "100.00"), ("-0", "0"), ("0e5", "0"), ("-0.0e-7", "0"),
    ("1e400", "10e399"), ("0.1e1", "1"), ("1e-2", "0.01"), ("-12.50", "-125e-1"), ("1e0", "1"),
    ("1e-0", "1e+00"), ("1e007", "10000000"), ("100e-2", "1"), ("0.00", "0e999999999999999999999"),
    ("1e9999999999999999999999999999999999999999", "10e9999999999999999999999999999999999999998"),
    ("1e10000000000000000000000000000000000000000", "10e9999999999999999999999999999999999999999"),
    (
      "0.1e-9999999999999999999999999999999999999999",
      "1e-10000000000000000000000000000000000000000"
    ),
    (
      "100e-10000000000000000000000000000000000000001",
      "1e-9999999999999999999999999999999999999999"
    ),
    ("1000e-3", "1e0"), ("1e18446744073709551616", "0.1e18446744073709551617"),
    ("10e-9223372036854775808", "1e-9223372036854775807"), ("12e9", "1.2e10"), ("0.5e2", "50"),
    ("1234567890e1", "12345678900"),
  ]) func numbersOfOneValueAreEqual(_ left: String, _ right: String) {
    #expect(number(left) == number(right))
    #expect(number("-" + left.drop { $0 == "-" }) == number("-" + right.drop { $0 == "-" }))
  }

  @Test(arguments: [
    ("1", "-1"), ("1", "2"), ("1", "10"), ("0", "1"), ("1e5", "1e-5"), ("1.05", "1.5"),
    ("12", "21"),
    ("123456789012345678901234567890", "123456789012345678901234567891"),
    ("123456789012345678901234567890", "123456789012345678901234567889"),
    ("0.1", "0.1000000000000000055511151231257827"), ("9007199254740993", "9007199254740992"),
    ("1e400", "1e401"), ("1e-400", "0"), ("1e-400", "1e-401"), ("101", "11"), ("1e1", "1e11"),
    ("1e9999999999999999999999999999999999999999", "1e9999999999999999999999999999999999999998"),
    ("1e9999999999999999999999999999999999999999", "1e-9999999999999999999999999999999999999999"),
    ("1e9999999999999999999999999999999999999999", "10e9999999999999999999999999999999999999999"),
    ("1e18446744073709551617", "1e1"), ("1e18446744073709551616", "1"), ("1e4294967296", "1"),
  ]) func numbersOfAnotherValueAreNot(_ left: String, _ right: String) {
    #expect(number(left) != number(right))
    #expect(number(right) != number(left))
  }

  private static func written(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = text.lowercased().drop { $0 == "-" }.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    var whole = Array(String(mantissa[0]))
    var fraction = Array(mantissa.count > 1 ? String(mantissa[1]) : "")
    var exponent = parts.count > 1 ? Int(parts[1].drop { $0 == "+" }) ?? 0 : 0
    while exponent > 0 {
      whole.append(fraction.isEmpty ? "0" : fraction.removeFirst())
      exponent -= 1
    }
    while exponent < 0 {
      fraction.insert(whole.isEmpty ? "0" : whole.removeLast(), at: 0)
      exponent += 1
    }
    while whole.first == "0" { whole.removeFirst() }
    while fraction.last == "0" { fraction.removeLast() }
    if whole.isEmpty && fraction.isEmpty { return "0" }
    return (isNegative ? "-" : "") + String(whole) + "." + String(fraction)
  }

  private static func random(_ random: inout SplitMix64) -> String {
    func upTo(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }
    // Few digits and exponents, so that equal values come up often.
    var text = upTo(2) == 0 ? "-" : ""
    text += ["0", "1", "2", "10", "12", "20", "100", "120", "1000"][upTo(8)]
    if upTo(1) == 0 { text += [".0", ".1", ".01", ".2", ".20", ".12", ".00", ".001"][upTo(7)] }
    if upTo(2) > 0 {
      text += ["e", "E"][upTo(1)] + ["", "+", "-", "-0"][upTo(3)] + String(upTo(12))
    }
    return text
  }

  @Test func equalityIsThatOfTheDigitsWrittenOut() {
    var random = SplitMix64(seed: 5)
    let numbers = (0..<220).map { _ in Self.random(&random) }
    let exact = numbers.map { number($0) }
    let written = numbers.map { Self.written($0) }
    var equal = 0
    var wrong: [String] = []
    for left in numbers.indices {
      for right in numbers.indices {
        let same = exact[left] == exact[right]
        if same { equal += 1 }
        if same != (written[left] == written[right]) {
          wrong.append("\(numbers[left]) \(numbers[right])")
        }
      }
    }
    #expect(wrong.isEmpty)
    #expect(equal > 500)
  }
}
