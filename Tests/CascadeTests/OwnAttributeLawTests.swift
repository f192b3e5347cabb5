import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// Custom attributes (A8) on random trees, compared with a naive implementation.
@Suite struct OwnAttributeLawTests {
  private static let names = ["a", "b", "c"]

  /// The declarations of a level in reading order: the names of the pattern, and the text.
  private typealias Level = [(parts: [String], text: String)]

  private struct Sample {
    /// The levels, nearest first, each of its own scope; those of an overlay before the others.
    var levels: [Level] = []
    var files: [(path: String, text: String)] = []
    var overlay: [(path: String, text: String)] = []

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      for tree in 0..<2 {
        for depth in (0..<3).reversed() {
          let scope = ["", "/p", "/p/q"][depth]
          var level: Level = []
          for file in ["m.json", "n.json"] {
            let prefix = (random.upTo(9) < 3) ? [names[random.upTo(2)]] : []
            var said: Level = []
            for _ in 0..<random.upTo(3) {
              let parts = (0...random.upTo(2)).map { _ in
                random.upTo(9) < 4 ? ["*", "**", "a*"][random.upTo(2)] : names[random.upTo(2)]
              }
              // Two stars beside each other are one.
              if said.contains(where: { $0.parts == parts }) { continue }
              if zip(parts, parts.dropFirst()).contains(where: { $0 == ("**", "**") }) { continue }
              said.append((parts, "\(tree)\(depth)\(file.first ?? " ")\(said.count)"))
            }
            let members = said.map { "\"\($0.parts.joined(separator: "."))\": \"\($0.text)\"" }
            let object = "{\"$x-o\": {\(members.joined(separator: ", "))}}"
            let text = prefix.isEmpty ? object : "{\"\(prefix[0])\": \(object)}"
            if tree == 0 { overlay.append((scope + "/" + file, text)) }
            if tree == 1 { files.append((scope + "/" + file, text)) }
            level += said.map { (prefix + $0.parts, $0.text) }
          }
          levels.append(level)
        }
      }
    }

    /// The first level that says something of the key or of what is around it; in it the one without `**`, then
    /// the longer, then the one with the fewest patterns, then the one exact earlier, then the longer of those
    /// with `**`, then the last.
    func expected(_ key: [String]) -> String? {
      for level in levels {
        let fitting = level.enumerated().filter { _, one in
          (1...key.count).contains { Self.fits(one.parts[...], key.prefix($0)) }
        }
        let best = fitting.max { one, other in
          let (mine, others) = (rank(one), rank(other))
          return mine.lexicographicallyPrecedes(others)
        }
        if let best { return best.element.text }
      }
      return nil
    }

    private func rank(_ one: (offset: Int, element: (parts: [String], text: String))) -> [Int] {
      let parts = one.element.parts
      let isDeep = parts.contains("**")
      let exact = parts.map { $0.contains("*") ? 0 : 1 }
      // Deep ones are compared as far as both go: behind the shorter the other has as many stars left, none.
      return [isDeep ? 0 : 1, isDeep ? 0 : parts.count, -exact.count { $0 == 0 }]
        + (exact + [1, 1, 1, 1]).prefix(4) + [parts.count, one.offset]
    }

    private static func fits(_ parts: ArraySlice<String>, _ key: ArraySlice<String>) -> Bool {
      guard let first = parts.first else { return key.isEmpty }
      if first == "**" {
        return (0...key.count).contains { fits(parts.dropFirst(), key.dropFirst($0)) }
      }
      guard let name = key.first else { return false }
      let isFit = first == "*" || first == name || first == "a*" && name.hasPrefix("a")
      return isFit && fits(parts.dropFirst(), key.dropFirst())
    }
  }

  @Test func theNearestDeclarationIsReported() throws {
    var told = 0
    for seed in Seeds.upTo(20) {
      let sample = Sample(seed: UInt64(seed))
      let memory = MemoryTree(sample.files, overlays: [sample.overlay])
      let asked = try memory.asked("/p/q")
      for first in Self.names {
        for rest in [[]] + Self.names.flatMap({ two in [[two]] + Self.names.map { [two, $0] } }) {
          let key = [first] + rest
          let actual = asked.ownAttributes(of: try memory.key(key.joined(separator: ".")))
          let expected = sample.expected(key)
          #expect(
            actual.map { String(decoding: $0.text, as: UTF8.self) }
              == (expected.map { [$0] } ?? []),
            "seed \(seed): \(key) in \(sample.levels)")
          if expected != nil { told += 1 }
        }
      }
    }
    #expect(told > (Seeds.isLong ? 1200 : 400))
  }
}
