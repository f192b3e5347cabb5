import Foundation
import Testing

@testable import HeirTool

/// Where a root may lie in a repository, and what a caller may name as a revision.
@Suite struct SinceTests {
  private static let files = [
    ("config/.heir", ""), ("config/a.json", "{\"k\":1,\"same\":[1]}"), ("config/prod/.keep", ""),
  ]

  private func changed() throws -> Repository {
    let repository = try Repository(Self.files)
    repository.write("config/prod/b.json", "{\"k\":2}")
    return repository
  }

  private static let text = """
    --- /prod (HEAD)
    +++ /prod
    - k = 1   HEAD:config/a.json:1:6
    + k = 2   config/prod/b.json:1:6

    """

  @Test func aRootBelowTheTopOfItsRepositoryIsRead() throws {
    let repository = try changed()
    let result = repository.heir("diff", "/prod", "--since", "HEAD", "--root", "config")
    #expect(result == .init(output: Self.text, status: 1))
    // The path is one that git takes.
    #expect(try repository.git("show HEAD:config/a.json") == "{\"k\":1,\"same\":[1]}")
  }

  @Test(arguments: [
    ["get", "/", "k", "--at", "origin/main"], ["diff", "/", "--since", "origin/main"],
    ["log", "/", "k", "--at", "origin/main"], ["check", "--since", "origin/main"],
  ])
  func aNameOfTwoRevisionsIsAWarningAndAnErrorUnderStrict(command: [String]) throws {
    let repository = try changed()
    try repository.git("update-ref refs/remotes/origin/main HEAD")
    // The repository has no say in whether git warns.
    try repository.git("config core.warnAmbiguousRefs false")
    let command = command + ["--root", "config"]
    #expect(!repository.harness.run(command).errors.contains("ambiguous"))
    try repository.git("tag origin/main")
    let told = repository.harness.run(command)
    let warning = "heir: warning: git warns: refname 'origin/main' is ambiguous.\n"
    #expect(told.status < 2 && told.errors.contains(warning), "\(told)")
    if command[0] != "log" {
      let strict = repository.harness.run(command + ["--strict"])
      #expect(strict.status == 2 && strict.output == "", "\(strict)")
      #expect(strict.errors.contains("error: git warns: refname"), "\(strict)")
    }
    let full = command.map { $0 == "origin/main" ? "refs/remotes/origin/main" : $0 }
    #expect(!repository.harness.run(full).errors.contains("ambiguous"))
  }

  /// It is none that is still to come.
  @Test(arguments: ["\(String(repeating: "deadbeef", count: 5))", "garbage"])
  func aBranchThatIsBrokenIsToldAndNotEmpty(line: String) throws {
    let repository = try changed()
    try repository.shell("echo \(line) >.git/refs/heads/main")
    let result = repository.heir("diff", "/", "--since", "HEAD", "--root", "config")
    #expect(result.status == 2 && result.output == "", "\(result)")
  }

  @Test func whatLeavesRevisionsOutIsNone() throws {
    let result = try changed().heir("diff", "/prod", "--since", "^HEAD", "--root", "config")
    #expect(result.status == 2 && result.errors.contains("revision '^HEAD' does not exist"))
  }

  @Test func aRootAtTheTopOfItsRepositoryIsRead() throws {
    let repository = try Repository([("a.json", "{\"k\":1}")])
    repository.write("a.json", "{\"k\":2}")
    let result = repository.heir("diff", "/", "--since", "HEAD")
    #expect(
      result.output == "--- / (HEAD)\n+++ /\n- k = 1   HEAD:a.json:1:6\n+ k = 2   a.json:1:6\n")
  }

  @Test func aRevisionWithoutFilesIsAnEmptyTree() throws {
    let repository = try Repository()
    repository.write("a.json", "{\"k\":2}")
    #expect(repository.heir("diff", "/", "--since", "HEAD", "--keys").output == "k\n")
  }

  @Test func aLinkToTheRootAndALinkedWorkTreeAreRead() throws {
    let repository = try changed()
    try repository.git("worktree add -q ../\(repository.scratch.url.lastPathComponent)/other HEAD")
    try repository.shell(
      "ln -s config link; mkdir -p other/config/prod; cp config/prod/b.json other/config/prod")
    for root in ["link", "other/config"] {
      let result = repository.heir("diff", "/prod", "--since", "main", "--root", root, "--keys")
      #expect(result == .init(output: "k\n", status: 1))
    }
  }

  @Test func aRepositoryElsewhereIsNoneOfTheRoot() throws {
    var repository = try changed()
    try repository.shell("mv .git ../\(repository.scratch.url.lastPathComponent)/far.git")
    let path = repository.scratch.url.path
    repository.harness.environment["GIT_DIR"] = path + "/far.git"
    repository.harness.environment["GIT_WORK_TREE"] = path
    let result = repository.heir("diff", "/prod", "--since", "HEAD", "--root", "config")
    #expect(
      result.errors
        == """
        heir: error: the root is not in a git work tree, so it has no revisions
        heir: note: no '.git' in the root or above
        heir: note: GIT_DIR and GIT_WORK_TREE are ignored; heir uses the repository around the root

        """)
  }

  @Test(arguments: ["", "other"]) func aHookMayAsk(worktree: String) throws {
    let repository = try changed()
    try repository.git("worktree add -q other HEAD 2>&1; cp -r config/prod other/config")
    try repository.shell(
      """
      mkdir -p .git/hooks
      printf '#!/bin/sh\\n%s --root config diff /prod --since HEAD >%s 2>&1\\n' \
        "$HEIR" '\(repository.scratch.url.path)/told' >.git/hooks/pre-commit
      chmod +x .git/hooks/pre-commit
      cd './\(worktree)' && git add config && git commit -qm next || true
      """)
    let told = try String(
      contentsOf: repository.scratch.url.appending(path: "told"), encoding: .utf8)
    #expect(told == Self.text)
  }

  @Test func aHookOfAnotherRepositoryDoesNotLeadAstray() throws {
    var repository = try changed()
    let other = try Repository([("config/a.json", "{\"k\":9}")])
    repository.harness.environment["GIT_DIR"] = other.scratch.url.path + "/.git"
    let result = repository.heir("diff", "/prod", "--since", "HEAD", "--root", "config")
    #expect(result.output == Self.text)
  }

  @Test(arguments: [
    ("nope", "revision 'nope' does not exist"), ("-x", "revision '-x' does not exist"),
    ("--output=owned", "revision '--output=owned' does not exist"),
    ("HEAD:config", "revision 'HEAD:config' does not exist"),
    ("a..b", "revision 'a..b' does not exist"),
    ("x\u{1B}[2J", "revision 'x\\u001b[2J' does not exist"),
  ])
  func whatIsNoRevisionIsSaidToBeNone(name: String, message: String) throws {
    let repository = try changed()
    let result = repository.heir("diff", "/prod", "--since=\(name)", "--root", "config")
    #expect(result.errors.lowercased().hasPrefix("heir: error: \(message)\n".lowercased()))
    #expect(!result.errors.contains("\u{1B}"))
    #expect(result.output == "" && result.status == 2)
    #expect(!FileManager.default.fileExists(atPath: repository.scratch.url.path + "/owned"))
  }

  @Test func whatGitSaysOfARevisionIsPassedOn() throws {
    let repository = try changed()
    try repository.git("tag blob HEAD:config/a.json")
    let result = repository.heir("diff", "/prod", "--since=blob", "--root", "config")
    #expect(result.errors.contains("note: git says: error: blob^{commit}: expected commit type"))
  }

  @Test func aRootThatTheRevisionDoesNotHaveIsAnEmptyTree() throws {
    let repository = try changed()
    repository.write("new/.heir", "")
    repository.write("new/a.json", "{\"k\":{\"$ref\":\"nowhere\"},\"v\":1}")
    repository.write("file/a.json", "{}")
    for commands in [["diff", "/", "--keys"], ["check", "-q"], ["impact", "--scopes", "-q"]] {
      let result = repository.harness.run(commands + ["--since", "HEAD", "--root", "new"])
      #expect(!result.errors.contains("no directory"), "\(commands)")
    }
    let check = repository.heir("check", "-q", "--since", "HEAD", "--root", "new")
    #expect(check.output.contains("[reference]") && check.status == 1)
    repository.write("new/a.json", "{\"v\":1}")
    #expect(
      repository.heir("diff", "/", "--keys", "--since", "HEAD", "--root", "new").output == "v\n")
    let impact = repository.heir("impact", "--scopes", "--since", "HEAD", "--root", "new")
    #expect(impact.output == "/\n" && impact.status == 1)
  }

  @Test func aRootThatWasAFileIsTold() throws {
    let repository = try changed()
    repository.write("new", "a file")
    try repository.git("add new && git commit -qm file && rm new")
    repository.write("new/a.json", "{}")
    let result = repository.heir("diff", "/", "--since", "HEAD", "--root", "new")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "heir: error: the root 'new/' is not a directory in 'HEAD'\n"))
  }

  @Test(arguments: ["HEAD", "@"]) func beforeTheFirstCommitThereIsAnEmptyTree(name: String) throws {
    let scratch = Scratch([("config/.heir", ""), ("config/a.json", "{\"k\":1}")])
    var harness = Harness(in: scratch.url)
    harness.environment = Repository.environment
    _ = try Program.shell("git init -q -b main . && git add -A", in: scratch.url)
    let asked = ["--since", name, "--root", "config"]
    #expect(harness.run(["diff", "/", "--keys"] + asked).output == "k\n")
    #expect(harness.run(["check"] + asked).status == 0)
    #expect(harness.run(["impact", "--scopes", "-q"] + asked).output == "/\n")
    #expect(harness.run(["impact", "--merge-base", "--scopes", "-q"] + asked).output == "/\n")
    for wrong in ["HEAD~1", "hEAD", "main", "nope"] {
      let result = harness.run(["check", "--since", wrong, "--root", "config"])
      #expect(result.errors == "heir: error: revision '\(wrong)' does not exist\n", "\(wrong)")
    }
    // A branch that is broken is none that is not there yet.
    scratch.write(".git/refs/heads/main", Array("broken".utf8))
    #expect(harness.run(["check"] + asked).status == 2)
  }

  @Test(arguments: [":/first", "HEAD^{/first}", ":/^firs", "main@{0}~1", ":/!-next"])
  func aCommitIsFoundByItsMessage(name: String) throws {
    let repository = try changed()
    try repository.commit()
    repository.write("config/a.json", "{\"k\":7,\"same\":[1]}")
    let result = repository.heir("diff", "/prod", "--since", name, "--keys", "--root", "config")
    #expect(result == .init(output: "k\n", status: 1))
    let lost = repository.heir("diff", "/prod", "--since", ":/no such", "--root", "config")
    #expect(lost.errors.hasPrefix("heir: error: revision ':/no such' does not exist\n"))
  }

  @Test func aRootOutsideEveryRepositoryHasNoRevisions() {
    let scratch = Scratch([(".heir", ""), ("a.json", "{}")])
    var harness = Harness(in: scratch.url)
    harness.environment = Repository.environment
    let result = harness.run("diff", "/", "--since", "HEAD")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "heir: error: the root is not in a git work tree, so it has no revisions\n"))
    #expect(result.errors.contains("note: no '.git' in the root or above"))
  }

  @Test func theInsideOfARepositoryIsNoTreeOfIt() throws {
    let repository = try changed()
    let result = repository.heir("diff", "/", "--since", "HEAD", "--root", ".git")
    #expect(result.errors.hasPrefix("heir: error: the root is not in a git work tree"))
  }

  @Test func withoutGitThatIsSaid() throws {
    let repository = try changed()
    let result = try repository.shell(
      "PATH=/nowhere $HEIR diff / --since HEAD --root config 2>&1 || echo $?")
    #expect(
      result.output
        == "heir: error: git is not in PATH; it is needed to read revisions\n2\n")
  }

  @Test func aShallowCloneSaysWhatToFetch() throws {
    let repository = try changed()
    try repository.commit()
    try repository.git(
      "branch side HEAD~1 && git checkout -q side && git commit -q --allow-empty -m s")
    try repository.git(
      "checkout -q main && git clone -q --depth 1 --no-single-branch file://$PWD shallow")
    var options = repository.harness
    options.directory = repository.scratch.url.appending(path: "shallow")
    let missing = options.run("diff", "/prod", "--since", "HEAD~1", "--root", "config")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("'git fetch --unshallow --tags'"))
    let there = options.run("diff", "/prod", "--since", "HEAD", "--root", "config")
    #expect(there == .init())
    let tree = try Opened(options, root: "config")
    #expect(try tree.failure("origin/side").contains("'git fetch --unshallow'"))
  }

  @Test func theMergeBaseIsWhereBothParted() throws {
    let repository = try changed()
    try repository.git("branch side")
    try repository.commit()
    try repository.git("checkout -q side")
    repository.write("config/a.json", "{\"k\":7}")
    try repository.commit("side")
    try repository.git("checkout -q main")
    let tree = try Opened(repository.harness, root: "config")
    let base = try repository.git("merge-base main side").prefix(12)
    let (prefix, text) = try tree.text("a.json", since: "side", isMergeBase: true)
    #expect(text == "{\"k\":1,\"same\":[1]}")
    #expect(prefix == "\(base):config/")
    #expect(try tree.text("a.json", since: "side", isMergeBase: false).text == "{\"k\":7}")
    try repository.git("checkout -q --orphan lone && git commit -qm lone")
    #expect(try tree.failure("main").hasPrefix("'main' and 'HEAD' have no merge base"))
  }

  @Test func neitherHooksNorFiltersRun() throws {
    let repository = try changed()
    let hooks = [
      "post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman",
    ]
    for hook in hooks {
      repository.write(
        ".git/hooks/\(hook)", "#!/bin/sh\ntouch '\(repository.scratch.url.path)/ran'\n")
    }
    repository.write(".gitattributes", "*.json filter=bad diff=bad\n")
    try repository.git("add .gitattributes && git commit -qm attributes")
    let touch = "sh -c \"touch $PWD/ran; cat\""
    try repository.git(
      "config filter.bad.smudge '\(touch)' && git config filter.bad.clean '\(touch)'")
    try repository.git("config diff.bad.textconv '\(touch)'")
    try repository.git("config core.fsmonitor .git/hooks/fsmonitor-watchman")
    try repository.shell("chmod +x .git/hooks/*; rm -f ran")
    let result = repository.heir("diff", "/prod", "--since", "HEAD", "--root", "config")
    #expect(result.output == Self.text)
    #expect(!FileManager.default.fileExists(atPath: repository.scratch.url.path + "/ran"))
  }

  @Test func theSettingsOfARevisionAreItsOwn() throws {
    let repository = try Repository([
      (".heir", "{\"files\":[\"*.conf\"]}"), ("a.conf", "{\"k\":1}"),
    ])
    repository.write(".heir", "")
    repository.write("a.json", "{\"k\":2}")
    let result = repository.heir("diff", "/", "--since", "HEAD")
    #expect(
      result.output == "--- / (HEAD)\n+++ /\n- k = 1   HEAD:a.conf:1:6\n+ k = 2   a.json:1:6\n")
    try repository.shell("printf '{\"fils\":[]}' >.heir")
    try repository.commit()
    repository.write(".heir", "")
    let broken = repository.heir("diff", "/", "--since", "HEAD")
    #expect(broken.errors.hasPrefix("HEAD:.heir:1:2: error: \"fils\" is unknown in '.heir'"))
  }

  /// Whoever can push a tag can call it like a branch of theirs.
  @Test func whatGitWarnsOfIsPassedOn() throws {
    let repository = try changed()
    try repository.git("branch origin/main && git tag origin/main HEAD")
    let words = ["diff", "/prod", "--since", "origin/main", "--root", "config"]
    let warning = "git warns: refname 'origin/main' is ambiguous.\n"
    let told = repository.harness.run(words)
    #expect(told.status == 1 && told.errors == "heir: warning: \(warning)", "\(told)")
    let strict = repository.harness.run(words + ["--strict"])
    #expect(strict.status == 2 && strict.errors == "heir: error: \(warning)", "\(strict)")
    #expect(repository.harness.run(words + ["-q"]).errors == "")
    let log = repository.heir("log", "/", "k", "--at", "origin/main", "--root", "config")
    #expect(log.errors == "heir: warning: \(warning)", "\(log)")
  }

  @Test func whoeverStandsAboveTheRootIsToldOfIt() throws {
    let repository = try changed()
    try repository.shell("rm .heir")
    let note =
      "heir: note: the directory 'config' has a '.heir'; read that tree with '--root config'\n"
    for words in [["get", "/prod", "k"], ["explain", "/prod", "k"], ["check"]] {
      let told = repository.harness.run(words)
      #expect(told.errors.contains(note), "\(told)")
      let meant = repository.harness.run(words + ["--root", "config"])
      #expect(!meant.errors.contains("--root"), "\(meant)")
    }
    for words in [["set", "/", "k", "2"], ["unset", "/", "k"], ["stop", "/", "k"], ["tidy"]] {
      let refused = repository.harness.run(words)
      #expect(
        refused.status == 2 && refused.errors.contains("'--root config' writes in that tree"),
        "\(refused)")
      #expect(repository.harness.run(words + ["--root", ".", "--dry-run"]).status < 2)
    }
    #expect(repository.scratch.text("properties.json") == nil)
    repository.write("other/.heir", "")
    let both = repository.heir("check").errors
    #expect(both.contains(note) && both.contains("read that tree with '--root other'"), "\(both)")
    for name in ["third", "fourth"] { repository.write("\(name)/.heir", "") }
    #expect(!repository.heir("check").errors.contains("--root"))
    try repository.shell("rm -r third fourth")
    repository.write(".heir", "")
    #expect(!repository.heir("check").errors.contains("--root"))
  }
}
