import Foundation
import TestSupport
import Testing

@testable import Files
@testable import HeirTool
@testable import Trees

@Suite struct RecipeTests {
  private struct Machine {
    let scratch = Scratch()

    init() throws {
      let manager = FileManager.default
      scratch.folder("srv")
      try scratch.copy(ReadmeTests.fleet, to: "srv/config")
      let bin = scratch.url.appending(path: "usr/local/bin")
      try manager.createDirectory(at: bin, withIntermediateDirectories: true)
      try manager.createSymbolicLink(
        at: bin.appending(path: "heir"), withDestinationURL: URL(filePath: Program.heir))
    }

    func here(_ text: String) -> String {
      var text = text
      for path in ["/srv/", "/run/", "/usr/local/"] {
        text = text.replacing(path, with: scratch.url.path + path)
      }
      return text
    }

    func write(_ path: String, _ text: String) {
      scratch.write("srv/config/" + path, Array(text.utf8))
    }

    func shell(_ lines: String) throws -> Program.Result {
      try Program.shell(
        "export PATH=\"\(scratch.url.path)/usr/local/bin:$PATH\"\n" + lines, in: scratch.url)
    }
  }

  static func block(_ heading: String) throws -> String {
    let sections = try ManualPage("heir.7").sections(of: "SCRIPTS")
    let section = try #require(sections.first { $0.heading == heading })
    let piece = try #require(section.pieces.first)
    return piece.joined(separator: "\n") + "\n"
  }

  @Test func aProgramGetsSecretsThatStandInNoFile() throws {
    let machine = try Machine()
    machine.write("prod/db.json", #"{"$secret": ["db.password"], "db": {"port": 1}}"#)
    machine.scratch.write(
      "secrets/prod.json.b64",
      Array(Data(#"{"db": {"password": "hunter2", "url": null}}"#.utf8).base64EncodedData()))
    let block = try Self.block("Keep secrets apart")
    let lines = block.replacing(
      "-- web", with: "-- sh -c 'echo \"$DB_PASSWORD\"; ls -d \"$XDG_RUNTIME_DIR\"/heir.*'")
    let result = try machine.shell(
      "mkdir memory && export XDG_RUNTIME_DIR=\"$PWD/memory\"\n" + machine.here(lines))
    #expect(result.errors == "" && result.status == 0)
    let shown = result.output.split(separator: "\n")
    #expect(shown.first == "hunter2" && shown.count == 2, "\(result.output)")
    let left = try machine.shell("ls memory")
    #expect(left.output == "")
  }

  @Test(.needs("git")) func theHookRefusesErrorsAndShowsAffectedScopes() throws {
    let repository = try Repository([
      ("config/.heir", ""), ("config/p.json", #"{"$type": {"port": "integer"}, "port": 1}"#),
      ("config/prod/p.json", #"{"url": {"$format": "x:${port}"}}"#),
      ("bin/heir", "#!/bin/sh\nexec '\(Program.heir)' \"$@\"\n"),
    ])
    repository.write(".git/hooks/pre-commit", try Self.block("Check before a commit"))
    try repository.shell("chmod +x bin/heir .git/hooks/pre-commit")
    func commit(_ text: String) throws -> (isIn: Bool, words: String) {
      repository.write("config/p.json", text)
      // Git hands a hook variables of its own, also for the index of a commit of some files.
      let words = try repository.shell(
        "export PATH=\"$PWD/bin:$PATH\"; cd config; git commit -q -m next p.json 2>&1 || :"
      ).output
      return (try repository.git("show HEAD:config/p.json") == text, words)
    }
    let good = try commit(#"{"$type": {"port": "integer"}, "port": 2}"#)
    #expect(good.isIn && good.words.contains("url  \"x:1\" → \"x:2\""), "\(good.words)")
    for bad in [
      #"{"$type": {"port": "integer"}, "port": "two"}"#, #"{"port": {"$ref": "prot"}}"#, "{",
    ] {
      let refused = try commit(bad)
      #expect(!refused.isIn && refused.words.contains("error: "), "\(refused.words)")
    }
    // What counts is what is staged: a later edit neither stands in a commit's way nor hides an error.
    try repository.git("reset -q")
    func commitStaged(_ staged: String, _ later: String) throws -> Bool {
      repository.write("config/p.json", staged)
      try repository.git("add config/p.json")
      repository.write("config/p.json", later)
      try repository.shell("PATH=\"$PWD/bin:$PATH\" git commit -q -m next 2>told || :")
      return try repository.git("show HEAD:config/p.json") == staged
    }
    #expect(try commitStaged(#"{"$type": {"port": "integer"}, "port": 3}"#, "{"))
    #expect(try !commitStaged("{", #"{"port": 4}"#))
  }
}
