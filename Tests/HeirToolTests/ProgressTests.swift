import Cascade
import Foundation
import Testing

@testable import Answers
@testable import HeirTool
@testable import Output
@testable import SystemCalls
@testable import Trees

@Suite struct ProgressTests {
  private final class Ticker {
    private(set) var asked = 0
    private let step: Int

    init(step: Int) { self.step = step }

    func now() -> Int {
      asked += 1
      return asked * step
    }
  }

  private static func tree(_ count: Int) -> Scratch {
    Scratch((0..<count).map { ("s\($0)/a.json", "{}") })
  }

  private static func check(
    _ scratch: Scratch, step: Int, onTerminal: Bool = true, _ more: String...
  ) -> (result: Harness.Result, asked: Int) {
    let ticker = Ticker(step: step)
    var harness = Harness(in: scratch.url)
    harness.isTerminal = onTerminal
    harness.clock = ticker.now
    return (harness.run(["check", "--root", ".", "--color", "never"] + more), ticker.asked)
  }

  @Test func aLongWalkCountsItsScopesAndRemovesTheLine() {
    let (result, _) = Self.check(Self.tree(9), step: 300)
    let shown = (4...10).map { "heir: \($0) scopes…\r" }.joined()
    let cleared = String(repeating: " ", count: "heir: 10 scopes…".count) + "\r"
    #expect(result.errors == shown + cleared + "0 errors, 0 warnings in 10 scopes\n")
  }

  @Test func theLineIsWrittenTenTimesASecondAtMost() {
    let scratch = Self.tree(600)
    let (slow, times) = Self.check(scratch, step: 60)
    let lines = slow.errors.split(separator: "\r").count { $0.contains("…") }
    #expect(times > 500 && lines > 100 && lines <= times * 60 / 100)
  }

  @Test func theLineIsRemovedBeforeAnError() throws {
    let ticker = Ticker(step: 300)
    var harness = Harness()
    harness.isTerminal = true
    harness.clock = ticker.now
    let result = harness.run("scopes", "--json", "--root", "trees/broken", "--color", "never")
    let parts = result.errors.split(separator: "\r", omittingEmptySubsequences: false)
    #expect(result.status == 2 && parts.count > 3)
    #expect(parts[parts.count - 2].allSatisfy { $0 == " " })
    #expect(parts[parts.count - 2].count == parts[parts.count - 3].count)
    #expect(parts[parts.count - 1].hasPrefix("trees/broken/"))
  }

  @Test func anEndedWalkRemovesTheLine() throws {
    let scratch = Self.tree(9)
    final class Shown { var bytes: [UInt8] = [] }
    let shown = Shown()
    let ticker = Ticker(step: 600)
    let session = Session(
      output: OutputBuffer { _ in nil },
      errors: OutputBuffer(width: 80) {
        shown.bytes += $0
        return nil
      },
      workingDirectory: try .init(Array(scratch.url.path.utf8)),
      today: { CalendarDate(year: 2026, month: 3, day: 14) }, clock: ticker.now,
      variable: { _ in nil })
    let options = CommonOptions(root: Array(".".utf8))
    let context = try CommandContext(Console(session, options))
    let visitor = ScopeSummary.Visitor(namesOnly: true)
    #expect(throws: Failure.self) { try context.present.walk(from: .root, visitor, limit: 3) }
    let text = String(decoding: shown.bytes, as: UTF8.self)
    #expect(text == "heir: 2 scopes…\rheir: 3 scopes…\r" + String(repeating: " ", count: 15) + "\r")
  }
}
