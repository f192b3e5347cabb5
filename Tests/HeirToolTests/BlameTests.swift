import Foundation
import TestSupport
import Testing

/// `explain --blame`: who committed the lines that have a say.
@Suite(.needs("git")) struct BlameTests {
  private func repository() throws -> Repository {
    let repository = try Repository([
      ("config/.heir", ""), ("config/a.json", "{\n  \"k\": 1,\n  \"j\": 2\n}\n"),
      ("config/s/a.json", "{\n  \"k\": 3\n}\n"),
    ])
    try repository.shell(
      """
      export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_DATE='2026-03-01T23:30:00-0500'
      printf '{\\n  "k": 1,\\n  "new": 0,\\n  "j": 22\\n}\\n' >config/a.json; git commit -qam second
      """)
    return repository
  }

  private func commit(_ repository: Repository, _ revision: String) throws -> String {
    String(try repository.git("rev-parse \(revision)").prefix(12))
  }

  @Test func eachLineIsToldWithItsCommitDayAndAuthor() throws {
    let repository = try repository()
    let (first, second) = (try commit(repository, "HEAD~"), try commit(repository, "HEAD"))
    let root = ["--root", "config", "--blame"]
    let told = repository.harness.run(["explain", "/s", "k"] + root).output
    // Once beside the value, and once beside each level's line.
    #expect(told.components(separatedBy: first).count == 4, "\(told)")
    // The day is that of the author, where the author was.
    let other = repository.harness.run(["explain", "/s", "j"] + root).output
    #expect(other.contains("\(second) 2026-03-01 Ann"), "\(other)")
    let all = repository.harness.run(["explain", "/s"] + root).output
    #expect(all.contains(second) && all.contains(first), "\(all)")
    let json = repository.harness.run(["explain", "/s", "j", "--json", "-c"] + root).output
    #expect(json.contains(#""author":"Ann","date":"2026-03-01""#), "\(json)")
  }

  @Test func whatIsNotCommittedSaysSoAndLinesThatMovedAreKnown() throws {
    let repository = try repository()
    let second = try commit(repository, "HEAD")
    let root = ["--root", "config", "--blame"]
    repository.write(
      "config/a.json", "{\n  \"x\": 1,\n  \"y\": 1,\n  \"k\": 9,\n  \"new\": 0,\n  \"j\": 22\n}\n")
    func explained(_ words: [String]) -> String {
      repository.harness.run(["explain"] + words + root).output
    }
    #expect(explained(["/", "k"]).contains("not committed"))
    #expect(explained(["/", "j"]).contains(second))
    repository.write("config/new/a.json", "{\"k\": 1}")
    let new = explained(["/new", "k"])
    #expect(new.contains("config/new/a.json:1:7") && new.contains("not committed"), "\(new)")
    // Staged is not committed, and a revision is asked of itself.
    try repository.git("add -A")
    #expect(explained(["/", "k", "--staged"]).contains("not committed"))
    let first = try commit(repository, "HEAD~")
    let then = explained(["/", "j", "--at", "HEAD~"])
    #expect(then.contains(first) && !then.contains(second), "\(then)")
  }

  /// git would wait for a writer.
  @Test(arguments: [".mailmap", ".ignored"])
  func aFIFOInPlaceOfAFileOfGitIsAnError(name: String) throws {
    let repository = try repository()
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

  @Test func whatGitCannotTellIsAnErrorAndNotUncommitted() throws {
    let repository = try repository()
    let file = try repository.git("rev-parse HEAD~:config/a.json").trimmingCharacters(in: .newlines)
    try repository.shell("rm -f .git/objects/\(file.prefix(2))/\(file.dropFirst(2))")
    for format in ["text", "json"] {
      let told = repository.heir(
        "explain", "/", "j", "--root", "config", "--blame", "--format", format)
      #expect(told.status == 2 && told.output == "", "\(told)")
      #expect(told.errors.contains("cannot find the authors"), "\(told)")
    }
  }

  @Test func nothingOfARepositoryIsRunForIt() throws {
    let repository = try repository()
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
