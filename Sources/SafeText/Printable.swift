/// Makes text from a tree or a command line safe to print: a record stays on its line.
/// No byte controls the terminal, and none reorders or hides text.
@usableFromInline
package enum Printable {
  /// Escapes control characters, line separators and bidirectional or invisible controls as JSON does.
  /// Bytes that are not UTF-8 become `\xNN`.
  package static func append(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    let bytes = Array(text)
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      output += bytes
      return
    }
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &input) {
      case .emptyInput: return
      case .error(let length):
        for byte in bytes[offset..<(offset + length)] {
          output += "\\x".utf8 + HexDigits.of(byte, 2, uppercase: false)
        }
        offset += length
      case .valid(let encoded):
        offset += encoded.count
        append(Unicode.UTF8.decode(encoded), encoded, to: &output)
      }
    }
  }

  package static func string(_ text: some Sequence<UInt8>, limit: Int = .max) -> String {
    let bytes = Array(text)
    return Self.text { output in
      append(bytes.prefix(limit), to: &output)
      if bytes.count > limit { output += "…".utf8 }
    }
  }

  /// The text that `body` appends.
  package static func text(_ body: (inout [UInt8]) -> Void) -> String {
    var output: [UInt8] = []
    body(&output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The limit in bytes for a text or key inside a message.
  package static let longest = 1_500

  /// A text inside a message; if cut, followed by the number of omitted bytes.
  package static func excerpt(_ text: [UInt8]) -> String {
    if text.count <= longest { return string(text) }
    let head = start(of: text[...], longest)
    return string(head) + "… (\(amount(text.count - head.count)) bytes more)"
  }

  /// The first bytes of a text, at most `count`, cut at a character boundary.
  package static func start(of text: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
    if text.count <= count { return text }
    var end = text.startIndex + count
    while end > text.startIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
    return text[..<end]
  }

  package static func end(of text: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
    if text.count <= count { return text }
    return text.suffix(count).drop { $0 & 0xC0 == 0x80 }
  }

  /// `199,980`.
  package static func amount(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  package static func quoted(_ text: some Sequence<UInt8>) -> String {
    "'\(string(text, limit: 200))'"
  }

  /// Whether a scalar is a control character, a line separator, or reorders or hides text.
  /// Variation selectors are safe, since they choose a glyph.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: return true
    case 0..<0xAD, 0xFE00...0xFE0F: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func append(
    _ scalar: Unicode.Scalar, _ encoded: some Sequence<UInt8>, to output: inout [UInt8]
  ) {
    switch scalar {
    case "\n": output += "\\n".utf8
    case "\r": output += "\\r".utf8
    case "\t": output += "\\t".utf8
    case _ where isUnsafe(scalar):
      for unit in String(scalar).utf16 {
        output += "\\u".utf8 + HexDigits.of(unit, 4, uppercase: false)
      }
    default: output += encoded
    }
  }

  /// Appends a number that is not negative.
  package static func append(_ number: Int, to output: inout [UInt8]) {
    if number > 9 { append(number / 10, to: &output) }
    output.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// `1 scope`, `14 scopes`.
  package static func append(_ number: Int, _ word: String, to output: inout [UInt8]) {
    append(number, to: &output)
    output.append(0x20)
    output += word.utf8
    if number != 1 { output.append(UInt8(ascii: "s")) }
  }

  package static func count(_ number: Int, _ word: String) -> String {
    text { append(number, word, to: &$0) }
  }

  package static func plural(_ number: Int, _ word: String) -> String {
    number == 1 ? word : word + "s"
  }

  package static func few(
    _ all: some Collection<String>, most: Int, doing rest: String = ""
  ) -> [String] {
    all.prefix(most) + (all.count > most ? ["and \(all.count - most) more\(rest)"] : [])
  }

  package static func listed(
    _ all: some Collection<String>, most: Int
  ) -> String {
    text { append(listed: all, most: most, to: &$0) { $1 += $0.utf8 } }
  }

  /// Inlined, because other modules would call it through generic code.
  @inlinable
  package static func append<Item>(
    listed all: some Collection<Item>, most: Int, to output: inout [UInt8],
    _ body: (Item, inout [UInt8]) -> Void
  ) {
    for (index, item) in all.prefix(most).enumerated() {
      if index > 0 { output += ", ".utf8 }
      body(item, &output)
    }
    if all.count > most { output += " and \(all.count - most) more".utf8 }
  }
}

/// The hexadecimal digits of escapes.
package enum HexDigits {
  package static func of(
    _ number: some UnsignedInteger, _ count: Int, uppercase: Bool = true
  ) -> [UInt8] {
    let digits = Array(String(number, radix: 16, uppercase: uppercase).utf8)
    return [UInt8](repeating: 0x30, count: max(0, count - digits.count)) + digits
  }
}
