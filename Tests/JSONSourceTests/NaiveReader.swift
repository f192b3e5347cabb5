import TestSupport

/// RFC 8259 once more, by recursion, as slow and as plain as can be; nil for what is no strict JSON.
struct NaiveReader {
  private struct Refused: Error {}
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  static func read(_ bytes: [UInt8]) -> PlainValue? {
    // What is not UTF-8 anywhere is no JSON anywhere.
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var text = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    var reader = NaiveReader(bytes: text)
    guard let value = try? reader.value() else { return nil }
    reader.space()
    guard reader.at == text.count else { return nil }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: Character? {
    at < bytes.count ? Character(UnicodeScalar(bytes[at])) : nil
  }

  private mutating func space() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[at...].starts(with: word.utf8) else { return false }
    at += word.utf8.count
    return true
  }

  private mutating func need(_ word: String) throws {
    guard take(word) else { throw Refused() }
  }

  private mutating func value() throws -> PlainValue {
    space()
    switch next {
    case "{": return try object()
    case "[": return try array()
    case "\"": return .string(try string())
    case "t":
      try need("true")
      return true
    case "f":
      try need("false")
      return false
    case "n":
      try need("null")
      return .null
    default: return .number(String(decoding: try number(), as: UTF8.self))
    }
  }

  private mutating func enter() throws {
    at += 1
    depth += 1
    if depth > 512 { throw Refused() }
    space()
  }

  private mutating func object() throws -> PlainValue {
    try enter()
    defer { depth -= 1 }
    var members: [PlainMember] = []
    var names: Set<[UInt8]> = []
    if take("}") { return .object([]) }
    while true {
      space()
      let name = try string()
      guard names.insert(name).inserted else { throw Refused() }
      space()
      try need(":")
      members.append(PlainMember(PlainName(bytes: name), try value()))
      space()
      if take("}") { return .object(members) }
      try need(",")
    }
  }

  private mutating func array() throws -> PlainValue {
    try enter()
    defer { depth -= 1 }
    var elements: [PlainValue] = []
    if take("]") { return .array([]) }
    while true {
      elements.append(try value())
      space()
      if take("]") { return .array(elements) }
      try need(",")
    }
  }

  private mutating func number() throws -> [UInt8] {
    let start = at
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return Array(bytes[start..<at])
  }

  private mutating func digits() throws {
    let start = at
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
    if at == start { throw Refused() }
  }

  private mutating func hex() throws -> UInt16 {
    guard at + 4 <= bytes.count, bytes[at..<at + 4].allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let unit = UInt16(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
    else { throw Refused() }
    at += 4
    return unit
  }

  private mutating func string() throws -> [UInt8] {
    try need("\"")
    var result: [UInt8] = []
    while let character = next {
      at += 1
      switch character {
      case "\"": return result
      case "\\":
        let letter = next
        at += 1
        if letter == "u" {
          var units = [try hex()]
          if UTF16.isLeadSurrogate(units[0]) {
            try need("\\u")
            units.append(try hex())
          }
          // Decoding repairs what is no pair; spelling it out once more shows that.
          let text = String(decoding: units, as: UTF16.self)
          guard Array(text.utf16) == units else { throw Refused() }
          result += Array(text.utf8)
        } else {
          let meanings: [Character: UInt8] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
          ]
          guard let letter, let byte = meanings[letter] else { throw Refused() }
          result.append(byte)
        }
      default:
        guard bytes[at - 1] >= 0x20 else { throw Refused() }
        result.append(bytes[at - 1])
      }
    }
    throw Refused()
  }
}
