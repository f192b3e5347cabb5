import Foundation
import TestSupport
import Testing

@testable import Answers
@testable import Cascade
@testable import Check
@testable import FileTree
@testable import HeirTool
@testable import Sessions
@testable import Snapshots

/// What a revision may hold, and that it is read as a directory of the same files is.
@Suite struct RevisionTests {
  private func diff(_ repository: Repository, _ scope: String) -> Harness.Result {
    repository.heir("diff", scope, "--since", "HEAD")
  }

  @Test func linksAreFollowedInsideTheRevision() throws {
    let repository = try Repository([("shared/x.json", "{\"k\":1}"), ("now/x.json", "{}")])
    try repository.shell(
      "ln -s ../shared/x.json now/way.json; ln -s shared/ also; mkdir -p d; ln -s ../also/x.json d/y.json"
    )
    try repository.commit()
    try repository.shell(
      "rm -r now/way.json also d; mkdir also d; printf '{\"k\":9}' >shared/x.json")
    for (scope, path) in [("/now", "now/way.json"), ("/also", "also/x.json"), ("/d", "d/y.json")] {
      #expect(
        diff(repository, scope).output.hasPrefix(
          "--- \(scope) (HEAD)\n+++ \(scope)\n- k = 1   HEAD:\(path):1:6"))
    }
  }

  @Test(arguments: ["/etc/passwd", "../../secret", "../../config/b.json", "../../"])
  func aLinkThatLeavesTheRootIsAnErrorThatNamesBothEnds(target: String) throws {
    let repository = try Repository([("secret", "{}"), ("config/b.json", "{}")])
    try repository.shell("mkdir config/a; ln -s \(target) config/a/a.json")
    try repository.commit()
    try repository.shell("rm config/a/a.json")
    let result = repository.heir("diff", "/a", "--since", "HEAD", "--root", "config")
    #expect(
      result.errors
        == "HEAD:config/a/a.json: error: link to \"\(target)\", which is outside the tree; only links inside the tree are followed\n"
    )
    #expect(result.status == 2)
  }

  @Test func aCycleOfLinksAndOneOfDirectoriesAreErrors() throws {
    let repository = try Repository([("a/b/x.json", "{}")])
    try repository.shell("ln -s one.json two.json; ln -s two.json one.json; ln -s ../.. a/b/c")
    try repository.commit()
    try repository.shell("rm one.json two.json a/b/c; mkdir a/b/c")
    #expect(
      diff(repository, "/").errors.contains("HEAD:one.json: error: more than 40 links in the path"))
    try repository.git("rm -q --cached one.json two.json && git commit -qm less")
    let cycle = diff(repository, "/a/b/c")
    #expect(cycle.errors == "HEAD:a/b/c: error: directory cycle: link back to \"/\"\n")
    #expect(cycle.status == 2)
  }

  @Test func fortyLinksAreFollowedAndNoMore() throws {
    let repository = try Repository([("x.txt", "{\"k\":1}")])
    try repository.shell(
      "p=x.txt; i=0; while [ $i -lt 40 ]; do ln -s $p l$i; p=l$i; i=$((i+1)); done; mkdir a b; ln -s ../l38 a/a.json; ln -s ../l39 b/b.json"
    )
    try repository.commit()
    try repository.shell("rm a/a.json b/b.json")
    #expect(diff(repository, "/a").output.contains("- k = 1   HEAD:a/a.json:1:6"))
    #expect(diff(repository, "/b").errors.contains("more than 40 links"))
  }

  @Test func aSubmoduleIsNeverAnEmptyScope() throws {
    let repository = try Repository([("prod/a.json", "{}"), ("one.json", "{}")])
    let commit = try repository.git("rev-parse HEAD").dropLast()
    try repository.git(
      "rm -qr --cached prod && git update-index --add --cacheinfo 160000,\(commit),prod")
    try repository.git("commit -qm module")
    let result = diff(repository, "/prod")
    #expect(
      result.errors.hasPrefix(
        "HEAD:prod: error: git submodule; ignore it"))
    #expect(result.status == 2)
    #expect(diff(repository, "/") == .init())
    // Nor is it a file that is missing.
    repository.write("one.json", "{\"k\":{\"$file\":\"prod/a.json\"}}")
    try repository.git("add one.json && git commit -qm text")
    #expect(diff(repository, "/").errors.contains("git submodule"))
  }

  @Test func aNameThatIsNotUTF8AndTooManyLevelsAreErrors() throws {
    let repository = try Repository([("a/x.json", "{}")])
    try repository.shell(
      "printf '{}' >\"a/$(printf 'b\\377').json\"; d=b; i=1; while [ $i -lt 520 ]; do d=$d/b; i=$((i+1)); done; mkdir -p $d; printf '{}' >$d/x.json"
    )
    try repository.commit()
    try repository.shell("rm a/*; rm -r b; printf '{}' >a/x.json")
    #expect(diff(repository, "/a").errors.contains("name is not valid UTF-8"))
    let deep = Scope(Array(repeating: Array("b".utf8), count: 513))
    let tree = try Opened(repository.harness, root: ".").former("HEAD")
    do throws(Failure) {
      _ = try tree.way(to: deep)
      Issue.record("513 levels are one too many")
    } catch {
      guard case .file(let error, .former) = error else { throw error }
      #expect(error.kind == .tooDeep(limit: 512))
    }
    #expect(try tree.way(to: Scope(Array(deep.names.dropLast()))).count == 513)
  }

  @Test func anObjectThatIsGoneIsToldWithItsPlace() throws {
    let repository = try Repository([("a.json", "{\"k\":1}")])
    let object = String(try repository.git("rev-parse HEAD:a.json").dropLast())
    try repository.shell("rm -f .git/objects/\(object.prefix(2))/\(object.dropFirst(2))")
    let result = diff(repository, "/")
    #expect(result.errors.hasPrefix("HEAD:a.json: error: git object \(object) is missing"))
    #expect(result.status == 2)
  }

  @Test func whatIsTooLargeIsRefusedAndTheNextIsRead() throws {
    let repository = try Repository([
      ("a.json", String(repeating: "x", count: 300_000)), ("b.json", "{}"),
    ])
    let tree = try Opened(repository.harness, root: ".")
    let folder = try Folder.root(Array(repository.scratch.url.path.utf8))
    let git = try #require(try GitDirectory(around: folder))
    let reader = BlobReader(Git(in: git, tree.session.childEnvironment()))
    func object(_ name: String) throws -> ObjectID {
      ObjectID(letters: Array(try repository.git("rev-parse HEAD:\(name)").dropLast().utf8)[...])
    }
    let (large, small) = (try object("a.json"), try object("b.json"))
    for _ in 0..<2 {
      #expect {
        try reader.bytes(of: large, .blob, limit: 1000, next: { [small] })
      } throws: {
        if case BlobError.tooLarge = $0 { true } else { false }
      }
      #expect(try reader.bytes(of: small, .blob, limit: 1000, next: { [] }) == Array("{}".utf8))
    }
    let commit = ObjectID(
      letters: Array(try repository.git("rev-parse HEAD").dropLast().utf8)[...])
    #expect(throws: BlobError.self) {
      try reader.bytes(of: commit, .blob, limit: 1000, next: { [] })
    }
    #expect(try reader.bytes(of: small, .blob, limit: 1000, next: { [] }) == Array("{}".utf8))
  }

  @Test func whatWasReadLongAgoIsForgottenWithItsName() throws {
    let repository = try Repository((0..<50).map { ("f\($0).json", "{\"k\": \($0)}") })
    let tree = try Opened(repository.harness, root: ".")
    let folder = try Folder.root(Array(repository.scratch.url.path.utf8))
    let git = try #require(try GitDirectory(around: folder))
    let reader = BlobReader(Git(in: git, tree.session.childEnvironment()), mostBytes: 1000)
    let objects = try repository.git("ls-tree --format='%(objectname)' HEAD").split(separator: "\n")
      .map { ObjectID(letters: Array($0.utf8)[...]) }
    var counts: Set<Int> = []
    for object in objects {
      _ = try reader.bytes(of: object, .blob, limit: 1000, next: { objects })
      counts.insert(reader.keptCount)
    }
    #expect(objects.count > 50 && (counts.max() ?? 0) < 10)
  }

  /// Every fixture, as a revision and as a copy on the disk.
  @Test func aRevisionIsReadAsACopyOfItIs() throws {
    let repository = try Repository()
    try repository.shell("cp -r '\(Harness.fixtures.path)/trees' copy; cp -r copy trees")
    try repository.git("add trees; git commit -qm trees; echo copy >.git/info/exclude")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: repository.scratch.url.appending(path: "trees").path)
    var count = 0
    for name in names.sorted() {
      let root = "trees/\(name)"
      repository.write("\(root)/zz-changed.json", "{\"changed\":true,\"db\":{\"port\":1}}")
      let listed = repository.heir("scopes", "--root", root).output.split(separator: "\n")
      let forms = [["--json", "--moved"], ["--strict"]]
      for (scope, form) in zip(["/"] + listed.suffix(1).map(String.init), forms) {
        let asked = ["diff", scope, "--root", root, "-q"] + form
        let now = repository.harness.run(asked + ["--since", "HEAD"])
        let copy = repository.harness.run(asked + ["--against", "copy/\(name)"])
        func mended(_ text: String) -> String {
          text.replacingOccurrences(of: "HEAD:trees/", with: "copy/")
            .replacingOccurrences(of: "(HEAD)", with: "(copy/\(name))")
            .replacingOccurrences(
              of: "\"since\": \"HEAD\"", with: "\"against\": \"copy/\(name)\"")
        }
        #expect(mended(now.output) == copy.output)
        #expect(mended(now.errors) == copy.errors)
        #expect(now.status == copy.status)
        count += now.status == 1 ? 1 : 0
      }
    }
    #expect(count > 60)
  }

  @Test func aWalkOverThousandsOfFilesTakesTimeInProportion() throws {
    let repository = try Repository()
    for number in 0..<5000 {
      let stem = number < 1000 ? "few" : "many"
      repository.write("\(stem)/\(number % 40)/s\(number)/p.json", "{\"k\":\(number)}")
      if number % 10 == 0 { repository.write("\(stem)/\(number % 40)/s\(number)/q.json", "{}") }
    }
    try repository.commit()
    try repository.shell("rm -r few many")
    let tree = try Opened(repository.harness, root: ".")
    let growth = Growth { count in
      let visitor = Counter()
      let time = try Growth.busySeconds {
        try tree.former("HEAD").walk(
          from: Scope([Array((count == 1000 ? "few" : "many").utf8)]), visitor)
      }
      #expect(visitor.files == count * 11 / 10)
      #expect(visitor.scopes == count + 42)
      return time
    }
    #expect(try growth.ratio(from: 1000, to: 4000, until: 8) < 8)
  }

  private final class Counter: ScopeVisitor {
    var files = 0
    var scopes = 0

    func enter(_ visited: VisitedScope) {
      scopes += 1
      files += visited.reading.levels.map(\.files.count).reduce(0, +)
    }
    func miss(_ problem: Diagnostic) {}
    func leave() {}
  }

  /// A directory of ten names, in so many levels that each name the one below ten times.
  private func multiplied(_ repository: Repository, levels: Int) throws {
    try repository.shell(
      """
      many() { for i in 0 1 2 3 4 5 6 7 8 9; do printf "$1 $2\\t$3$i\\n"; done; }
      t=$(many '100644 blob' $(git rev-parse HEAD:a.json) f | git mktree)
      for l in $(seq \(levels)); do t=$(many '040000 tree' $t d | git mktree); done
      t=$({ git ls-tree HEAD; printf "040000 tree $t\\tx\\n"; } | git mktree)
      git update-ref refs/heads/many "$(git commit-tree -p HEAD -m many $t)"
      """)
  }

  @Test func aFewObjectsThatNameAMillionFilesAreRefusedBeforeTheyAreKept() throws {
    let repository = try Repository([("a.json", #"{"k": 1}"#)])
    try multiplied(repository, levels: 5)
    try repository.git("read-tree many")
    for words in [
      ["get", "/", "k", "--at", "many"], ["check", "--at", "many"], ["check", "--staged"],
      ["impact", "--since", "many"], ["explain", "/", "k", "--at", "many", "--blame"],
    ] {
      let result = repository.harness.run(words)
      #expect(result.status == 2 && result.output == "", "\(words) \(result)")
      #expect(result.errors.contains("more than 250000 files and directories"), "\(result)")
    }
    // What is below one directory is little.
    let one = repository.heir("log", "/x/d0/d0", "k", "--at", "many")
    #expect(one.status == 0 && one.output.contains("none → 1"), "\(one)")
  }

  @Test func directoriesWithoutFilesOfTheirOwnCount() throws {
    let repository = try Repository([("a.json", #"{"k": 1}"#)])
    try repository.shell(
      """
      t=$(printf "100644 blob $(git rev-parse HEAD:a.json)\\tf\\n" | git mktree)
      for l in $(seq 400); do t=$(printf "040000 tree $t\\td\\n" | git mktree); done
      t=$({ git ls-tree HEAD; for i in $(seq 700); do printf "040000 tree $t\\tx$i\\n"; done; } | git mktree)
      git update-ref refs/heads/many "$(git commit-tree -p HEAD -m many $t)"
      """)
    let result = repository.heir("get", "/", "k", "--at", "many")
    #expect(result.status == 2, "\(result)")
    #expect(result.errors.contains("more than 250000 files and directories"), "\(result)")
  }

  @Test func aNameThatNoDirectoryCanHoldIsAnError() throws {
    let repository = try Repository([("a.json", #"{"k": 1}"#), ("s/a.json", "{}")])
    try repository.shell(
      """
      bytes() { for b in $(echo "$1" | sed 's/../0x& /g'); do printf "\\\\$(printf %03o $b)"; done; }
      { git cat-file tree HEAD^{tree}; printf '40000 ..\\0'; bytes $(git rev-parse HEAD:s); } >.git/top
      t=$(git hash-object -t tree -w --literally .git/top)
      git update-ref refs/heads/odd "$(git commit-tree -p HEAD -m odd $t)"
      """)
    let result = repository.heir("scopes", "--at", "odd")
    #expect(result.status == 2 && result.output == "", "\(result)")
  }
}
