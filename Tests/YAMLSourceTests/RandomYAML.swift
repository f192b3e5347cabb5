import TestSupport

/// Random texts of YAML: well-formed ones, and others that are nearly so.
struct RandomYAML {
  private var random: SplitMix64
  private var anchors: [String] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: 0..<texts.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  static let scalars = [
    "a", "text", "two words", "é", "日本", "a:b", "a#b", "-", "--", "-a", "?a", ":a", "::a::b", "a'b",
    "~", "null", "Null", "NULL", "nUll", "yes", "Yes", "YES", "yES", "no", "on", "Off", "true",
    "TRUE", "tRue", "y", "n", "12", "+12", "-0", "-7", "012", "0755", "08", "0_7", "0", "00", "0_",
    "0b101", "-0b1_1", "0x1F", "0xdead_beef_dead_beef_dead", "0x", "0b_", "0o7", "1_000", "1_",
    "1,000", "1,0,0", "1__0", "123456789012345678901234567890", "1.5", "-1.5", "+.5", ".5", "-.5",
    "1.", "1.e+5", "1e5", "1.5e5", "1.5e+5", "1.5E-3", "1_0.5", "1,0.5", "0777.5", ".", "-.", "..",
    "1.2.3", "1._5", "1:30", "-1:30", "1:30:20", "1:30.5", "12:30:45", "1:2:3:4", "1:70", "01:30",
    "1:30:20.25", "-1:30:20.5", "2020-01-02", "2020-1-2", "2020-01-02 03:04:05",
    "2020-01-02T03:04:05Z", "2020-01-02 03:04:05.5 +01:00", "20200102", "<<", "=", "!", "a,b",
    "'quoted'", "'it''s'", "''", "\"\"", "\"a\\nb\\t\\u00e9\\x41\\\\\"", "\"\\ud83d\\ude00\"",
    "\"a\\/b\"", "'12'", "\"yes\"", "\"<<\"", "a b # c", "%a", "@a", "a%", "0.0", "-0.0", "1e+5",
    ":\"a b\"", "':a'", ".inf", "-.INF", ".nan", ".Inf", ".iNf", "+12:30",
  ]

  private mutating func scalar() -> String {
    pick(["", "", "", "", "", "", "!!str ", "!!int ", "!!float ", "!!bool ", "!!null ", "! "])
      + pick(Self.scalars.filter { !$0.contains("ud83d") && $0 != "=" })
  }

  private mutating func key() -> String {
    if chance(6) { return "<<" }
    if chance(80) { return pick(["a", "b", "c", "d", "e", "long key", "x::y", "'q'", "\"r\""]) }
    return pick(["7", "1.10", "yes", "~", "!!str 5", "2020-01-02", "0x10", ":s", "&k kk", "100.0"])
  }

  private mutating func flow(_ depth: Int) -> String {
    let space = { (self: inout RandomYAML) in self.pick(["", " ", " ", "\n     ", " # c\n     "]) }
    if depth == 0 || chance(50) { return chance(10) ? alias() : scalar() }
    let isMapping = chance(50)
    var items: [String] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let value = flow(depth - 1)
      if isMapping || chance(15) {
        items.append(pick(["", "", "", "? "]) + key() + ": " + value)
      } else {
        items.append(value)
      }
    }
    let inner = items.map { space(&self) + $0 + pick(["", " "]) }.joined(separator: ",")
    let end = pick(["", ",", ""]) + space(&self)
    return properties() + (isMapping ? "{\(inner)\(end)}" : "[\(inner)\(end)]")
  }

  private mutating func properties() -> String {
    guard chance(12) else { return "" }
    let name = pick(["x", "y", "z"])
    anchors.append(name)
    return "&\(name) "
  }

  private mutating func alias() -> String { anchors.isEmpty ? "a" : "*" + pick(anchors) }

  private mutating func blockScalar(_ indent: String) -> String {
    let lines = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      pick([indent + "text", indent + "  more", "", indent + "# no comment", indent + "t\tt", "  "])
    }
    return pick(["|", ">"]) + pick(["", "-", "+", "2", "-1", "1+"]) + pick(["", " # c"]) + "\n"
      + lines.map { $0 + "\n" }.joined()
  }

  private mutating func multiline(_ indent: String) -> String {
    let quote = pick(["", "", "'", "\""])
    return quote + pick(["one", "two words"]) + pick(["", " ", "\\"])
      + pick(["\n", "\n\n", "  \n\n"]) + indent + pick(["more", "and more", "# more"]) + quote
  }

  private mutating func comment() -> String { chance(15) ? pick([" # note", "  #", " #x"]) : "" }

  /// A value after an indicator, with the final line break.
  private mutating func value(_ depth: Int, _ indent: String) -> String {
    let inner = indent + pick([" ", "  ", "    "])
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4 where depth > 0:
      let isAligned = chance(30)
      return properties() + comment() + "\n" + block(depth - 1, isAligned ? indent : inner)
    case 4: return properties() + flow(2) + comment() + "\n"
    case 5: return blockScalar(inner)
    case 6: return multiline(inner) + comment() + "\n"
    case 7: return alias() + comment() + "\n"
    case 8: return comment() + "\n"
    default: return properties() + scalar() + comment() + "\n"
    }
  }

  private mutating func block(_ depth: Int, _ indent: String) -> String {
    var text = ""
    let isMapping = chance(65)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      if chance(12) { text += pick(["", indent, "      "]) + "# comment\n" }
      if chance(8) { text += "\n" }
      if isMapping {
        if chance(6) {
          text += "\(indent)? " + value(depth, indent)
          if chance(80) { text += "\(indent): " + value(depth, indent) }
        } else {
          text += indent + key() + pick([": ", ": ", ": ", " : ", ":  "]) + value(depth, indent)
        }
      } else if depth > 0, chance(30) {
        let nested = block(depth - 1, indent + "  ")
        text +=
          indent + "- " + nested.dropFirst(nested.hasPrefix(indent + "  ") ? indent.count + 2 : 0)
      } else {
        text += indent + "- " + value(depth, indent)
      }
    }
    return text
  }

  mutating func document() -> String {
    let start = pick([
      "", "", "", "---\n", "%YAML 1.1\n---\n", "# head\n\n", "--- # c\n",
    ])
    let end = pick(["", "", "", "...\n", "---\nb: 1\n", "# end\n"])
    let text = start + (chance(90) ? block(3, "") : value(3, "")) + end
    return chance(8) ? text.replacing("\n", with: "\r\n") : text
  }

  private static let tokens = [
    "a", "b", "12", "two words", ": ", ":", "- ", "-", "? ", "?", "\n", "\n", "\n  ", "\n    ", " ",
    "  ", "[", "]", "{", "}", ",", ", ", "&x ", "*x", "*x ", "!!str ", "! ", "!!map ", "'", "\"",
    "'q'", "\"d\"", "|", ">-", "|2", " #c", "#", "\t", "---", "...", "--- ", "<<", "~", "%", "\\",
    "é", "\u{85}", "\u{2028}", "\r", "''", "a: ", "- - ", "k: v", "{a: b}", "[c]",
  ]

  /// Tokens in any order.
  mutating func soup() -> String {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in pick(Self.tokens) }.joined()
  }

  /// A document with a few other bytes or tokens.
  mutating func mutated() -> [UInt8] {
    var bytes = Array(document().utf8)
    for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.remove(at: at)
      case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.swapAt(at, Int.random(in: 0..<bytes.count, using: &random))
      default: bytes.insert(contentsOf: pick(Self.tokens).utf8, at: at)
      }
    }
    return bytes
  }
}
