import Foundation
import TestSupport
import Testing

@Suite(.needs("git")) struct LogTests {
  private func repository(_ texts: [String]) throws -> Repository {
    let repository = try Repository([("a.json", texts[0])])
    for text in texts.dropFirst() {
      repository.write("a.json", text)
      try repository.commit()
    }
    return repository
  }

  private func told(_ result: Harness.Result) -> [String] {
    result.output.split(separator: "\n").map { line in
      line.split(separator: " ", maxSplits: 3).last.map(String.init) ?? ""
    }
  }

  @Test func aBrokenInclusionOfAFormerRevisionMasksAllValues() throws {
    let repository = try repository([
      #"{"$include": "none.jsonx", "j": 1}"#, #"{"part": {"$include": "none.jsonx"}, "k": 1}"#,
      #"{"part": {"$include": "none.jsonx"}, "k": 2}"#,
    ])
    let result = repository.heir("log", "/", "k")
    #expect(result.status == 0 && result.output.contains("<secret> changes"), "\(result)")
    #expect(result.errors.contains("values are masked"), "\(result)")
  }

  @Test func aSecretIsToldToChangeAndNothingElse() throws {
    let repository = try repository([
      #"{"$secret": ["pw"], "pw": "hush-1"}"#, #"{"$secret": ["pw"], "pw": "hush-22"}"#,
      #"{"pw": "hush-22", "u": 1}"#, #"{"u": 1}"#,
    ])
    for words in [["pw"], ["pw", "u"], ["**"], ["pw", "--json"]] {
      let result = repository.harness.run(["log", "/"] + words)
      #expect(result.status == 0 && !(result.output + result.errors).contains("hush-1"))
    }
    let told = told(repository.heir("log", "/", "pw"))
    #expect(told[1...] == [" <secret> changes   a.json:1:27", " none → <secret>   a.json:1:27"])
    let json = repository.heir("log", "/", "pw", "--json", "-n", "2").output
    #expect(json.contains(#""from":{"secret":true},"to":{"secret":true}"#))
    #expect(repository.heir("log", "/", "pw", "--reveal").output.contains("hush-1"))
  }

  /// Also for a key that the broken file does not mention: its statement is still there.
  @Test func theCauseOfARevisionThatCannotBeReadIsTheError() throws {
    let repository = try Repository([("a.json", #"{"k": 1}"#), ("b.json", #"{"l": 1}"#)])
    for text in [#"{"$stpo": ["k"], "k": 1}"#, #"{"k": 2}"#] {
      repository.write("a.json", text)
      try repository.commit()
    }
    let error = "error: unknown directive '$stpo'; the nearest is '$stop'"
    let told = told(repository.heir("log", "/", "k", "l", "--reveal"))
    #expect(
      told == [
        " k  \(error) → 2   a.json:1:2 (removed), a.json:1:7",
        " l  \(error) → 1   a.json:1:2 (removed), b.json:1:7",
        " k  1 → \(error)   a.json:1:2", " l  1 → \(error)   a.json:1:2",
        " k  none → 1   a.json:1:7", " l  none → 1   b.json:1:7",
      ])
  }

  /// The secrets of a revision are known after its tree was closed.
  @Test func aRevisionWithAnErrorAndAnInclusionIsMaskedWithTheOthers() throws {
    let repository = try Repository([
      ("a.json", #"{"$secret": ["pw"], "in": {"$include": "_in.json"}, "k": 1}"#),
      ("_in.json", "{}"), ("eu/a.json", #"{"k": 2}"#),
    ])
    for text in [#"{"$merge": {"k": "none"}, "k": 3}"#, #"{"k": 4}"#] {
      repository.write("eu/a.json", text)
      try repository.commit()
    }
    let error = "error: unknown value \"none\" in '$merge'; it takes "
    let told = told(repository.heir("log", "/eu", "k"))
    #expect(told.count == 3 && told[0].hasPrefix(" \(error)"), "\(told)")
    #expect(told[0].hasSuffix(" → 4   eu/a.json:1:18 (removed), eu/a.json:1:7"), "\(told)")
  }

  /// Each leaf, or that there is none, comes from one parent or the other, and the object from neither.
  @Test(arguments: [
    [#"{"j": {"x": 1}}"#, #"{"j": 2}"#, "{}", #" j.x  1 → none   a.json:1:13 (removed)"#],
    [#"{"j": {"x": 1}}"#, #"{"j": {"y": 1}}"#, "{}", #" j.x  1 → none   a.json:1:13 (removed)"#],
    [
      #"{"j": {"x": 1, "y": 1}}"#, #"{"j": {"x": 2, "y": 2}}"#, #"{"j": {"x": 1, "y": 2}}"#,
      #" j.y  1 → 2   a.json:1:21"#,
    ],
  ])
  func aMergeIsToldWhoseObjectNoParentHas(texts: [String]) throws {
    let repository = try Repository([("a.json", #"{"k": 1}"#)])
    func commit(_ text: String, _ words: String) throws {
      repository.write("a.json", text)
      try repository.git("commit -qam x \(words)")
    }
    try repository.git("checkout -qb other")
    try commit(texts[1], "")
    try repository.git("checkout -q -")
    try commit(texts[0], "")
    try repository.git("merge -q -s ours --no-commit other")
    try commit(texts[2], "")
    let result = repository.heir("log", "/", "j", "-n", "1")
    #expect(told(result) == [texts[3]])
    #expect(try result.output.hasPrefix(repository.git("rev-parse HEAD").prefix(12)))
    // Whoever asks for leaves is told where a leaf is another one than in each.
    #expect(
      try !repository.heir("log", "/", "j.**").output.hasPrefix(
        repository.git("rev-parse HEAD").prefix(12)))
  }

  @Test func whatBecomesSecretIsMaskedInWhatWasBefore() throws {
    let repository = try repository([
      #"{"o": {"pw": "hush-0"}}"#, #"{"o": {"pw": "hush-1"}}"#,
      #"{"$secret": ["o.pw"], "o": {"pw": "hush-1"}, "u": {"$ref": "o.pw"}}"#,
      #"{"$secret": ["o.pw"], "o": {"pw": "hush-2"}, "u": {"$ref": "o.pw"}}"#,
      #"{"o": {"pw": "hush-2"}, "u": "public"}"#,
    ])
    for words in [["o"], ["**"], ["u"], ["o.pw", "--json"]] {
      for revision in ["HEAD~1", "HEAD~2"] {
        let result = repository.harness.run(["log", "/", "--at", revision] + words)
        #expect(result.status == 0 && !(result.output + result.errors).contains("hush"))
      }
    }
    // Who says no more that it is secret shows it, but nothing that is older than who said so.
    let told = told(repository.heir("log", "/", "o.pw"))
    #expect(
      told == [
        " <secret> changes   a.json:1:35", " <secret> changes   a.json:1:14",
        " none → <secret>   a.json:1:14",
      ], "\(told)")
  }

  @Test func whatAnyRevisionCallsSecretIsMaskedInWhatIsComputedFromIt() throws {
    let pw = #""db": {"pw": "hush"}"#
    let texts = [
      #"{\#(pw), "url": "a"}"#, #"{"$secret": ["db.pw"], \#(pw), "url": "b"}"#,
      #"{\#(pw), "url": {"$format": "u:${db.pw}"}}"#,
      #"{\#(pw), "url": {"$format": "v:${db.pw}"}}"#,
    ]
    for texts in [texts, texts.reversed()] {
      let repository = try repository(texts)
      for words in [["url"], ["**"], ["url", "--json"]] {
        let result = repository.harness.run(["log", "/"] + words)
        #expect(
          result.status == 0 && !(result.output + result.errors).contains("hush"), "\(result)")
      }
    }
  }

  @Test func whatGitLacksIsAnErrorAndNoValue() throws {
    let repository = try repository((1...4).map { "{\"k\": \($0)}" })
    let blob = try repository.git("rev-parse HEAD~2:a.json").trimmingCharacters(in: .newlines)
    try repository.shell("rm -f .git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    let result = repository.heir("log", "/", "k")
    #expect(
      result.status == 2 && result.errors.contains("a git object of the history is missing"),
      "\(result)")
    #expect(told(result) == [" 3 → 4   a.json:1:7"])
  }

  @Test func anObjectAndPatternsAreToldByTheirLeaves() throws {
    let repository = try repository([
      #"{"o": {"a": 1}}"#, #"{"o": {"a": 2, "b": {"c": 3}}}"#, #"{"o": 5}"#,
    ])
    #expect(
      told(repository.heir("log", "/", "o")) == [
        #" {"a":2,"b":{"c":3}} → 5   a.json:1:13 (removed), a.json:1:27 (removed), a.json:1:7"#,
        " o.a  1 → 2   a.json:1:13", " o.b.c  none → 3   a.json:1:27",
        " o.a  none → 1   a.json:1:13",
      ])
    let keys = repository.heir("log", "/", "**.c", "--json").output
    #expect(keys.split(separator: "\n").count == 2 && keys.contains(#""key":"o.b.c""#))
  }

  @Test(arguments: [":a", "a*", "[a]", "a\\\\b", ":(top)a", "ä b"])
  func aScopeMayBeCalledLikeAPattern(name: String) throws {
    let repository = try Repository([("\(name)/a.json", #"{"k": 1}"#), ("other/a.json", "{}")])
    for text in [#"{"k": 2}"#, #"{"k": 2, "j": 1}"#, #"{"k": 3}"#] {
      repository.write("\(name)/a.json", text)
      try repository.commit()
    }
    #expect(told(repository.heir("log", "/\(name)", "k")).count == 3)
    repository.write("\(name)/.heir", "")
    #expect(told(repository.heir("log", "/", "k", "--root", name)).count == 3)
  }

  /// Commits a tree in whatever form, on top of the branch; `$heir` and `$blob` are objects of files, `$tree` is that of a
  /// directory, and `name` appends an object's bytes.
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
  func aDirectoryThatIsNoneIsAnErrorAndNoRemoval(script: String) throws {
    let repository = try Repository([("s/a.json", #"{"k": 1}"#)])
    try commit(repository, tree: script)
    let log = repository.heir("log", "/s", "k", "--at", "odd")
    #expect(log.status == 2 && !log.output.contains("removed"), "\(log)")
    #expect(log.errors.contains(" git object"), "\(log)")
  }
}
