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

  /// Commits any tree on top of the branch; `$heir` and `$blob` are objects of files, `$tree` is one of a directory.
  private func commit(_ repository: Repository, tree script: String) throws {
    try repository.shell(
      """
      heir=$(git rev-parse HEAD:.heir) blob=$(git rev-parse HEAD:s/a.json) tree=$(git rev-parse HEAD:s)
      bytes() { for b in $(echo "$1" | fold -w2); do printf "\\\\$(printf %03o 0x$b)"; done; }
      entry() { printf "$1 $2\\\\0"; bytes "$3"; }
      { \(script); } >.git/tree
      t=$(git hash-object -t tree -w --literally .git/tree)
      git update-ref refs/heads/odd "$(git commit-tree -p HEAD -m odd "$t")"
      """)
  }

  @Test(arguments: [
    "printf garbage", "entry 100644 .heir $heir; printf '100644 a.json\\0abc'",
    "entry 100644 .heir $heir; entry 40000 s $(printf x | git hash-object -t tree -w --literally --stdin)",
    "entry 100644 .heir $heir; entry 40000 '' $tree",
    "entry 100644 .heir $heir; entry 40000 .. $tree; entry 40000 s $tree",
    "entry 100644 .heir $heir; entry 100644 s/a.json $blob",
    "entry 100644 .heir $heir; entry 40000 s $tree; entry 40000 s $tree; entry 40000 a $tree",
    "entry 777777777777777777777777 .heir $heir; entry 40000 s $tree",
  ])
  func aBrokenTreeObjectIsAnErrorAndNoRemoval(script: String) throws {
    let repository = try Repository([("s/a.json", #"{"k": 1}"#)])
    try commit(repository, tree: script)
    let log = repository.heir("log", "/s", "k", "--at", "odd")
    #expect(log.status == 2 && !log.output.contains("removed"), "\(log)")
    #expect(log.errors.contains(" git object"), "\(log)")
  }
}
