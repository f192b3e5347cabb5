import Foundation
import Testing

/// `explain --blame`: who committed the lines that have a say.
@Suite struct BlameTests {
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

  /// The commit of a revision, as it is shown.
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

  @Test func whatALinkLeadsToIsBlamedThere() throws {
    let repository = try repository()
    try repository.shell(
      "mkdir config/l && ln -s ../a.json config/l/b.json && ln -s s config/way && git add -A && git commit -qm l"
    )
    let second = try commit(repository, "HEAD~")
    let root = ["--root", "config", "--blame"]
    for more in [[], ["--at", "HEAD"]] {
      let file = repository.harness.run(["explain", "/l", "j"] + root + more).output
      #expect(file.contains(second) && !file.contains("not committed"), "\(file)")
      let way = repository.harness.run(["explain", "/way", "k"] + root + more).output
      #expect(!way.contains("not committed"), "\(way)")
    }
  }

  @Test func aLinkOnTheDiskLeadsWhereItLeadsNow() throws {
    let repository = try Repository([(".heir", ""), ("_x", #"{"k": 1}"#)])
    try repository.shell(
      "ln -s _x l.json && printf '{\"k\": 1}' >_y && git add -A && git commit -qm y --author 'Bob <b@b>'"
    )
    try repository.shell("ln -sfn _y l.json && mkdir a && ln -s ../_y a/m.json")
    let bob = try commit(repository, "HEAD")
    for scope in ["/", "/a"] {
      let told = repository.heir("explain", scope, "k", "--blame").output
      #expect(told.contains("\(bob) ") && told.contains(" Bob"), "\(told)")
    }
    #expect(!repository.heir("explain", "/", "k", "--blame", "--at", "HEAD").output.contains("Bob"))
  }

  @Test func filesThatSettingsNameCountAsForGit() throws {
    let repository = try repository()
    try repository.shell(
      """
      git config blame.ignoreRevsFile .ignored; git rev-parse HEAD >.ignored
      printf 'Real Ann <ann@x> Ann <%s>\\n' "$(git log -1 --format=%ae)" >.mailmap
      git add -A; git commit -qm settings
      """)
    let second = try commit(repository, "HEAD~")
    // The commit that wrote the line is passed over.
    let blamed = try repository.git("blame --porcelain -L 4,4 config/a.json").prefix(12)
    let told = repository.heir("explain", "/", "j", "--root", "config", "--blame")
    #expect(told.status == 0 && told.output.contains(blamed) && blamed != second, "\(told)")
    try repository.git("config --unset blame.ignoreRevsFile")
    let again = repository.heir("explain", "/", "j", "--root", "config", "--blame")
    #expect(again.output.contains("\(second) 2026-03-01 Real Ann"), "\(again)")
    let log = repository.heir("log", "/", "j", "--root", "config", "-n", "1")
    #expect(log.output.hasPrefix("\(second) 2026-03-01 Real Ann "), "\(log)")
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
      #expect(told.errors.contains("git does not tell who wrote"), "\(told)")
    }
  }

  @Test func whereAShallowCloneEndsIsSaid() throws {
    let repository = try repository()
    try repository.shell("git clone -q --depth 1 \"file://$PWD\" clone")
    let told = repository.heir("explain", "/s", "k", "--root", "clone/config", "--blame")
    #expect(told.status == 0 && told.errors.contains("this clone is shallow"), "\(told)")
    let whole = repository.heir("explain", "/s", "k", "--root", "config", "--blame")
    #expect(whole.errors == "", "\(whole)")
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

  @Test func beforeTheFirstCommitNothingIsCommitted() throws {
    let scratch = Scratch(tree: [("a.json", #"{"k": 1}"#)])
    let repository = try Repository()
    repository.write("fresh/.heir", "")
    repository.write("fresh/a.json", #"{"k": 1}"#)
    try repository.git("init -q fresh")
    let result = repository.heir("explain", "/", "k", "--root", "fresh", "--blame")
    #expect(result.status == 0 && result.output.contains("not committed"), "\(result)")
    #expect(scratch.run(["explain", "/", "k", "--blame"]).status == 2)
  }
}
