import Foundation
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

  @Test func theRealPatchAppliesIt() throws {
    let desk = try PatchDesk()
    defer { desk.remove() }
    var random = SplitMix64(seed: 91)
    for round in 0..<60 {
      let old = RandomText.text(&random)
      let new = RandomText.changed(old, &random)
      let diff = UnifiedDiff(path: Array("d/f \(round).json".utf8), from: old, to: new).bytes
      let (made, errors) = try desk.apply(diff, to: old, at: "d/f \(round).json")
      let isMade = made == new
      #expect(isMade, "\(errors)\n\(String(decoding: diff, as: UTF8.self))")
    }
  }

  @Test(arguments: ["plain", "two words", "tab\t", "q\"uote\\", "é😀", "line\nbreak", "\u{202E}x"])
  func theRealPatchFindsTheFile(_ name: String) throws {
    let desk = try PatchDesk()
    defer { desk.remove() }
    let (old, new) = (Array("{\n}\n".utf8), Array("{ }\n".utf8))
    let diff = UnifiedDiff(path: Array("d/\(name)".utf8), from: old, to: new).bytes
    #expect(try desk.apply(diff, to: old, at: "d/\(name)").made == new)
    #expect(diff.allSatisfy { $0 == 0x0A || $0 == 0x09 || (0x20..<0x7F).contains($0) })
    let fresh = UnifiedDiff(path: Array("d/new \(name)".utf8), from: nil, to: new).bytes
    #expect(try desk.apply(fresh, to: nil, at: "d/new \(name)").made == new)
  }

  @Test func aDifferenceIsAsShortAsTheNaiveOne() {
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
