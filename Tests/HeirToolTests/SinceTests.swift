import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite(.needs("git")) struct SinceTests {
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

  @Test(arguments: ["HEAD", "@"]) func beforeTheFirstCommitThereIsAnEmptyTree(name: String) throws {
    let scratch = Scratch([("config/.heir", ""), ("config/a.json", "{\"k\":1}")])
    let harness = Harness(in: scratch.url)
    _ = try Program.shell("git init -q -b main . && git add -A", in: scratch.url)
    let asked = ["--since", name, "--root", "config"]
    #expect(harness.run(["diff", "/", "--keys"] + asked).output == "k\n")
    #expect(harness.run(["check"] + asked).status == 0)
    #expect(harness.run(["impact", "--scopes", "-q"] + asked).output == "/\n")
    #expect(harness.run(["impact", "--merge-base", "--scopes", "-q"] + asked).output == "/\n")
    let log = harness.run("log", "/", "k", "--root", "config")
    #expect(log == .init(errors: "heir: note: the branch has no commits yet\n", status: 1))
    for wrong in ["HEAD~1", "hEAD", "main", "nope"] {
      let result = harness.run(["check", "--since", wrong, "--root", "config"])
      #expect(result.errors == "heir: error: revision '\(wrong)' does not exist\n", "\(wrong)")
    }
    // A branch that is broken is none that is not there yet.
    scratch.write(".git/refs/heads/main", Array("broken".utf8))
    #expect(harness.run(["check"] + asked).status == 2)
  }

  @Test func aRootOutsideEveryRepositoryHasNoRevisions() {
    let scratch = Scratch([(".heir", ""), ("a.json", "{}")])
    let result = Harness(in: scratch.url).run("diff", "/", "--since", "HEAD")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "heir: error: the root is not in a git work tree, so it has no revisions\n"))
    #expect(result.errors.contains("note: no '.git' in the root or above"))
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
    for words in [["log", "/", "k"], ["explain", "/", "k", "--blame"]] {
      let result = options.run(words + ["--root", "config"])
      #expect(result.status < 2 && result.errors.contains("'git fetch --unshallow'"), "\(result)")
    }
    let parted = options.run("impact", "--since", "origin/side", "--merge-base", "--root", "config")
    #expect(parted.status == 2 && parted.errors.contains("'git fetch --unshallow'"))
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
  }

  @Test func whatHasNoMergeBaseAndARootThatWasAFileAreErrors() throws {
    let repository = try changed()
    try repository.shell(
      "git checkout -q --orphan lone && touch new && git add new && git commit -qm lone && rm new")
    repository.write("new/a.json", "{}")
    let lone = repository.heir("impact", "--since", "main", "--merge-base", "--root", "config")
    #expect(lone.status == 2 && lone.errors.contains("have no merge base"), "\(lone)")
    let file = repository.heir("diff", "/", "--since", "HEAD", "--root", "new")
    #expect(file.status == 2 && file.errors.contains("is not a directory in 'HEAD'"), "\(file)")
  }
}
