import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// How git is started, and which repositories are trusted.
@Suite(.needs("git")) struct RepositoryTrustTests {
  private func changed() throws -> Repository {
    let repository = try Repository([
      ("mid/tree/.heir", ""), ("mid/tree/a.json", "{\"k\":1}"),
      ("mid/tree/below/b.json", "{}"),
    ])
    try repository.git("commit -q --allow-empty -m next && git branch -f origin/main")
    repository.write("mid/tree/a.json", "{\"k\":2}")
    return repository
  }

  @Test(arguments: ["diff / --keys", "check", "impact --merge-base", "completion"])
  func gitIsStartedOncePerQuestionInItsOwnDirectory(command: String) throws {
    let repository = try changed()
    repository.write(
      "bin/git",
      """
      #!/bin/sh
      echo "$(pwd) $GIT_DIR ${GIT_WORK_TREE-none} <${GIT_ALLOW_PROTOCOL-unset}> $GIT_NO_LAZY_FETCH" \
        "$GIT_OPTIONAL_LOCKS $GIT_TERMINAL_PROMPT <$PATH> $*" >>'\(repository.scratch.url.path)/log'
      exec '\(Programs.path)/git' "$@"
      """)
    try repository.shell("chmod +x bin/git")
    let line =
      command == "completion"
      ? "completion line -- bash 'heir diff / --root mid/tree --since ' ' '"
      : "\(command) --root mid/tree --since main"
    try repository.shell("PATH=$PWD/bin:rel::$PATH $HEIR \(line) >/dev/null 2>&1 || true")
    let log = try String(
      contentsOf: repository.scratch.url.appending(path: "log"), encoding: .utf8)
    // What git leaves out of a work tree it is asked at the top of that.
    let looks = log.split(separator: "\n").filter { $0.contains(" ls-files ") }
    let starts = log.split(separator: "\n").filter { !$0.contains(" ls-files ") }
    let here = try repository.shell("pwd -P").output.dropLast()
    let path = try repository.shell("echo $PWD/bin").output.dropLast()
    #expect(
      starts.allSatisfy {
        $0.hasPrefix("\(here)/.git . none <> 1 0 0 <\(path):\(Programs.path)> ")
          && $0.contains("-c safe.bareRepository=explicit ")
          && $0.contains("-c core.hooksPath=/dev/null ")
      }, "\(log)")
    let questions = starts.map { line in
      line.split(separator: " ").first {
        ["rev-parse", "merge-base", "ls-tree", "cat-file", "for-each-ref"].contains($0)
      } ?? "?"
    }
    #expect(looks.count == (["check", "completion"].contains(command) ? 0 : 2), "\(log)")
    #expect(
      looks.allSatisfy {
        $0.hasPrefix("\(here) .git none <> 1 0 0 <\(path):\(Programs.path)> ")
          && $0.contains("-c core.hooksPath=/dev/null ") && $0.contains("-c core.fsmonitor=false ")
      }, "\(log)")
    switch command {
    case "completion": #expect(questions == ["for-each-ref"])
    case "impact --merge-base":
      #expect(questions == ["rev-parse", "merge-base", "ls-tree", "cat-file"])
    default: #expect(questions == ["rev-parse", "ls-tree", "cat-file"])
    }
  }

  @Test(.needs(.root), arguments: [".", ".git", "far.git"])
  func aRepositoryOfAnotherUserIsAnError(part: String) throws {
    let repository = try changed()
    try repository.git(
      "init -q --separate-git-dir far.git . && echo far.git >>far.git/info/exclude")
    let asked = ["diff", "/", "--keys", "--root", "mid/tree", "--since", "HEAD"]
    #expect(repository.harness.run(asked).status == 1)
    try repository.shell("chown 12345 '\(part)'")
    let refused = repository.harness.run(asked)
    #expect(refused.status == 2 && refused.errors.contains("belongs to user 12345"))
  }

  @Test(.needs(.root))
  func aRepositoryOfAnotherUserIsReadIfItIsASafeDirectory() throws {
    var repository = try changed()
    let path = try repository.shell("pwd -P").output.dropLast()
    try repository.shell("chown 12345 .git")
    let asked = ["diff", "/", "--keys", "--root", "mid/tree", "--since", "HEAD"]
    let refused = repository.harness.run(asked)
    #expect(refused.status == 2 && refused.output == "")
    #expect(
      refused.errors
        == """
        heir: error: the repository in '\(path)' belongs to user 12345, not to you or root
        heir: note: to trust it: git config --global --add safe.directory '\(path)'

        """)
    // What it says of itself does not count.
    try repository.git("config --file .git/config --add safe.directory '*'")
    #expect(repository.harness.run(asked).status == 2)
    let settings = repository.scratch.url.path + "/settings"
    repository.harness.environment["GIT_CONFIG_GLOBAL"] = settings
    for (safe, status) in [
      ("directory = *", Int32(1)), ("directory = \(path)", 1), ("directory = /nowhere", 2),
      ("directory = *\ndirectory =", 2), ("directory = \(path)/*", 2),
      ("directory = \(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex))*", 1),
    ] {
      try "[safe]\n\(safe)\n".write(toFile: settings, atomically: false, encoding: .utf8)
      #expect(repository.harness.run(asked).status == status, "\(safe)")
    }
    try "".write(toFile: settings, atomically: false, encoding: .utf8)
    repository.harness.environment["SUDO_UID"] = "12345"
    #expect(repository.harness.run(asked).status == 1)
  }
}
