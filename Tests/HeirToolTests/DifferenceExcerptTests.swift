import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// Two values that differ are told apart wherever they are shown, however long they are.
@Suite struct DifferenceExcerptTests {
  @Test func whatIsLongIsCutAroundTheDifference() {
    let start = String(repeating: "s", count: 100)
    let end = String(repeating: "e", count: 100)
    #expect(
      DifferenceExcerpt.cut([start + "one" + end, start + "two" + end], to: 20)
        == ["…sssssoneeeeeeeeeee…", "…ssssstwoeeeeeeeeee…"])
    #expect(
      DifferenceExcerpt.cut([start, start + "x"], to: 20) == [
        "…sssssssssssssssssss", "…ssssssssssssssssssx",
      ])
    #expect(
      DifferenceExcerpt.cut(["x" + start, "y" + start], to: 13) == [
        "xsssssssssss…", "ysssssssssss…",
      ])
  }

  /// A text that shares much with the ones made before it.
  private static func texts(_ random: inout SplitMix64) -> [String] {
    var texts: [String] = []
    for _ in 0...random.upTo(5) {
      var scalars = Array((texts.last ?? "").unicodeScalars)
      for _ in 0...random.upTo(3) {
        let at = random.upTo(scalars.count)
        let more = (0...random.upTo(40)).map { _ in
          ["a", "b", "…", "e\u{301}", "é"][random.upTo(4)]
        }
        scalars.insert(contentsOf: more.flatMap { Array($0.unicodeScalars) }, at: at)
      }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    return texts
  }

  @Test func textsThatDifferNeverComeOutAlike() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let texts = Self.texts(&random)
      let cut = DifferenceExcerpt.cut(texts, to: 12 + random.upTo(40))
      func bytes(_ all: [String]) -> Int { Set(all.map { Array($0.utf8) }).count }
      #expect(bytes(texts) == bytes(cut), "\(texts) \(cut)")
    }
  }

  // MARK: In reports

  private static func value(_ random: inout SplitMix64) -> String {
    switch random.upTo(3) {
    case 0: return "\"\(texts(&random).last ?? "")\""
    case 1:
      let elements = (0...random.upTo(30)).map { _ in ["1", "2", #""long enough""#][random.upTo(2)]
      }
      return "[\(elements.joined(separator: ","))]"
    case 2: return #"[{"name":"\#(texts(&random).last ?? "")"},2]"#
    default: return "\(random.upTo(3))"
    }
  }

  /// Keys with a value before and one now; the second shares much with the first.
  private static func pairs(_ seed: UInt64) -> [(old: String, new: String)] {
    var random = SplitMix64(seed: seed)
    return (0..<60).map { _ in
      let old = value(&random)
      let at = old.index(
        old.startIndex, offsetBy: 1 + random.upTo(max(0, old.count - 2)), limitedBy: old.endIndex)
      guard old.first == "\"", old.count > 2, let at, random.upTo(3) > 0 else {
        return (old, value(&random))
      }
      return (old, old[..<at] + "Z" + old[at...])
    }
  }

  @Test(arguments: 0..<2) func beforeAndAfterAreNeverTheSameCells(seed: Int) throws {
    let pairs = Self.pairs(UInt64(seed))
    func file(_ values: [String]) -> String {
      "{\(values.enumerated().map { "\"k\($0)\": \($1)" }.joined(separator: ",\n"))}"
    }
    let scratch = Scratch([
      ("old/a.json", file(pairs.map(\.old))), ("new/a.json", file(pairs.map(\.new))),
      ("new/.heir", ""), ("old/.heir", ""),
    ])
    let harness = Harness(in: scratch.url)
    let impact = ["--root", "new", "impact", "--against", "old"]
    let names = harness.run(impact + ["--scopes", "-q"])
    #expect(names.status == 1 && names.errors.isEmpty)
    let text = harness.run(impact).output
    #expect(!text.contains(" changes "))
    let rows = harness.run(impact + ["--format", "markdown"]).output.split(separator: "\n")
      .map { $0.components(separatedBy: " | ") }.filter { $0.count == 5 }.dropFirst(2)
    #expect(rows.count > 30 && rows.allSatisfy { $0[2] != $0[3] })
    let remarks = harness.run(impact + ["--format", "github"]).output
    #expect(!remarks.contains(" changes "))
    _ = harness.run(impact + ["--html", "page.html"])
    let page = try String(contentsOf: scratch.url.appending(path: "page.html"), encoding: .utf8)
    let cells = page.components(separatedBy: "<del>").dropFirst().map {
      $0.components(separatedBy: "</ins>")[0].components(separatedBy: "</del> → <ins>")
    }
    #expect(cells.count > 30 && cells.allSatisfy { $0[0] != $0[1] })
  }
}
