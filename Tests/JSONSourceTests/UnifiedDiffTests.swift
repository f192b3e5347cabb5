import JSONSource
import TestSupport
import Testing

@Suite struct UnifiedDiffTests {
  private static func diff(_ old: String?, _ new: String, path: String = "a/b.json") -> String {
    let patch = UnifiedDiff(
      path: Array(path.utf8), from: old.map { Array($0.utf8) }, to: Array(new.utf8))
    return String(decoding: patch.bytes, as: UTF8.self)
  }

  private static func lines(_ numbers: some Sequence<Int>) -> String {
    numbers.map { "\($0)\n" }.joined()
  }

  @Test func changesWhoseSurroundingsMeetAreOneHunk() {
    func hunks(_ second: Int) -> [String] {
      let new = Self.lines((1...30).map { $0 == 5 || $0 == second ? -$0 : $0 })
      return Self.diff(Self.lines(1...30), new).split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("@@") }
    }
    #expect(hunks(12) == ["@@ -2,14 +2,14 @@"])
    #expect(hunks(13) == ["@@ -2,7 +2,7 @@", "@@ -10,7 +10,7 @@"])
  }

  @Test func linesWithoutAnEndAreTold() {
    let end = "\\ No newline at end of file\n"
    let head = "--- a/x\n+++ b/x\n"
    #expect(Self.diff("a", "b", path: "x") == head + "@@ -1 +1 @@\n-a\n\(end)+b\n\(end)")
    #expect(Self.diff("a\n", "a", path: "x") == head + "@@ -1 +1 @@\n-a\n+a\n\(end)")
    #expect(
      Self.diff("a\nb", "c\nb", path: "x") == head + "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\(end)")
  }

  @Test(arguments: [
    ("d/plain", "a/d/plain"), ("two words", "a/two words\t"), ("tab\t", #""a/tab\011""#),
    ("q\"uote\\", #""a/q\042uote\134""#), ("é", #""a/\303\251""#),
    ("line\nbreak", #""a/line\012break""#), ("\u{202E}x", #""a/\342\200\256x""#),
  ])
  func aNameNeitherBreaksTheLineNorSteersATerminal(_ path: String, _ shown: String) {
    let patch = Self.diff("{\n}\n", "{ }\n", path: path)
    #expect(patch.hasPrefix("--- \(shown)\n+++ \(shown.replacing("a/", with: "b/"))\n"))
    #expect(Self.diff(nil, "{ }\n", path: path).hasPrefix("--- /dev/null\n+++ "))
  }

  @Test func aDiffIsAsShortAsTheNaiveOne() {
    var random = SplitMix64(seed: 92)
    for _ in 0..<300 {
      let old = RandomText.text(&random)
      let new = RandomText.changed(old, &random)
      let patch = UnifiedDiff(path: [], from: old, to: new).bytes
      let marked = patch.split(separator: 0x0A).dropFirst(2).count {
        $0.first == UInt8(ascii: "-") || $0.first == UInt8(ascii: "+")
      }
      let fewest = RandomText.fewestEdits(old, new)
      #expect(marked == fewest)
    }
  }
}
