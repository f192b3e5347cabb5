import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// What cannot fail any more goes on as it is made; what may still fail is kept until it cannot.
@Suite struct StreamingTests {
  private static let long = String(repeating: "long-", count: 48)

  private static func keys(_ value: Int) -> String {
    (0..<430).map { "\"\(long)\($0)\": \(value)" }.joined(separator: ",")
  }

  /// Nobody changes it, and to make it takes longer than to read it.
  private static let tree = Scratch(
    [("p.json", "{\(keys(1))}"), ("a/p.json", "{\(keys(2))}"), ("b/p.json", "{\(keys(1))}")]
      .map { ("new/" + $0.0, $0.1) } + [("new/.heir", ""), ("old/.heir", ""), ("old/p.json", "{}")]
      + (0..<450).map { ("new/c/\(long)\($0)/.keep", "") }
  ).keptUntilTheEnd()

  /// A command's result, and how many bytes went on at once at most.
  private func run(_ line: String) -> (result: Harness.Result, most: Int) {
    var most = 0
    let harness = Harness(in: Self.tree.url.appending(path: "new"))
    let result = harness.run(Transcript.words(line).map { Array($0.utf8) }) { most = max(most, $0) }
    return (result, most)
  }

  @Test(
    arguments: Seeds.first(
      3,
      of: [
        "where /a '*' --json", "where /a '*'", "where / '*' --scopes", "check --json",
        "check --format sarif", "explain /a --json", "diff / /a --json", "diff / /a --format patch",
        "diff / /a --keys", "scopes", "scopes --json", "resolve /a",
        "impact --against ../old --json", "impact --against ../old --scopes",
      ]))
  func noOutputIsGatheredWhole(line: String) {
    let (result, most) = run(line)
    #expect(result.status < 2, "\(result.errors.prefix(400))")
    #expect(result.output.utf8.count > 100_000, "\(result.output.utf8.count)")
    #expect(most < 80_000, "\(most) of \(result.output.utf8.count)")
  }

  @Test(
    arguments: Seeds.every(
      2, of: ["where /a '*' --json", "where /a '*'", "impact --against ../old --json"]))
  func nothingIsPrintedWhereThePageCannotBeWritten(line: String) {
    let (result, _) = run(line + " --html nowhere/page.html")
    #expect(result.status == 2 && result.output == "", "\(result.errors)")
  }
}
