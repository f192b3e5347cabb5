import Foundation
import TestSupport
import Testing

@Suite struct HistoryLawTests {
  private typealias Tree = [String: String]

  private static let paths = [
    "a.json", "b.json", "s/a.json", "s/t/a.json", "roles/r/a.json", "other/a.json", "README", "_f",
    "t.txt", ".heir",
  ]

  private static func content(_ path: String, _ random: inout SplitMix64) -> String {
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    switch path {
    case "README": return "\(UInt64.random(in: 0...9999, using: &random))"
    case "t.txt": return one(["one", "two"])
    case ".heir":
      return one(["", "{}", #"{"inherit": {"/s/{x}": ["/roles/r"]}}"#, #"{"files": ["a.json"]}"#])
    case "_f": return one([#"{"k": 7}"#, #"{"j": 8}"#, #"{"$stop": ["k"]}"#])
    default: break
    }
    if Int.random(in: 0..<25, using: &random) == 0 { return "{" }
    // What two branches leave of an object, and what a merge makes of that.
    if path == "a.json", Int.random(in: 0..<3, using: &random) == 0 {
      return one([#"{"k": {"a": 1}}"#, #"{"k": {"b": 2}}"#, #"{"k": {"a": 1, "b": 2}}"#, "{}"])
    }
    var members: [String] = []
    func maybe(_ percent: Int, _ texts: [String]) {
      if Int.random(in: 0..<100, using: &random) < percent { members.append(one(texts)) }
    }
    maybe(
      60,
      [
        "1", "2", "1.0", #""x""#, "[1]", #"{"a": 1}"#, #"{"a": 2, "b": 1}"#, #"{"b": 2}"#,
        #"{"$ref": "j"}"#,
        #"{"$ref": "k", "scope": "/roles/r"}"#, #"{"$file": "/t.txt"}"#, #"{"$format": "v${j}"}"#,
        "null",
      ].map { "\"k\": \($0)" })
    maybe(50, ["1", "2", #""y""#, #"{"a": 1}"#, #"{"b": 2}"#].map { "\"j\": \($0)" })
    maybe(15, ["[\"k\"]", "true", "[\"j\"]"].map { "\"$stop\": \($0)" })
    maybe(10, [#""$exclude": ["k"]"#])
    maybe(10, [#""$final": ["k"]"#])
    maybe(path == "roles/r/a.json" ? 0 : 10, [#""$inherit": ["/roles/r"]"#])
    maybe(10, ["\"$include\": \"\(String(repeating: "../", count: path.count { $0 == "/" }))_f\""])
    return "{\(members.joined(separator: ", "))}"
  }

  /// What `git fast-import` makes a history of: edits, merges, what was taken back, clocks that are wrong.
  private static func history(_ random: inout SplitMix64, below prefix: String) -> String {
    var trees: [Tree] = []
    var text = ""
    for number in 0..<Int.random(in: 4...12, using: &random) {
      func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
      var parents: [Int] = number == 0 ? [] : [number - 1]
      if number > 0, chance(40) {
        parents = [Int.random(in: max(0, number - 3)..<number, using: &random)]
      }
      if number > 2, chance(30) {
        let other = Int.random(in: 0..<number, using: &random)
        if !parents.contains(other) { parents.append(other) }
      }
      var tree: Tree = parents.first.map { trees[$0] } ?? [:]
      for path in paths where parents.isEmpty && chance(70) {
        tree[path] = content(path, &random)
      }
      for path in paths where parents.count > 1 {
        tree[path] = trees[parents.randomElement(using: &random) ?? 0][path]
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) where parents.count == 1 || chance(50) {
        let path = paths.randomElement(using: &random) ?? ""
        tree[path] = chance(20) ? nil : content(path, &random)
      }
      if number > 1, chance(10) { tree = trees[Int.random(in: 0..<number, using: &random)] }
      trees.append(tree)
      let time = 1_700_000_000 + number * (chance(90) ? 100 : -50)
      text += "commit refs/heads/main\nmark :\(number + 1)\n"
      for who in ["author", "committer"] { text += "\(who) A <a@example> \(time) +0000\n" }
      text += "data 1\nx\n"
      for (index, parent) in parents.enumerated() {
        text += "\(index == 0 ? "from" : "merge") :\(parent + 1)\n"
      }
      text += "deleteall\n"
      for (path, content) in tree.sorted(by: { $0.key < $1.key }) {
        text += "M 644 inline \(prefix)\(path)\ndata \(content.utf8.count)\n\(content)\n"
      }
    }
    return text
  }

  private static func state(
    _ repository: Repository, _ question: [String], _ commit: String
  ) -> String? {
    let words = question + ["--json", "-c", "--at", commit]
    let told = repository.harness.run(["explain"] + words)
    if told.errors.hasPrefix("heir: error: scope '\(question[0])' does not exist") {
      return nil
    }
    if told.status == 2 {
      // The same revision tells its paths by its name.
      let lines = told.errors.replacingOccurrences(of: commit + ":", with: "").split(
        separator: "\n")
      let errors = lines.filter { $0.contains("error: ") }.map {
        String($0.split(separator: "error: ", maxSplits: 1).last ?? "")
      }
      return Set(errors).sorted().joined()
    }
    let object = try? JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
    if let absent = object?["absent"] as? [String: Any] { return "\(absent["reason"] ?? "")" }
    let value = object?["value"].map { ["value": $0] } ?? [:]
    let data = try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  @Test(.needs("git"), arguments: Seeds.upTo(2))
  func aCommitIsListedIfItDiffersFromEachParent(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let prefix = seed % 3 == 0 ? "config/" : ""
    let repository = try Repository()
    repository.write("import", Self.history(&random, below: prefix))
    try repository.git("fast-import --quiet --force <import")
    repository.write(prefix + ".heir", "")
    let scope = ["/", "/", "/s", "/s/t", "/roles/r"].randomElement(using: &random) ?? "/"
    let key = ["k", "k", "j", "k.a"].randomElement(using: &random) ?? "k"
    let question = [scope, key, "--root", prefix.isEmpty ? "." : prefix]
    let commits = try repository.git("rev-list --parents HEAD").split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    var states: [String: String] = [:]
    var isKnown = scope == "/"
    for commit in commits {
      let state = Self.state(repository, question, commit[0])
      isKnown = isKnown || state != nil
      states[commit[0]] = state ?? "never-set"
    }
    let expected = commits.filter { commit in
      let before = commit.count == 1 ? ["never-set"] : commit.dropFirst().map { states[$0] }
      return !before.contains(states[commit[0]])
    }.map { $0[0] }
    let log = repository.harness.run(["log"] + question + ["--json"])
    var told: [String] = []
    for line in log.output.split(separator: "\n") {
      let one = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let commit = try #require(one?["commit"] as? String)
      if told.last != commit { told.append(commit) }
    }
    #expect(told == expected, "\(question) \(commits.map { ($0, states[$0[0]]) }) \(log.errors)")
    // A scope that none of them has, nor the disk, is an error.
    #expect(log.status == (!expected.isEmpty ? 0 : isKnown ? 1 : 2))
  }
}
