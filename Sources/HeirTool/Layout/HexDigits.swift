/// The hexadecimal digits of escapes.
enum HexDigits {
  static func of(_ number: some UnsignedInteger, _ count: Int) -> [UInt8] {
    let digits = Array(String(number, radix: 16, uppercase: true).utf8)
    return [UInt8](repeating: 0x30, count: max(0, count - digits.count)) + digits
  }
}
