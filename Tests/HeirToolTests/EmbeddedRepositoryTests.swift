import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// A tree neither runs code nor chooses its own history: only the repository around it counts.
@Suite(.needs("git")) struct EmbeddedRepositoryTests {
  static let places = ["mid", "mid/tree", "mid/tree/below"]
  static let bareness = ["", "bare = true", "bare = false"]

  private func changed(_ embed: (Repository) throws -> Void) throws -> Repository {
    let repository = try Repository([
      ("mid/tree/.heir", ""), ("mid/tree/a.json", "{\"k\":1}"),
      ("mid/tree/below/b.json", "{}"),
    ])
    try embed(repository)
    try repository.git(
      "add -A -f . && git commit -q --allow-empty -m embedded && git branch -f origin/main")
    repository.write("mid/tree/a.json", "{\"k\":2}")
    return repository
  }

  private func hasRun(_ repository: Repository) -> Bool {
    FileManager.default.fileExists(atPath: repository.scratch.url.path + "/ran")
  }

  private func promisor(_ repository: Repository) -> String {
    """
    [extensions]
    \tpartialClone = origin
    [remote "origin"]
    \turl = .
    \tpromisor = true
    \tuploadpack = "touch '\(repository.scratch.url.path)/ran'; false"
    """
  }

  @Test(arguments: zip(places, bareness))
  func nothingThatAnEmbeddedRepositoryNamesIsRun(place: String, bare: String) throws {
    let repository = try changed { repository in
      repository.write("\(place)/HEAD", "ref: refs/heads/main\n")
      repository.write(
        "\(place)/config",
        "[core]\n\trepositoryformatversion = 1\n\t\(bare)\n" + promisor(repository))
      repository.write("\(place)/objects/.keep", "")
      for ref in ["main", "origin/main"] {
        repository.write(
          "\(place)/refs/heads/\(ref)", String(repeating: "deadbeef", count: 5) + "\n")
      }
    }
    for revision in ["main", "origin/main", "HEAD"] {
      let root = ["--root", "mid/tree", "--since", revision]
      #expect(repository.harness.run(["diff", "/", "--keys"] + root).output == "k\n")
      #expect(repository.harness.run(["impact", "--scopes", "-q"] + root).output.contains("/\n"))
      #expect(repository.harness.run(["impact", "--merge-base", "-q"] + root).status == 1)
      #expect(repository.harness.run(["check", "-q"] + root) == .init())
    }
    #expect(!hasRun(repository))
  }

  @Test(arguments: zip(places, bareness))
  func anEmbeddedRepositoryHasNoSayInWhatARevisionIs(place: String, bare: String) throws {
    let repository = try changed { repository in
      // In its history nothing has changed since.
      try repository.shell(
        """
        mkdir -p inner/mid/tree; cp mid/tree/a.json inner/mid/tree
        printf '{"k":2}' >inner/mid/tree/a.json; cp inner/mid/tree/a.json inner/a.json
        git -C inner init -q -b main && git -C inner add -A && git -C inner commit -q -m inner
        git -C inner branch origin/main
        cp -r inner/.git/HEAD inner/.git/config inner/.git/objects inner/.git/refs \(place)/
        rm -rf inner; [ -z '\(bare)' ] || printf '[core]\\n\\t\(bare)\\n' >>\(place)/config
        """)
    }
    for revision in ["main", "origin/main"] {
      let result = repository.heir(
        "diff", "/", "--keys", "--root", "mid/tree", "--since", revision)
      #expect(result == .init(output: "k\n", status: 1))
    }
  }

  @Test func nothingIsFetchedForARepositoryThatPromisesMore() throws {
    let repository = try changed { _ in }
    try repository.git("config core.repositoryformatversion 1")
    let settings = repository.scratch.url.appending(path: ".git/config")
    let text = try String(contentsOf: settings, encoding: .utf8)
    repository.write(".git/config", text + promisor(repository))
    let object = String(try repository.git("rev-parse HEAD:mid/tree/a.json").dropLast())
    try repository.shell("rm -f .git/objects/\(object.prefix(2))/\(object.dropFirst(2))")
    for revision in ["HEAD", String(repeating: "deadbeef", count: 5)] {
      let result = repository.heir("diff", "/", "--root", "mid/tree", "--since", revision)
      #expect(result.status == 2)
    }
    let result = repository.heir("diff", "/", "--root", "mid/tree", "--since", "HEAD")
    #expect(result.errors.hasPrefix("HEAD:mid/tree/a.json: error: git object "))
    #expect(!hasRun(repository))
  }

  @Test(arguments: ["diff / --keys", "check", "impact --merge-base", "completion"])
  func gitIsStartedInItsOwnDirectoryAsOftenAsNeededAndIsGivenNoOtherOne(command: String) throws {
    let repository = try changed { _ in }
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

  @Test(arguments: [
    ":$PATH", "./bin:$PATH", "bin:.:$PATH", "$PATH::/nowhere",
  ])
  func aProgramOfTheTreeIsNeverTakenForGit(path: String) throws {
    let repository = try changed { repository in
      for place in ["", "bin/", "mid/tree/", "mid/tree/bin/", "mid/", ".git/", ".git/bin/"] {
        repository.write("\(place)git", "#!/bin/sh\ntouch '\(repository.scratch.url.path)/ran'\n")
        try repository.shell("chmod +x '\(place)git'")
      }
    }
    for folder in [".", "mid/tree"] {
      let result = try repository.shell(
        "root=$PWD/mid/tree; cd \(folder); PATH=\"\(path)\" $HEIR diff / --keys --since main --root \"$root\" || true"
      )
      #expect(result.output == "k\n")
    }
    #expect(!hasRun(repository))
  }

  @Test func whatTheCallerSetsForAnotherRepositoryIsLeftOutAndTold() throws {
    var repository = try changed { _ in }
    let other = try Repository([("mid/tree/a.json", "{\"k\":2}")])
    repository.harness.environment["GIT_DIR"] = other.scratch.url.path + "/.git"
    repository.harness.environment["GIT_WORK_TREE"] = other.scratch.url.path
    repository.harness.environment["GIT_OBJECT_DIRECTORY"] = "/nowhere"
    let result = repository.heir("diff", "/", "--keys", "--root", "mid/tree", "--since", "HEAD")
    #expect(
      result
        == .init(
          output: "k\n",
          errors:
            "heir: note: GIT_DIR and GIT_WORK_TREE and GIT_OBJECT_DIRECTORY are ignored; heir uses the repository around the root\n",
          status: 1))
  }

  @Test func historyIsWhatWasCommittedWhateverReplacesIt() throws {
    let repository = try changed { _ in }
    try repository.shell(
      """
      was=$(git rev-parse HEAD:mid/tree/a.json); now=$(git hash-object -w mid/tree/a.json)
      git replace $was $now; mkdir -p .git/info
      git rev-parse HEAD >.git/info/grafts
      """)
    let run = { (revision: String) in
      repository.heir("diff", "/", "--keys", "--root", "mid/tree", "--since", revision)
    }
    #expect(run("HEAD").output == "k\n")
    // By the graft it would have no parent.
    #expect(run("HEAD~1").output == "k\n")
  }

  @Test func aGitDirectoryElsewhereIsFoundByItsFile() throws {
    let repository = try changed { _ in }
    try repository.git(
      "init -q --separate-git-dir far.git . && echo far.git >>far.git/info/exclude")
    let result = repository.heir("diff", "/", "--keys", "--root", "mid/tree", "--since", "HEAD")
    #expect(result == .init(output: "k\n", status: 1))
    try repository.shell("mv far.git gone.git")
    let lost = repository.heir("diff", "/", "--keys", "--root", "mid/tree", "--since", "HEAD")
    #expect(lost.status == 2)
    #expect(lost.errors.contains("/.git: error: points to \""))
    #expect(lost.errors.contains("/far.git\", which is not a git repository\n"))
    // Neither a directory without a repository, nor a line that only looks like git's, leads to one.
    for (line, made) in [("gitdir: far.git", "far.git"), ("gitfoo: gone.git", "x"), ("none", "x")] {
      try repository.shell("mkdir -p \(made)")
      repository.write(".git", line)
      let lost = repository.heir("diff", "/", "--root", "mid/tree", "--since", "HEAD")
      #expect(lost.status == 2 && lost.errors.contains("which is not a git repository"), "\(line)")
    }
  }

  @Test func aWorkTreeElsewhereIsTold() throws {
    let repository = try changed { _ in }
    let other = try Repository([("a.json", "{}")])
    try repository.git("config core.worktree '\(other.scratch.url.path)'")
    let result = repository.heir("diff", "/", "--root", "mid/tree", "--since", "HEAD")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("heir: error: the root is not in a git work tree"))
    #expect(result.errors.contains("note: the work tree is"))
    try repository.git("config core.worktree \"$PWD/mid\"")
    // Its paths count from there.
    try repository.shell(
      "export GIT_DIR=$PWD/.git; cd mid; git rm -rqf --cached .; git add tree; git commit -qm moved"
    )
    repository.write("mid/tree/a.json", "{\"k\":3}")
    let moved = repository.heir("diff", "/", "--root", "mid/tree", "--since", "HEAD")
    #expect(moved.output.contains("- k = 2   HEAD:tree/a.json:1:6"))
  }

  @Test(.needs(.root), arguments: [".", ".git", "far.git"])
  func eachPartOfARepositoryHasToBelongToItsUser(part: String) throws {
    let repository = try changed { _ in }
    try repository.git(
      "init -q --separate-git-dir far.git . && echo far.git >>far.git/info/exclude")
    let asked = ["diff", "/", "--keys", "--root", "mid/tree", "--since", "HEAD"]
    #expect(repository.harness.run(asked).status == 1)
    try repository.shell("chown 12345 '\(part)'")
    let refused = repository.harness.run(asked)
    #expect(refused.status == 2 && refused.errors.contains("belongs to user 12345"))
  }

  @Test(.needs(.root))
  func aRepositoryOfSomebodyElseIsRefusedUntilItsUserTrustsIt() throws {
    var repository = try changed { _ in }
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
