import JSONSource
import Trees

/// A number that readers store in 64-bit floating point, as most do if it has a fraction or an exponent.
enum DoubleNumber {
  /// Throws if such a reader would write another number: digits are lost, or it is infinite.
  static func check(_ spelling: ArraySlice<UInt8>) throws(RepresentationError) {
    guard let number = Double(String(decoding: spelling, as: UTF8.self)), number.isFinite,
      ExactNumber(Array(number.description.utf8)) == ExactNumber(spelling)
    else {
      throw RepresentationError(
        "contains a number that does not fit 64-bit floating point; write it as a string")
    }
  }

  static func isWritten(as spelling: ArraySlice<UInt8>) -> Bool {
    spelling.contains { ".eE".utf8.contains($0) }
  }
}
