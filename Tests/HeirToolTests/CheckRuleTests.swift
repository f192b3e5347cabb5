import Cascade
import Foundation
import Testing

@testable import Answers

@Suite struct CheckRuleTests {
  private static func lay(
    _ rule: CheckRule, _ tree: (ExampleFile) -> ExampleFile.Content?, _ body: (Harness) -> Void
  ) throws {
    let scratch = Scratch([("outside.json", "{}")])
    let root = scratch.url.appending(path: "root")
    scratch.write("root/.keep", [])
    for file in rule.example {
      switch tree(file) {
      case nil: break
      case .text(let text)?: scratch.write("root/" + file.path, Array(text.utf8))
      case .link(let target)?:
        let link = root.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: link.path, withDestinationPath: target)
      }
    }
    body(Harness(in: root))
  }

  @Test(arguments: CheckRule.all.indices) func theExampleOfARuleHasOnlyItsFinding(index: Int) throws
  {
    let rule = CheckRule.all[index]
    let name = rule.name.rawValue
    try Self.lay(rule, \.tripping) { harness in
      let all = harness.run("check", "--root", ".")
      let lines = all.output.split(separator: "\n")
      #expect(!lines.isEmpty)
      #expect(lines.allSatisfy { $0.hasSuffix("[\(name)]") }, "\(all.output)")
      #expect(all.status == (rule.severity == .error ? 1 : 0))
      let word = ": \(rule.severity.rawValue): "
      #expect(lines.allSatisfy { $0.contains(word) })
      #expect(harness.run("check", "--root", ".", "--rules", name).output == all.output)
      #expect(harness.run("check", "--root", ".", "--ignore", name).output == "")
    }
  }

  @Test(arguments: CheckRule.all.indices) func theCorrectedExampleIsClean(index: Int) throws {
    try Self.lay(CheckRule.all[index], \.corrected) { harness in
      let result = harness.run("check", "--root", ".")
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("0 errors, 0 warnings in "))
      #expect(result.status == 0)
    }
  }

  @Test func everyRuleIsInTheListOnce() {
    #expect(CheckRule.all.map(\.name) == Diagnostic.Rule.allCases)
  }

  @Test func everySummaryIsOnePhrase() {
    for rule in CheckRule.all {
      #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix(".") && rule.summary.count < 80)
      #expect(!rule.summary.contains(". "))
    }
  }
}
