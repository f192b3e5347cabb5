/// Shows what somebody typed in quotes, on one line, without anything that a terminal would obey.
package func quoted(_ bytes: [UInt8]) -> String {
  "'\(escaped(bytes))'"
}

/// Shows bytes as text: what is not UTF-8 as `\xNN`, control and bidirectional characters as
/// `\u{…}`, and no more than the limit allows.
package func escaped(_ bytes: [UInt8], limit: Int = 200) -> String {
  var result = String.UnicodeScalarView()
  var parser = Unicode.UTF8.ForwardParser()
  var input = bytes.makeIterator()
  var offset = 0
  var shown = 0
  while true {
    if shown == limit && offset < bytes.count {
      result.append("…")
      return String(result)
    }
    shown += 1
    switch parser.parseScalar(from: &input) {
    case .emptyInput:
      return String(result)
    case .error(let length):
      for byte in bytes[offset..<(offset + length)] {
        result.append(contentsOf: #"\x"#.unicodeScalars)
        result.append(contentsOf: hexadecimal(UInt32(byte), digits: 2))
      }
      offset += length
    case .valid(let encoded):
      offset += encoded.count
      append(Unicode.UTF8.decode(encoded), to: &result)
    }
  }
}

private func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
  switch scalar {
  case "\n": result.append(contentsOf: #"\n"#.unicodeScalars)
  case "\r": result.append(contentsOf: #"\r"#.unicodeScalars)
  case "\t": result.append(contentsOf: #"\t"#.unicodeScalars)
  case _ where isObeyed(scalar):
    result.append(contentsOf: #"\u{"#.unicodeScalars)
    result.append(contentsOf: hexadecimal(scalar.value, digits: 4))
    result.append("}")
  default: result.append(scalar)
  }
}

/// Controls (Unicode's Cc), line separators, and the bidirectional controls of UAX #9.
private func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F: true
  case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String.UnicodeScalarView {
  let text = String(value, radix: 16)
  return (String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).unicodeScalars
}
