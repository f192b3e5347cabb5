import JSONSource
import Sessions

/// A number that readers take for a binary one of 64 bits, as nearly all do with a fraction or an exponent.
enum DoubleNumber {
  /// Makes sure that what they write again is the same number: no digit is lost, and it is not infinite.
  static func check(_ spelling: ArraySlice<UInt8>) throws(Unrepresentable) {
    guard let number = Double(String(decoding: spelling, as: UTF8.self)), number.isFinite,
      ExactNumber(Array(number.description.utf8)) == ExactNumber(spelling)
    else {
      throw Unrepresentable(
        "contains a number that does not fit 64-bit floating point; write it as a string")
    }
  }

  /// Whether it has a fraction or an exponent.
  static func isWritten(as spelling: ArraySlice<UInt8>) -> Bool {
    spelling.contains { ".eE".utf8.contains($0) }
  }
}
