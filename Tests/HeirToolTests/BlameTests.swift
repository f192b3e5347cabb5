import Foundation
import TestSupport
import Testing

/// `explain --blame`: who committed the lines that have a say.
@Suite(.needs("git")) struct BlameTests {
  /// git would wait for a writer.
  @Test(arguments: [".mailmap", ".ignored"])
  func aFIFOInPlaceOfAFileOfGitIsAnError(name: String) throws {
    let repository = try Repository([("config/.heir", ""), ("config/a.json", #"{"j": 2}"#)])
    try repository.shell("git config blame.ignoreRevsFile .ignored; touch .ignored .mailmap")
    try repository.shell("rm \(name); mkfifo \(name)")
    var commands = [["explain", "/", "j", "--root", "config", "--blame"]]
    if name == ".mailmap" { commands.append(["log", "/", "j", "--root", "config"]) }
    for command in commands {
      let result = repository.harness.run(command)
      #expect(result.status == 2 && result.output == "", "\(result)")
      #expect(result.errors.contains("/\(name): error: "), "\(result)")
    }
  }

  @Test func nothingOfARepositoryIsRunForIt() throws {
    let repository = try Repository([("config/.heir", ""), ("config/a.json", #"{"j": 2}"#)])
    try repository.shell(
      """
      git config filter.x.clean 'touch ran; cat'; git config diff.x.textconv 'touch ran; cat'
      echo '*.json filter=x diff=x' >.gitattributes; git add .gitattributes; git commit -qm a
      rm -f ran config/ran; echo '{"k": 2}' >config/a.json
      """)
    let result = repository.harness.run(["explain", "/", "k", "--root", "config", "--blame"])
    #expect(result.status == 0 && result.output.contains("not committed"))
    for path in ["ran", "config/ran", ".git/ran"] { #expect(repository.scratch.text(path) == nil) }
  }

  private func commit(
    _ repository: Repository, author: String, called name: String = "odd"
  ) throws {
    try repository.shell(
      """
      c=$(printf 'tree %s\\nauthor \(author)\\ncommitter A <a@b> 1600000000 +0000\\n\\nx\\n' \
        "$(git rev-parse 'HEAD^{tree}')" | git hash-object -t commit -w --stdin --literally)
      git update-ref refs/heads/\(name) "$c"
      """)
  }

  @Test(
    arguments: Seeds.every(
      2,
      of: [
        ("1600000000 +999999999999999999", "2020-09-13"), ("1600000000 +0000", "2020-09-13"),
        ("1600000000 -9999", "2020-09-09"), ("9223372036854775807 +1400", "unknown"),
        ("9223372036854775807 -9223372036854775808", "unknown"), ("-1 +0000", "unknown"),
        ("999999999999999999 +2147483646", "31688742926-08-25"), ("0 -0800", "1969-12-31"),
        ("1e9 +0000", "unknown"), ("1600000000", "unknown"), ("", "unknown"),
      ]))
  func aTimeMayBeAnyNumberAndAnyText(time: String, day: String) throws {
    let repository = try Repository([("a.json", #"{"k": 1}"#)])
    try commit(repository, author: "A <a@b> \(time)")
    let blame = repository.heir("explain", "/", "k", "--at", "odd", "--blame")
    #expect(blame.status == 0 && blame.output.contains(" \(day) A\n"), "\(blame)")
    let json = repository.heir("explain", "/", "k", "--at", "odd", "--blame", "--json", "-c")
    #expect(json.output.contains("\"date\":\"\(day)\""), "\(json)")
    let log = repository.heir("log", "/", "k", "--at", "odd")
    #expect(log.status == 0 && log.output.contains(" \(day) A  none → 1"), "\(log)")
  }

  @Test func aLongNameAndALongSubjectAreNotKeptForEachLine() throws {
    var tree = Confined([])
    tree.megabytes = 500
    let lines = (0..<(Seeds.isLong ? 3000 : 1000)).map { "\"k\($0)\": 1" }.joined(separator: ",\n")
    try Data("{\(lines)}".utf8).write(to: tree.directory.appending(path: "a.json"))
    let made = try Program.shell(
      """
      git init -q . && git add a.json && head -c 1000000 /dev/zero | tr '\\0' s >.git/subject
      git commit -qF .git/subject --author "$(head -c 50000 /dev/zero | tr '\\0' A) <a@b>"
      """, in: tree.directory)
    #expect(made.status == 0, "\(made)")
    let table = try tree.run("explain", "/", "--blame")
    #expect(table.status == 0, "\(table.told)")
    // A column has as much room for a name as for a value.
    #expect(
      table.output.split(separator: "\n").allSatisfy { $0.count < 130 && $0.hasSuffix("AA…") })
    for words in [["explain", "/", "k7", "--blame"], ["explain", "/", "k7", "--blame", "--json"]] {
      let one = try tree.run(words)
      let name = String(repeating: "A", count: 1500) + "… (48,500 bytes more)"
      #expect(one.status == 0 && one.output.contains(name), "\(one.told)")
    }
    let log = try tree.run("log", "/", "k7")
    #expect(log.status == 0 && log.output.contains("AA… (48,500 bytes more)  none → 1"))
  }
}
