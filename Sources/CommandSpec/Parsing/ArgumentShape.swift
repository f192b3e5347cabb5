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
  var rest = bytes[...]
  func takes(_ accepted: UInt8...) -> Bool {
    guard let first = rest.first, accepted.contains(first) else { return false }
    rest.removeFirst()
    return true
  }
  func takesDigits() -> Bool {
    let digits = rest.prefix(while: \.isDigit)
    rest.removeFirst(digits.count)
    return !digits.isEmpty
  }

  guard takes(UInt8(ascii: "-")) else { return false }
  guard takes(UInt8(ascii: "0")) || takesDigits() else { return false }
  if takes(UInt8(ascii: ".")) {
    guard takesDigits() else { return false }
  }
  if takes(UInt8(ascii: "e"), UInt8(ascii: "E")) {
    _ = takes(UInt8(ascii: "+"), UInt8(ascii: "-"))
    guard takesDigits() else { return false }
  }
  return rest.isEmpty
}
