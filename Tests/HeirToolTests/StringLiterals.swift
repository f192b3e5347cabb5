/// The string literals of a Swift file, each on its own line; code and comments are blank.
///
/// Literals joined by `+` are one text. Other code between two literals shows as `hardBreak`.
struct StringLiterals {
  static let hardBreak = UInt8(ascii: "|")

  private let bytes: [UInt8]
  private var index = 0
  private var output: [UInt8] = []

  static func text(of source: String) -> String {
    var scanner = StringLiterals(bytes: Array(source.utf8))
    scanner.scanCode(endsAtParenthesis: false)
    return String(decoding: scanner.output, as: UTF8.self)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func starts(with text: StaticString) -> Bool {
    let end = index + text.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[index..<end].elementsEqual($0) }
  }

  private mutating func skipCode(_ count: Int) {
    for byte in bytes[index..<min(index + count, bytes.count)] {
      switch byte {
      case UInt8(ascii: "\n"): output.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "+"): output.append(UInt8(ascii: " "))
      default: if output.last != Self.hardBreak { output.append(Self.hardBreak) }
      }
    }
    index += count
  }

  private mutating func skipComment(until end: StaticString) {
    while index < bytes.count, !starts(with: end) {
      if bytes[index] == UInt8(ascii: "\n") { output.append(bytes[index]) }
      index += 1
    }
  }

  private mutating func scanCode(endsAtParenthesis: Bool) {
    var depth = 0
    while index < bytes.count {
      if starts(with: "//") {
        skipComment(until: "\n")
      } else if starts(with: "/*") {
        skipComment(until: "*/")
        index += 2
      } else if starts(with: "#\"") || starts(with: "\"") {
        scanLiteral()
      } else {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") {
          if endsAtParenthesis && depth == 0 { return }
          depth -= 1
        }
        skipCode(1)
      }
    }
  }

  private mutating func scanLiteral() {
    let isRaw = starts(with: "#")
    if isRaw { index += 1 }
    let isLong = starts(with: "\"\"\"")
    index += isLong ? 3 : 1
    while index < bytes.count, !starts(with: isLong ? "\"\"\"" : "\"") || isRaw && !endsRaw(isLong)
    {
      if !isRaw, starts(with: "\\(") {
        index += 2
        output.append(Self.hardBreak)
        scanCode(endsAtParenthesis: true)
        output.append(Self.hardBreak)
        index += 1
      } else if !isRaw, starts(with: "\\") {
        // An escape shows as a space; at the end of a line it joins two lines.
        output.append(UInt8(ascii: " "))
        index += 1
        if !starts(with: "\n") { index += 1 }
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    index += (isLong ? 3 : 1) + (isRaw ? 1 : 0)
  }

  private func endsRaw(_ isLong: Bool) -> Bool {
    let end = index + (isLong ? 3 : 1)
    return end < bytes.count && bytes[end] == UInt8(ascii: "#")
  }
}
