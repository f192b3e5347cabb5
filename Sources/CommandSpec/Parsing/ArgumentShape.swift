import SafeText

/// The form of an argument before `--`, which decides how it is read.
enum ArgumentShape: Equatable {
  /// A name, a path, a lone `-`, a negative number.
  case argument
  case end
  /// `--name` or `--name=value`.
  case long(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?)
  /// `-cS`, without the dash. `-0` is a number or a flag; the command decides.
  case letters(ArraySlice<UInt8>)

  init(_ bytes: [UInt8]) {
    let dash = UInt8(ascii: "-")
    guard bytes.count > 1, bytes[0] == dash else {
      self = .argument
      return
    }
    if bytes[1] != dash {
      let isNumber = isNegativeNumber(bytes) && !bytes.elementsEqual("-0".utf8)
      self = isNumber ? .argument : .letters(bytes.dropFirst())
    } else if bytes.count == 2 {
      self = .end
    } else if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
      self = .long(name: bytes[..<equals], value: bytes[(equals + 1)...])
    } else {
      self = .long(name: bytes[...], value: nil)
    }
  }

  var last: ArraySlice<UInt8>? {
    switch self {
    case .long(let name, nil): name
    case .letters(let letters): [UInt8(ascii: "-")] + letters.suffix(1)
    default: nil
    }
  }
}

/// Whether the bytes are a negative number (RFC 8259 §6).
func isNegativeNumber(_ bytes: [UInt8]) -> Bool {
  func halves(_ text: ArraySlice<UInt8>, at sign: Character) -> [ArraySlice<UInt8>] {
    text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0.lowered == sign.asciiValue }
  }
  guard bytes.first == UInt8(ascii: "-") else { return false }
  let parts = halves(bytes.dropFirst(), at: "e")
  let (mantissa, exponent) = (halves(parts[0], at: "."), parts.dropFirst())
  let digits = mantissa + exponent.map { $0.dropFirst("+-".utf8.contains($0.first ?? 0) ? 1 : 0) }
  return (mantissa[0].first != UInt8(ascii: "0") || mantissa[0].count == 1)
    && digits.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
}
