import TestSupport

/// Texts of few different lines, with ends of every kind.
enum RandomText {
  private static let lines = [
    "a", "b", "c", "", "-", "+x", " y", "d\r", "é", "\\ No newline", "@@",
  ]

  static func text(_ random: inout SplitMix64) -> [UInt8] {
    let count = Int.random(in: 1...40, using: &random)
    let lines = (0..<count).map { _ in Self.lines.randomElement(using: &random) ?? "" }
    let end = Bool.random(using: &random) ? "\n" : "."
    return Array((lines.joined(separator: "\n") + end).utf8)
  }

  static func changed(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var lines = split(text)
    for _ in 0...Int.random(in: 0...6, using: &random) {
      let at = Int.random(in: 0...lines.count, using: &random)
      let line = Array((Self.lines.randomElement(using: &random) ?? "").utf8) + [0x0A]
      if Bool.random(using: &random) || at == lines.count {
        if at < lines.count || lines.last?.last == 0x0A { lines.insert(line, at: at) }
      } else {
        lines.remove(at: at)
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0, let last = lines.popLast() {
      lines.append(last.last == 0x0A ? last.dropLast() + [0x2E] : last + [0x0A])
    }
    // `patch` takes a file that it leaves empty away.
    return lines.isEmpty ? [0x2E] : Array(lines.joined())
  }

  /// How many lines go and come at least, by the whole table.
  static func fewestEdits(_ old: [UInt8], _ new: [UInt8]) -> Int {
    let (old, new) = (split(old), split(new))
    var common = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for (i, left) in old.enumerated() {
      for (j, right) in new.enumerated() {
        common[i + 1][j + 1] =
          left == right ? common[i][j] + 1 : max(common[i][j + 1], common[i + 1][j])
      }
    }
    return old.count + new.count - 2 * common[old.count][new.count]
  }

  private static func split(_ text: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for byte in text {
      line.append(byte)
      if byte == 0x0A {
        lines.append(line)
        line = []
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
