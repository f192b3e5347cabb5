import JSONSource
import TestSupport

extension PlainValue {
  static func random(_ random: inout SplitMix64, depth: Int) -> PlainValue {
    func upTo(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }
    switch upTo(depth > 0 ? 9 : 5) {
    case 0: return [true, false, nil][upTo(2)]
    case 1, 2:
      let numbers = [
        "0", "-0", "1", "1.0", "-1.50", "1e400", "1E-7", "20e+03", "123456789012345678901234567890",
      ]
      return .number(numbers[upTo(numbers.count - 1)])
    case 3, 4, 5: return .string(randomText(&random))
    case 6, 7: return .array((0..<upTo(4)).map { _ in Self.random(&random, depth: depth - 1) })
    default:
      var names: Set<[UInt8]> = []
      return .object(
        (0..<upTo(5)).compactMap { _ in
          let name = randomText(&random)
          guard name.first != 0x24, names.insert(name).inserted else { return nil }
          return PlainMember(PlainName(bytes: name), Self.random(&random, depth: depth - 1))
        })
    }
  }

  private static func randomText(_ random: inout SplitMix64) -> [UInt8] {
    let others: [UnicodeScalar] = [
      "\u{2028}", "\u{2029}", "\u{FEFF}", "é", "\u{301}", "€", "\u{10FFFF}", "😀", "\u{80}",
      "\u{FFFF}",
    ]
    let scalars = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      Bool.random(using: &random)
        ? UnicodeScalar(UInt8.random(in: 0..<0x80, using: &random))
        : others[Int.random(in: 0..<others.count, using: &random)]
    }
    return scalars.flatMap { Array(String($0).utf8) }
  }

  /// The value as JSON text, spelled out plainly.
  func text() -> [UInt8] { Array(compact.utf8) }

  /// The value as JSON text with escapes, zeros and white space that change nothing.
  func text(respelling random: inout SplitMix64) -> [UInt8] {
    let space = Array(["", " ", "\r\n", "\t "][Int.random(in: 0..<4, using: &random)].utf8)
    switch self {
    case .object(let members):
      var parts: [[UInt8]] = []
      for member in members {
        parts.append(
          space + Self.escaped(member.name.bytes) + space + [0x3A]
            + member.value.text(respelling: &random))
      }
      return Self.enclosed("{", parts, "}") + space
    case .array(let elements):
      var parts: [[UInt8]] = []
      for element in elements { parts.append(space + element.text(respelling: &random)) }
      return space + Self.enclosed("[", parts, "]")
    case .string(let text): return Self.escaped(text)
    case .number(let text):
      let isPlain = !text.contains { ".eE".contains($0) }
      return space + Array((text + (isPlain ? ".00E-0" : "")).utf8)
    default: return text() + space
    }
  }

  private static func enclosed(_ opener: String, _ parts: [[UInt8]], _ closer: String) -> [UInt8] {
    Array(opener.utf8) + Array(parts.joined(separator: [0x2C])) + Array(closer.utf8)
  }

  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    [0x22] + String(decoding: text, as: UTF8.self).utf16.flatMap { escape($0) } + [0x22]
  }

  private static func escape(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }

  func shuffled(_ random: inout SplitMix64) -> PlainValue {
    switch self {
    case .object(let members):
      var result: [PlainMember] = []
      for member in members {
        result.append(PlainMember(member.name, member.value.shuffled(&random)))
      }
      return .object(result.shuffled(using: &random))
    case .array(let elements):
      var result: [PlainValue] = []
      for element in elements { result.append(element.shuffled(&random)) }
      return .array(result)
    default: return self
    }
  }

  func changed(_ random: inout SplitMix64) -> PlainValue {
    switch self {
    case .object(var members):
      guard let index = members.indices.randomElement(using: &random) else { return .array([]) }
      let (name, value) = (members[index].name, members[index].value)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: members.remove(at: index)
      case 1:
        members[index] = PlainMember(
          PlainName(bytes: name.bytes + Array(" unlike any".utf8)), value)
      default: members[index] = PlainMember(name, value.changed(&random))
      }
      return .object(members)
    case .array(var elements):
      guard let index = elements.indices.randomElement(using: &random) else { return .object([]) }
      if Bool.random(using: &random) {
        elements.append(.null)
      } else {
        elements[index] = elements[index].changed(&random)
      }
      return .array(elements)
    case .string(let text): return .string(text + [0x00])
    case .number: return 77
    case .bool(let truth): return truth ? false : nil
    case .null: return true
    }
  }

  /// The value with the members of each object sorted by the bytes of their names.
  var sorted: PlainValue {
    switch self {
    case .object(let members):
      .object(
        members.map { PlainMember($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}
