import Foundation
import Testing

@testable import Answers

/// The job for pull requests of `heir help scripts`, run as a runner runs it: every step in a shell of its own.
@Suite struct RecipeJobTests {
  private struct Job: Decodable {
    struct Step: Decodable {
      let run: String?
      let condition: String?
      let depth: Int?
    }

    let environment: [String: String]
    let steps: [Step]
  }

  /// What came of a branch's steps.
  private struct Outcome {
    var statuses: [Int32] = []
    var output = ""
    var errors = ""
    var summary = ""
  }

  private static func job() throws -> Job {
    let yaml = try RecipeTests.block("Fail a build on findings")
    let script = """
      import json, yaml
      whole = yaml.safe_load(open("job.yml", encoding="utf-8"))
      (job,) = whole["jobs"].values()
      print(json.dumps({"environment": whole["env"], "steps": [
        {"run": s.get("run"), "condition": s.get("if"), "depth": s.get("with", {}).get("fetch-depth")}
        for s in job["steps"]]}))
      """
    let scratch = Scratch([("job.yml", yaml)])
    let result = try Program.run("/usr/bin/env", ["python3", "-c", script], in: scratch.url)
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Job.self, from: Data(result.output.utf8))
  }

  /// A repository whose main branch has an old finding, with a branch `work` checked out.
  private static func repository() throws -> Repository {
    let repository = try Repository([
      (
        "config/p.json",
        #"{"$type": {"port": "integer"}, "$secret": ["pw"], "port": 1, "pw": "HIDDEN"}"#
      ),
      ("config/prod/p.json", #"{"port": 1, "url": {"$format": "x:${port}"}}"#),
      ("config/dev/p.json", #"{"port": 3}"#),
    ])
    try repository.git("checkout -q -b work")
    return repository
  }

  /// Commits, pushes nothing, and runs the job in a fresh clone, whose `origin/main` is the main branch.
  private static func run(_ repository: Repository, clone: String = "") throws -> Outcome {
    try repository.commit()
    let job = try job()
    let scratch = Scratch()
    let origin = repository.scratch.url.path
    try repository.shell(
      "git clone -q \(clone) --no-single-branch 'file://\(origin)' '\(scratch.url.path)/clone'")
    try repository.shell("cd '\(scratch.url.path)' && mkdir bin && ln -s \"$HEIR\" bin/heir")
    var outcome = Outcome()
    let exports = job.environment.map { "export \($0)='\($1)'\n" }.sorted().joined()
    for (number, step) in job.steps.enumerated() {
      guard let run = step.run else { continue }
      if outcome.statuses.contains(where: { $0 != 0 }) && step.condition != "${{ !cancelled() }}" {
        continue
      }
      scratch.write("step\(number)", Array(run.utf8))
      let line = """
        \(exports)export GITHUB_STEP_SUMMARY="$PWD/../summary" PATH="$PWD/../bin:$PATH"
        bash --noprofile --norc -e ../step\(number)
        """
      let result = try Program.shell(line, in: scratch.url.appending(path: "clone"))
      outcome.statuses.append(result.status)
      outcome.output += result.output
      outcome.errors += result.errors
    }
    let summary = scratch.url.appending(path: "summary")
    outcome.summary = (try? String(contentsOf: summary, encoding: .utf8)) ?? ""
    return outcome
  }

  @Test func aGoodEditPassesAndTheSummaryShowsWhomItHits() throws {
    let repository = try Self.repository()
    // The old finding moves, and is not this branch's.
    repository.write(
      "config/prod/p.json", "\n" + #"{"port": 1, "url": {"$format": "y:${port}"}}"#)
    let outcome = try Self.run(repository)
    #expect(outcome.statuses == [0, 0], "\(outcome)")
    #expect(outcome.output == "")
    #expect(
      outcome.summary == """
        **1 key changes in 1 of 3 scopes by 1 edit.**

        | edit | key | before | after | scopes |
        |---|---|---|---|---|
        | `config/prod/p.json:2:20` | `url` | `"x:1"` | `"y:1"` | 1 scope (`/prod`) |

        """)
  }

  @Test func aBadEditFailsBesideItsLineAndIsInTheSummaryAllTheSame() throws {
    let repository = try Self.repository()
    repository.write("config/dev/p.json", "{\n  \"port\": \"three\"\n}")
    let outcome = try Self.run(repository)
    #expect(outcome.statuses == [1, 0], "\(outcome)")
    #expect(
      outcome.output.hasPrefix(
        "::error file=config/dev/p.json,line=2,col=11,title=heir%3A type::"))
    #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.summary.contains("| `port` | `3` | `\"three\"` | 1 scope (`/dev`) |"))
  }

  @Test func aWarningFailsNothing() throws {
    let repository = try Self.repository()
    repository.write("config/dev/p.json", #"{"port": 1}"#)
    let outcome = try Self.run(repository)
    #expect(
      outcome.statuses == [0, 0] && outcome.output.hasPrefix("::warning file=config/dev/p.j"))
    #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
  }

  @Test func whatCanNoLongerBeWorkedOutFailsBoth() throws {
    let repository = try Self.repository()
    repository.write("config/dev/p.json", #"{"port": {"$ref": "prot"}}"#)
    let outcome = try Self.run(repository)
    #expect(outcome.statuses == [1, 2], "\(outcome)")
    #expect(outcome.output.hasPrefix("::error file=config/dev/p.json,line=1,"))
    #expect(outcome.summary.contains("Cannot be evaluated:"))
  }

  @Test func aSecretIsInNeither() throws {
    let repository = try Self.repository()
    repository.write("config/dev/p.json", #"{"pw": "HIDDEN2", "$type": {"pw": "integer"}}"#)
    let outcome = try Self.run(repository)
    #expect(outcome.statuses == [1, 0] && outcome.summary.contains("`pw`"), "\(outcome)")
    #expect(!(outcome.output + outcome.errors + outcome.summary).contains("HIDDEN"))
  }

  @Test func whatTheMainBranchDidMeanwhileIsNotInTheSummary() throws {
    let repository = try Self.repository()
    repository.write("config/dev/p.json", #"{"port": 4}"#)
    try repository.commit()
    try repository.git("checkout -q main")
    repository.write("config/prod/p.json", #"{"port": 9}"#)
    try repository.commit()
    try repository.git("checkout -q work")
    let outcome = try Self.run(repository)
    #expect(outcome.summary.hasPrefix("**1 key changes in 1 of 3 scopes by 1 edit.**"))
    // What GitHub checks out is such a branch merged into the main one.
    try repository.git("merge -q -m merged main")
    #expect(try Self.run(repository).summary == outcome.summary)
  }

  @Test func theJobFetchesTheRevisionsThatItComparesWith() throws {
    #expect(try Self.job().steps.first?.depth == 0)
    let repository = try Self.repository()
    repository.write("config/dev/p.json", #"{"port": 4}"#)
    let outcome = try Self.run(repository, clone: "--depth 1")
    #expect(outcome.statuses.last == 2)
    #expect(outcome.errors.contains("'git fetch --unshallow'"), "\(outcome)")
  }
}
