import JSONSource
import TestSupport
import Testing

@testable import YAMLSource

@Suite struct BoundTests {
  private static func problem(
    _ text: String, _ dialect: YAMLDocument.Dialect = .ruby
  ) -> YAMLError.Problem? {
    do throws(YAMLError) {
      let root = try YAMLDocument(Source(Array(text.utf8)), dialect).root
      return root.leftOut.first.map { YAMLError.Problem($0.why) }
    } catch { return error.problem }
  }

  @Test func reads512LevelsAndNoMore() {
    let kinds: [(Int) -> String] = [
      { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) },
      { String(repeating: "{a: ", count: $0) + String(repeating: "}", count: $0) },
      { String(repeating: "- ", count: $0) + "a" },
      { (0..<$0).map { String(repeating: " ", count: $0) + "a:\n" }.joined() },
      {
        "a: &x " + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "\nb: "
          + String(repeating: "[", count: $0 - 201) + "*x" + String(repeating: "]", count: $0 - 201)
      },
    ]
    for text in kinds {
      #expect(Self.problem(text(512)) == nil)
      #expect(Self.problem(text(513)) == .tooDeep)
      #expect(Self.problem(text(2_000)) == .tooDeep)
    }
  }

  @Test func refusesManyAliases() {
    let levels = (1...40).map { level in
      "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ","))]\n"
    }
    #expect(Self.problem("a0: &a0 x\n" + levels.joined()) == .tooManyAliases)
    let merges = (1...40).map { "a\($0): &a\($0) {x\($0): *a\($0 - 1), <<: *a\($0 - 1)}\n" }
    #expect(Self.problem("a0: &a0 {k: v}\n" + merges.joined()) == .tooManyAliases)
    let text = "a: &a \(String(repeating: "x", count: 1 << 20))\n"
    #expect(Self.problem(text + (0..<17).map { "b\($0): *a\n" }.joined()) == .tooManyAliases)
    #expect(Self.problem(text + (0..<16).map { "b\($0): *a\n" }.joined()) == nil)
  }

  @Test func refusesLargeNumbersOfOtherBases() {
    #expect(Self.problem("0x" + String(repeating: "f", count: 4096)) == nil)
    #expect(Self.problem("0x" + String(repeating: "f", count: 4097)) == .largeNumber)
    #expect(Self.problem("2501999792983:36:31") == nil)
    #expect(Self.problem("2501999792984:36:31") == .largeNumber)
    #expect(Self.problem(String(repeating: "9", count: 310) + ":00.5") == .largeNumber)
    let parts = "1" + String(repeating: ":00", count: 300) + ".5"
    #expect(Self.problem(parts, .python) == .largeNumber)
    #expect(Self.problem(String(repeating: "9", count: Seeds.isLong ? 1_000_000 : 100_000)) == nil)
  }

  /// Texts whose reading could take quadratic time.
  @Test func takesLinearTime() throws {
    let many: [(Int) -> String] = [
      { "k\($0): v # c\n" }, { "k: v\($0)\n" }, { "# \($0)\n" }, { _ in "\n" }, { "- &a\($0) x\n" },
      { "- [a, b: c] # \($0)\n" }, { $0 == 0 ? "a: b\n" : "  c\n\n" },
      { $0 == 0 ? "- \"b\n" : " c\n" },
      { $0 == 0 ? "a: |\n" : "  c\n" }, { $0 == 0 ? "a: [" : "b, # c\n" }, { _ in "- !!str a\n" },
      { $0 == 0 ? "a: &a {b: c}\n" : "d\($0): {<<: *a}\n" }, { $0 == 0 ? "k: '" : "''" },
      { $0 == 0 ? "%TAG !a! a\n" : "%TAG !a\($0)! a\n" }, { _ in "? a\n" }, { _ in "- - - a\n" },
      { $0 == 0 ? "a: &a {b: c}\nd:\n" : "  <<: *a # c\n" }, { $0 == 0 ? "{a" : " b" },
    ]
    let small = Seeds.isLong ? 1_000 : 400
    for (index, text) in many.enumerated() {
      let growth = Growth.ofBusySeconds { _ = Self.problem((0..<$0).map(text).joined()) }
      #expect(try growth.ratio(from: small, to: 8 * small, until: 24) < 24, "\(index)")
    }
  }
}
