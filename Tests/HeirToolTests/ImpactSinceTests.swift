import Foundation
import Testing

@testable import HeirTool

/// `impact` against revisions: wherever the root lies, whichever clone it is, and however it is printed.
@Suite struct ImpactSinceTests {
  private static let files = [
    ("config/.heir", ""), ("config/p.json", #"{"k": 1, "url": {"$format": "u${k}"}}"#),
    ("config/prod/p.json", #"{"own": true}"#), ("config/dev/p.json", #"{"k": 7}"#),
  ]

  private func edited() throws -> Repository {
    let repository = try Repository(Self.files)
    repository.write("config/p.json", "{\n  \"k\": 2,\n  \"url\": {\"$format\": \"u${k}\"}\n}")
    return repository
  }

  private func impact(_ repository: Repository, _ more: String...) -> Harness.Result {
    repository.harness.run(["impact", "--root", "config"] + more)
  }

  private static let text = """
    config/p.json:2:8  k  1 → 2   2 scopes (/, /prod); overridden at 1 place
        url  "u1" → "u2"   2 scopes (/, /prod)

    """
  private static let note = "heir: note: 2 keys change in 2 of 3 scopes by 1 edit\n"

  // MARK: Where the root lies, and what is a revision

  @Test func aRootBelowTheTopOfItsRepositoryIsComparedWithItself() throws {
    let repository = try edited()
    let expected = Harness.Result(output: Self.text, errors: Self.note, status: 1)
    #expect(impact(repository, "--since", "HEAD") == expected)
    // A file beside the root is no part of the tree.
    repository.write("other/p.json", #"{"k": 3}"#)
    #expect(impact(repository, "--since", "HEAD") == expected)
    try repository.commit()
    #expect(
      impact(repository, "--since", "HEAD")
        == .init(errors: "heir: note: no effective value changes\n"))
    #expect(impact(repository, "--since", "HEAD~1") == expected)
  }

  @Test func aLinkedWorkTreeIsComparedAsItStands() throws {
    let repository = try edited()
    try repository.git("worktree add -q other HEAD")
    #expect(repository.heir("impact", "--since", "main", "--root", "other/config").output == "")
    try repository.shell("cp config/p.json other/config/p.json")
    let result = repository.heir("impact", "--since", "main", "--root", "other/config")
    #expect(result.output == Self.text.replacing("config/", with: "other/config/"))
  }

  @Test func whatTheMainBranchDidMeanwhileIsNotThisBranchsDoing() throws {
    let repository = try edited()
    try repository.git("checkout -q -b side && git commit -qam side && git checkout -q main")
    repository.write("config/dev/p.json", #"{"k": 8}"#)
    try repository.commit()
    try repository.git("checkout -q side")
    #expect(impact(repository, "--since", "main", "--merge-base").output == Self.text)
    let both = impact(repository, "--since", "main").output
    #expect(both.hasPrefix(Self.text) && both.contains("k  8 → 7   1 scope (/dev)"), "\(both)")
  }

  @Test func aShallowCloneSaysWhatToFetch() throws {
    let repository = try edited()
    try repository.git("commit -qam next && git branch side HEAD~1 && git checkout -q side")
    repository.write("config/dev/p.json", #"{"k": 8}"#)
    try repository.commit("side")
    try repository.git(
      "checkout -q main && git clone -q --depth 1 --no-single-branch file://$PWD shallow")
    var clone = repository.harness
    clone.directory = repository.scratch.url.appending(path: "shallow")
    let missing = clone.run("impact", "--root", "config", "--since", "HEAD~1")
    #expect(missing.status == 2 && missing.output == "")
    #expect(missing.errors.contains("revision 'HEAD~1' does not exist\n"))
    #expect(
      missing.errors.contains(
        "this clone is shallow; use 'git fetch --unshallow --tags'\n"))
    let parted = clone.run("impact", "--root", "config", "--since", "origin/side", "--merge-base")
    #expect(parted.status == 2 && parted.output == "")
    #expect(
      parted.errors.contains(
        "this clone is shallow; use 'git fetch --unshallow'\n"))
    // What is there can be compared with, and what was told to do helps.
    #expect(clone.run("impact", "--root", "config", "--since", "origin/side").status == 1)
    try repository.shell("cd shallow && git fetch -q --unshallow")
    let whole = clone.run("impact", "--root", "config", "--since", "origin/side", "--merge-base")
    #expect(whole.output == Self.text)
  }

  @Test(arguments: ["text", "json", "github", "markdown"])
  func aRevisionIsReadAsACheckoutOfItIs(format: String) throws {
    let repository = try Repository()
    let trees = Harness.fixtures.appending(path: "trees").path
    try repository.shell("cp -R '\(trees)/impact-before' config")
    try repository.commit()
    try repository.git("worktree add -q before HEAD")
    try repository.shell("rm -r config && cp -R '\(trees)/impact' config")
    let since = impact(repository, "--since", "HEAD", "--format", format)
    let against = impact(repository, "--against", "before/config", "--format", format)
    #expect(since.output.replacing("HEAD:config/", with: "before/config/") == against.output)
    #expect(since.errors == against.errors && since.status == 1 && against.status == 1)
    #expect(since.output.count > 500)
    if format == "json" { #expect(since.output == against.output) }
  }

  // MARK: What changes

  @Test func aTreeThatIsOnlySpelledOtherwiseChangesNothing() throws {
    let repository = try edited()
    try repository.commit()
    repository.write(
      "config/p.json",
      "\u{FEFF}{\r\n\t\"url\" : { \"$format\" : \"\\u0075${k}\" },\r\n\t\"k\":2\r\n}")
    try repository.git("mv config/dev/p.json config/dev/other.json")
    repository.write("config/prod/p.json", "{\n\n\"own\"\n:\ntrue}")
    let result = impact(repository, "--since", "HEAD")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("heir: note: no effective value changes"), "\(result)")
    #expect(!result.output.contains("config/p.json") && !result.output.contains("prod"))
    for format in ["github", "markdown", "json"] {
      #expect(impact(repository, "--since", "HEAD", "--format", format).status == 0)
    }
  }

  @Test func aComputedValueChangesWhereOnlyItsSourceWasEdited() throws {
    let repository = try Repository([
      ("config/p.json", #"{"host": "a", "path": {"$file": "_motd"}}"#), ("config/_motd", "x"),
      ("config/prod/p.json", #"{"url": {"$format": "http://${host}/"}}"#),
    ])
    repository.write("config/p.json", #"{"host": "b", "path": {"$file": "_motd"}}"#)
    repository.write("config/_motd", "y")
    let result = impact(repository, "--since", "HEAD", "/prod")
    #expect(
      result.output == """
        config/p.json:1:10  host  "a" → "b"   1 scope (/prod)
            url  "http://a/" → "http://b/"   1 scope (/prod)
        config/_motd  the text  edited
            path  "x" → "y"   1 scope (/prod)

        """, "\(result)")
  }

  @Test func aTextOfAnOverlayIsNotTheRootsOfThatName() throws {
    let repository = try Repository([
      ("config/p.json", #"{"b": {"$file": "_motd"}, "c": {"$format": "${a}${b}"}}"#),
      ("config/_motd", "x"), ("site/p.json", #"{"a": {"$file": "_motd"}}"#), ("site/_motd", "s"),
    ])
    repository.write("config/_motd", "y")
    let result = impact(repository, "--overlay", "site", "--since", "HEAD")
    #expect(
      result.output == """
        config/_motd  the text  edited
            b  "x" → "y"   1 scope (/)
            c  "sx" → "sy"   1 scope (/)

        """)
    try repository.shell("rm config/_motd; printf '{}' >config/p.json")
    let gone = impact(repository, "--overlay", "site", "--since", "HEAD")
    #expect(gone.output.contains("b  {\"$file\":\"_motd\"} → none"), "\(gone)")
  }

  @Test func aSecretIsOnNeitherSideInAnyForm() throws {
    func tree(_ secret: String, _ list: String) -> [(path: String, text: String)] {
      [
        ("config/p.json", #"{"$secret": ["pw", "keys.*"], "pw": "\#(secret)", "k": 1}"#),
        ("config/drawn/p.json", #"{"url": {"$format": "db://u:${pw}@h/"}, "c": {"$ref": "pw"}}"#),
        ("config/late/p.json", #"{"$secret": ["token"], "token": "\#(secret)-token"}"#),
        ("config/keys/p.json", #"{"keys": ["plain", "\#(list)"], "o": {"$ref": "keys"}}"#),
      ]
    }
    let repository = try Repository(tree("OLDSECRET", "OLDKEY"))
    for (path, text) in tree("NEWSECRET", "NEWKEY") { repository.write(path, text) }
    // In one time it is not yet declared to be one.
    repository.write("config/was/p.json", #"{"word": "OLDSECRET-word"}"#)
    try repository.commit("again")
    for (path, text) in tree("OTHERSECRET", "OTHERKEY") { repository.write(path, text) }
    repository.write("config/was/p.json", #"{"$secret": ["word"], "word": "NEWSECRET-word"}"#)
    let scratch = repository.scratch.url
    for revision in ["HEAD", "HEAD~1"] {
      for format in ["text", "json", "github", "markdown"] {
        let result = impact(
          repository, "--since", revision, "--format", format, "--html", "page.html")
        let page = try String(contentsOf: scratch.appending(path: "page.html"), encoding: .utf8)
        #expect(result.status == 1 && result.output.contains("pw") && page.contains("pw"))
        for word in ["SECRET", "KEY"] {
          #expect(!(result.output + result.errors + page).contains(word), "\(format) \(result)")
        }
        for key in ["url", "token", "keys"] { #expect(result.output.contains(key)) }
      }
    }
    #expect(impact(repository, "--since", "HEAD", "--reveal").output.contains("OTHERSECRET"))
    for format in ["text", "json"] {
      let result = repository.heir(
        "where", "/", "pw", "url", "c", "token", "keys", "o", "word", "--root", "config",
        "--format", format, "--html", "where.html")
      let page = try String(contentsOf: scratch.appending(path: "where.html"), encoding: .utf8)
      #expect(result.status == 0 && page.contains("&lt;secret&gt;"))
      for word in ["SECRET", "KEY"] {
        #expect(!(result.output + result.errors + page).contains(word), "\(format) \(result)")
      }
    }
  }

  // MARK: Status and standard error

  @Test func quietChangesNeitherOutputNorStatus() throws {
    let repository = try edited()
    let quiet = impact(repository, "--since", "HEAD", "-q")
    #expect(quiet == .init(output: Self.text, status: 1))
    #expect(impact(repository, "--since", "HEAD", "-q", "--exit-zero") == .init(output: Self.text))
    repository.write("config/prod/p.json", #"{"own": {"$ref": "none"}}"#)
    let (loud, still) = (
      impact(repository, "--since", "HEAD", "--exit-zero"),
      impact(repository, "--since", "HEAD", "--exit-zero", "-q")
    )
    // What nobody can work out is no zero.
    #expect(loud.status == 2 && still == .init(output: loud.output, status: 2))
    #expect(loud.output.contains("cannot be evaluated:\n") && loud.errors.contains("note: "))
  }

  // MARK: Scopes that moved

  private func moved() throws -> Repository {
    let repository = try Repository([
      ("x/p.json", #"{"k": 1, "pw": "OLDSECRET", "$secret": ["pw"]}"#),
      ("x/web/h1/p.json", #"{"own": 1}"#), ("x/web/h2/p.json", #"{"own": 2}"#),
      ("y/p.json", #"{"k": 2, "pw": "NEWSECRET", "$secret": ["pw"]}"#),
    ])
    try repository.git("mv x/web/h1 y/h1")
    return repository
  }

  @Test func aScopeThatMovedIsComparedWithWhatItWas() throws {
    let repository = try moved()
    let text = repository.heir("impact", "--since", "HEAD")
    #expect(
      text
        == .init(
          output: """
            scopes moved:
                /x/web/h1 → /y/h1
                    k  1 → 2
                    pw  <secret> changes

            """, errors: "heir: note: 1 scope moved, with 2 changed keys\n", status: 1))
    let names = repository.heir("impact", "--since", "HEAD", "--scopes")
    #expect(names.output == "/x/web/h1\n/y/h1\n" && names.status == 1, "\(names)")
    let json = repository.heir("impact", "--since", "HEAD", "--json", "-c").output
    #expect(
      json.contains(
        #""scopes":{"added":["/y/h1"],"removed":["/x/web/h1"],"moved":[{"from":"/x/web/h1","to":"/y/h1","changes":[{"key":"k","from":{"value":1},"to":{"value":2}},{"key":"pw","from":{"secret":true},"to":{"secret":true}}]}]}"#
      ), "\(json)")
    let markdown = repository.heir(
      "impact", "--since", "HEAD", "--format", "markdown", "--html", "page.html")
    #expect(
      markdown.output.contains(
        "Scopes moved:\n\n- `/x/web/h1 → /y/h1`: `k  1 → 2`; `pw  <secret> changes`\n"),
      "\(markdown)")
    let page = repository.scratch.text("page.html") ?? ""
    #expect(page.contains("/x/web/h1 → /y/h1: k  1 → 2"))
    #expect(!(json + markdown.output + page).contains("SECRET"))
  }

  @Test func scopesThatMovedTogetherAreOneEachAndToldTogether() throws {
    let repository = try moved()
    // 'web' is the same name at both ends, and what is below it goes with it.
    try repository.shell(
      "git mv y/h1 x/web/h1; git commit -qam back --allow-empty; mkdir -p z/h1; git mv x/web z/; echo '{}' >z/h1/p.json"
    )
    let text = repository.heir("impact", "--since", "HEAD")
    #expect(
      text.output == """
        scopes moved:
            /x/web → /z/web, /x/web/h1 → /z/web/h1, /x/web/h2 → /z/web/h2
                k  1 → none
                pw  <secret> → none
        scopes added: /z/** 2

        """, "\(text)")
  }

  @Test func aNameThatSeveralHaveIsNoPair() throws {
    let repository = try Repository([
      ("a/h/p.json", #"{"k": 1}"#), ("b/h/p.json", #"{"k": 2}"#), ("c/p.json", "{}"),
    ])
    try repository.shell("mkdir c/x; git mv a/h c/h; git mv b/h c/x/h")
    let text = repository.heir("impact", "--since", "HEAD", "-q")
    #expect(!text.output.contains("scopes moved") && text.status == 1, "\(text)")
    #expect(text.output.contains("scopes added: /c/h, /c/x/** 2"), "\(text)")
  }

  @Test func aScopeThatMovedWithTheSameValuesIsNoUnchangedTree() throws {
    let repository = try Repository([("a/h/p.json", #"{"k": 1}"#), ("b/p.json", "{}")])
    try repository.git("mv a/h b/h")
    let told = repository.heir("impact", "--since", "HEAD")
    #expect(told.status == 1 && told.output.contains("    /a/h → /b/h\n"), "\(told)")
    #expect(told.errors.contains("1 scope moved, with the same values; 1 scope removed\n"))
    for text in [
      told.errors, repository.heir("impact", "--since", "HEAD", "--format", "markdown").output,
    ] {
      #expect(!text.contains("no effective value"), "\(text)")
    }
  }

  @Test func whatAMovedScopeCannotWorkOutAnyMoreIsAnError() throws {
    let repository = try Repository([
      ("a/p.json", #"{"v": 1}"#), ("a/h/p.json", #"{"k": {"$ref": "v"}}"#), ("b/p.json", "{}"),
    ])
    try repository.git("mv a/h b/h")
    let told = repository.heir("impact", "--since", "HEAD")
    #expect(told.status == 2 && told.output.contains("cannot be evaluated:"), "\(told)")
    #expect(told.output.contains("    b/h/p.json:1:16: now: "), "\(told)")
  }

  // MARK: What is compared

  @Test func withoutArgumentsItComparesWithWhatIsCheckedOut() throws {
    let repository = try edited()
    let expected = impact(repository, "--since", "HEAD")
    #expect(expected.status == 1 && impact(repository) == expected)
    #expect(impact(repository, "--json") == impact(repository, "--json", "--since", "HEAD"))
    #expect(impact(repository, "--staged").output == "")
    try repository.git("add -A")
    #expect(impact(repository, "--staged").output.contains("k  1 → 2"))
    for words in [["/"], ["--merge-base"], ["--at", "HEAD"]] {
      let refused = repository.harness.run(["impact", "--root", "config"] + words)
      #expect(refused.status == 2 && refused.errors.contains("--since"), "\(refused)")
    }
    let scratch = Scratch(tree: [("a.json", "{}")])
    var outside = Harness(in: scratch.url)
    outside.environment = Repository.environment
    #expect(outside.run("impact").status == 2)
  }

  @Test func namesAloneSayOnStandardErrorWhyTheStatusIsTwo() throws {
    let repository = try edited()
    repository.write("config/prod/p.json", #"{"own": {"$ref": "none"}}"#)
    repository.write("config/dev/p.json", "{")
    let told = impact(repository, "--since", "HEAD", "--scopes", "-q")
    #expect(told.status == 2, "\(told)")
    #expect(told.errors.contains("config/dev/p.json:1:2: error: "), "\(told)")
    #expect(told.errors.contains("config/prod/p.json:1:18: error: "), "\(told)")
  }

  @Test func filesThatGitIgnoresOrLeavesOutAreNamedBesideWhatTheyChange() throws {
    let repository = try Repository(Self.files + [(".gitignore", "local*\n*.log\n_x.json\n")])
    for path in ["config/_x.json", "config/a.log", "local.json"] { repository.write(path, "{}") }
    let clean = impact(repository, "--since", "HEAD")
    #expect(clean.status == 0 && !clean.errors.contains("ignores"), "\(clean)")
    func note(_ commands: [String]...) {
      for words in commands {
        let told = repository.harness.run(words + ["--root", "config", "--since", "HEAD"])
        #expect(told.errors.contains("git ignores files such as 'config/"), "\(told)")
        #expect(
          told.errors.contains("'--at HEAD' or '--staged' reads only what git has"), "\(told)")
        let now = repository.harness.run(
          words + ["--root", "config", "--since", "HEAD", "--at", "HEAD"])
        #expect(now.status == 0 && !now.errors.contains("ignores"), "\(now)")
      }
    }
    repository.write("config/prod/local.json", #"{"k": 3, "bad": {"$ref": "none"}}"#)
    note(["impact"], ["check"])
    try repository.shell("rm config/prod/local.json; mkdir -p config/localhost")
    repository.write("config/localhost/p.json", #"{"k": 4}"#)
    note(["impact"], ["diff", "/localhost", "--virtual"])
    try repository.shell("rm -r config/localhost; git sparse-checkout set --no-cone '/*' '!dev'")
    let sparse = impact(repository, "--since", "HEAD")
    #expect(sparse.output.contains("scopes removed: /dev"), "\(sparse)")
    #expect(
      sparse.errors.contains(
        "files such as 'config/dev/p.json' are not checked out (sparse checkout); "),
      "\(sparse)")
  }

  @Test func aFileThatIsNotCommittedYetIsNoneThatGitIgnores() throws {
    let repository = try edited()
    repository.write("config/new/p.json", #"{"k": 3}"#)
    try repository.shell("mkfifo config/.gitignore")
    let told = impact(repository, "--since", "HEAD")
    #expect(told.status == 1 && !told.errors.contains("git "), "\(told)")
  }
}
