extension [UInt8] {
  package init(_ append: (inout [UInt8]) -> Void) {
    self = []
    // Most are short texts, which would grow four times.
    reserveCapacity(32)
    append(&self)
  }

  package var withoutFinalNewline: ArraySlice<UInt8> {
    guard last == 0x0A else { return self[...] }
    let rest = dropLast()
    return rest.last == 0x0D ? rest.dropLast() : rest
  }
}

/// The escapes of JSON strings (RFC 8259 §7).
package enum StringEscapes {
  /// Decodes the inside of a valid string, stopping after at least `count` bytes.
  package static func decode(_ inside: ArraySlice<UInt8>, atLeast count: Int = .max) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(inside.count, count))
    var index = inside.startIndex
    func unit(_ start: Int) -> UInt32 {
      (2..<6).reduce(0) { $0 << 4 | (inside[start + $1].hexDigit ?? 0) }
    }
    while index < inside.endIndex, result.count < count {
      guard inside[index] == UInt8(ascii: "\\") else {
        result.append(inside[index])
        index += 1
        continue
      }
      switch inside[index + 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var code = unit(index)
        index += 4
        if (0xD800..<0xDC00).contains(code) {
          code = 0x10000 + (code - 0xD800) << 10 + (unit(index + 2) - 0xDC00)
          index += 6
        }
        if let scalar = Unicode.Scalar(code) { result += scalar.utf8 }
      case let other: result.append(other)
      }
      index += 2
    }
    return result
  }

  package static func append(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x08: output += [UInt8(ascii: "\\"), UInt8(ascii: "b")]
      case 0x0C: output += [UInt8(ascii: "\\"), UInt8(ascii: "f")]
      case 0x0A: output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0D: output += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case 0x09: output += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case 0..<0x20: appendUnit(UInt32(byte), to: &output)
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.word(at: offset)
      if word.controls | word.firsts(of: 0x22) | word.firsts(of: 0x5C) != 0 { return false }
      offset += 8
    }
    while offset < bytes.count {
      if bytes[offset] < 0x20 || bytes[offset] == 0x22 || bytes[offset] == 0x5C { return false }
      offset += 1
    }
    return true
  }

  package static func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
    .init { append(text, to: &$0) }
  }

  package static func appendUnit(_ unit: UInt32, to output: inout [UInt8]) {
    output += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(unit >> shift & 0xF)
      output.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}
