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
}
