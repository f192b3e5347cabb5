import Foundation
import TestSupport
import Testing

@testable import Answers
@testable import Cascade
@testable import Files
@testable import HeirTool
@testable import Trees

@Suite(.needs("git")) struct RevisionTests {
  private func diff(_ repository: Repository, _ scope: String) -> Harness.Result {
    repository.heir("diff", scope, "--since", "HEAD")
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
    let deep = "/" + String(repeating: "b/", count: 513)
    let refused = repository.heir("get", deep, "k", "--at", "HEAD")
    #expect(refused.status == 2 && refused.errors.contains("more than 512 levels"))
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
    let folder = try Folder.root(Array(repository.scratch.url.path.utf8))
    let git = try #require(try GitDirectory(around: folder))
    let reader = BlobReader(
      Git(
        in: git,
        Programs.environment.map { Array("\($0)=\($1)".utf8) }))
    func object(_ name: String) throws -> ObjectID {
      ObjectID(letters: Array(try repository.git("rev-parse HEAD:\(name)").dropLast().utf8)[...])
    }
    let (large, small) = (try object("a.json"), try object("b.json"))
    for _ in 0..<2 {
      #expect {
        try reader.bytes(of: large, .blob, limit: 1000, next: { [small] })
      } throws: {
        if case FileError.Kind.tooLarge = $0 { true } else { false }
      }
      #expect(try reader.bytes(of: small, .blob, limit: 1000, next: { [] }) == Array("{}".utf8))
    }
    let commit = ObjectID(
      letters: Array(try repository.git("rev-parse HEAD").dropLast().utf8)[...])
    #expect(throws: FileError.Kind.self) {
      try reader.bytes(of: commit, .blob, limit: 1000, next: { [] })
    }
    #expect(try reader.bytes(of: small, .blob, limit: 1000, next: { [] }) == Array("{}".utf8))
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
    let commands = [
      ["get", "/", "k", "--at", "many"], ["check", "--at", "many"], ["check", "--staged"],
      ["impact", "--since", "many"], ["explain", "/", "k", "--at", "many", "--blame"],
    ]
    for words in Seeds.every(3, of: commands) {
      if words.contains("--staged") { try repository.git("read-tree many") }
      let result = repository.harness.run(words)
      #expect(result.status == 2 && result.output == "", "\(words) \(result)")
      #expect(result.errors.contains("more than 250000 files and directories"), "\(result)")
    }
    // What is below one directory is little.
    let one = repository.heir("log", "/x/d0/d0", "k", "--at", "many")
    #expect(one.status == 0 && one.output.contains("none → 1"), "\(one)")
  }

  @Test func aNameThatNoDirectoryCanHoldIsAnError() throws {
    let repository = try Repository([("a.json", #"{"k": 1}"#), ("s/a.json", "{}")])
    try repository.shell(
      """
      bytes() { for b in $(echo "$1" | fold -w2); do printf "\\\\$(printf %03o 0x$b)"; done; }
      { git cat-file tree HEAD^{tree}; printf '40000 ..\\0'; bytes $(git rev-parse HEAD:s); } >.git/top
      t=$(git hash-object -t tree -w --literally .git/top)
      git update-ref refs/heads/odd "$(git commit-tree -p HEAD -m odd $t)"
      """)
    let result = repository.heir("scopes", "--at", "odd")
    #expect(result.status == 2 && result.output == "", "\(result)")
  }
}
