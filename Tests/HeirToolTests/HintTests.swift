import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct HintTests {
  @Test func whatOtherProgramsCallACommandIsNone() {
    let names = Tool.otherNames.flatMap(\.names)
    let rows = Tool.otherNames.flatMap { other in other.names.map { [$0, other.option ?? ""] } }
    #expect(Set(rows).count == rows.count)
    #expect(Set(names).isDisjoint(with: Harness.commands + ["help"]))
  }

  /// Every line that is given for another program's command is answered, and says if it writes.
  @Test(.needs("git")) func aLineForAnotherNameIsAnsweredAndSaysWhetherItWrites() throws {
    let repository = try Repository([
      ("tree/.heir", ""), ("tree/a.json", #"{"k": 1}"#), ("tree/prod/a.json", #"{"k": 2}"#),
      ("out/x", ""),
    ])
    var harness = repository.harness
    harness.directory.append(path: "tree")
    let placeholders = [
      ("SCOPE", "/prod"), ("KEY", "k"), ("VALUE", "3"), ("FILE", "../out/f"), ("DIR", "../out"),
      ("REV", "HEAD"), ("TYPE", "number"), ("TEXT", "t"), ("COMMAND", "true"),
    ]
    let writing = ["set", "unset", "stop", "resume", "declare", "tidy"]
    var count = 0
    for other in Tool.otherNames {
      let pieces = other.answer.split(separator: "'", omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() where piece.hasPrefix("heir ") {
        count += 1
        var text = String(piece.dropFirst(5))
        for (name, value) in placeholders { text = text.replacing(name, with: value) }
        var words = text.components(separatedBy: " ")
        let writes = writing.contains(words[0]) && !words.contains("--dry-run")
        let behind = pieces.indices.contains(index + 1) ? pieces[index + 1] : ""
        #expect(behind.contains("(writes)") == writes, "\(other.answer)")
        if writes { words += ["--dry-run", "--reveal"] }
        if words[0] == "watch" { continue }
        let result = harness.run(words)
        #expect((0...1).contains(result.status), "\(words): \(result.errors)")
      }
    }
    #expect(count > 40)
  }

  /// What a person may call a thing never leads to a command that writes without saying so.
  @Test(arguments: [
    "history", "blame", "tree", "unused", "lock", "final", "exclude", "secret", "migrate",
    "hiera", "html", "render", "build", "template", "status", "describe", "override", "remove",
    "clean", "ste", "unst", "tidey", "stpo", "reset", "store", "clear", "resum", "untidy",
  ])
  func aGuessedNameLeadsToWritingOnlyIfItSaysSo(name: String) {
    let result = Harness().run([name])
    #expect(result.status == 2)
    let writing = ["set", "unset", "stop", "resume", "declare", "tidy"]
    for piece in result.errors.components(separatedBy: "'") {
      let words = piece.components(separatedBy: " ")
      let isLine = words.count > 1 && words[0] == "heir" && writing.contains(words[1])
      guard isLine && !words.contains("--dry-run") || writing.contains(piece) else { continue }
      #expect(result.errors.contains("writes"), "\(result.errors)")
    }
  }
}
