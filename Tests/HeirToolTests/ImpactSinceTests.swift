import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite(.needs("git")) struct ImpactSinceTests {
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

  @Test func aNameThatSeveralHaveIsNoPair() throws {
    let repository = try Repository([
      ("a/h/p.json", #"{"k": 1}"#), ("b/h/p.json", #"{"k": 2}"#), ("c/p.json", "{}"),
    ])
    try repository.shell("mkdir c/x; git mv a/h c/h; git mv b/h c/x/h")
    let text = repository.heir("impact", "--since", "HEAD", "-q")
    #expect(!text.output.contains("scopes moved") && text.status == 1, "\(text)")
    #expect(text.output.contains("scopes added: /c/h, /c/x/** 2"), "\(text)")
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
    #expect(scratch.run(["impact"]).status == 2)
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
}
