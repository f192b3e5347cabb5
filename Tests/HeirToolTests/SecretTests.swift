import Foundation
import TestSupport
import Testing

/// Two trees that differ only in their secrets give the same reports, byte for byte (A1).
@Suite struct SecretTests {
  enum Sample: CaseIterable {
    /// The scopes with secrets declare or inherit them.
    case declared
    /// All scopes have secrets, and only some scopes, or one of the times, declare them.
    case spread
    /// A file cannot be read: in its scope, below it and where scopes inherit from it, nothing is shown.
    case broken
    case brokenAndSpread

    func twins(_ seed: Int) -> SecretTwins {
      SecretTwins(
        seed: UInt64(seed), spreads: self == .spread || self == .brokenAndSpread,
        breaks: self == .broken || self == .brokenAndSpread)
    }
  }

  private static func each(_ command: [String], _ forms: String...) -> [[String]] {
    forms.map { command + $0.split(separator: " ").map(String.init) }
  }

  /// The reports in which a sample's secrets must be masked.
  private static func reports(_ sample: Sample, _ twins: SecretTwins) -> [[String]] {
    var random = twins.random
    func key() -> String { random.pick(SecretTwins.keys) }
    func other() -> String { random.pick(SecretTwins.scopes) }
    var reports = each(
      ["impact", "--against", "old", "/"], "", "--json", "--scopes", "--format github",
      "--format markdown", "--html page.html")
    // What only the old tree declares is shown in reports about the new one.
    if twins.secretScopes.isEmpty { return reports }
    for keys in [["**"], [key()], ["*", "*.*", "l.0"]] {
      reports += each(["where", "/"] + keys, "", "--json", "--scopes", "--html page.html")
    }
    reports += each(["check"], "", "--json", "--strict", "--format sarif", "--format github")
    if sample != .spread {
      reports += [["tidy", "--dry-run"], ["tidy", "--hoist", "--dry-run"]]
      reports += edits("/", key(), &random)
    }
    if sample == .brokenAndSpread { return reports }
    for scope in sample == .spread ? twins.secretScopes : SecretTwins.scopes {
      for words in [[scope, other()], [scope, "--against", "old"]] {
        reports += each(["diff"] + words, "", "--json", "--keys", "--moved", "--format patch")
      }
      if sample == .spread {
        reports += each(["diff", other(), scope], "", "--json", "--moved", "--format patch")
        continue
      }
      reports += each(["impact", "--against", "old", scope], "", "--json")
      reports += [["where", other(), key()], ["files", scope], ["resolve", scope, "--strict"]]
      reports += each(["explain", scope], "", "--json") + edits(scope, key(), &random)
      for _ in 0..<3 {
        let key = key()
        reports += each(["explain", scope, key], "", "--json") + [["get", scope, key]]
      }
    }
    return sample == .spread ? reports : reports + each(["scopes"], "--tree", "--json")
  }

  private static func edits(
    _ scope: String, _ key: String, _ random: inout SplitMix64
  ) -> [[String]] {
    let value = random.pick(["p0", "5", "[]", "new"])
    return [["set", scope, key, value, "--dry-run"]]
      + ["unset", "stop", "resume"].map { [$0, scope, key, "--dry-run"] }
  }

  /// Status, standard error, and standard output if it is no data, with the page.
  private static func report(_ command: [String], _ harness: Harness) -> Harness.Result {
    var result = harness.run(command)
    if ["get", "resolve"].contains(command[0]) { result.output = "" }
    let page = harness.directory.appending(path: "page.html")
    result.output += (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(at: page)
    return result
  }

  @Test(arguments: Sample.allCases, Seeds.upTo(1))
  func reportsDoNotDependOnSecrets(sample: Sample, seed: Int) {
    let twins = sample.twins(seed)
    let scratches = SecretTwins.spellings.map { Scratch(twins.files($0)) }
    let harnesses = scratches.map { scratch in
      var harness = Harness(in: scratch.url)
      harness.options = ["--root", "new"] + (twins.hasOverlay ? ["--overlay", "ov"] : [])
      return harness
    }
    var random = twins.random
    for command in Self.reports(sample, twins) where random.upTo(Seeds.isLong ? 3 : 7) == 0 {
      let results = harnesses.map { Self.report(command, $0) }
      let problem = Self.problem(
        results.map { "\($0.status)\n\($0.output)\n\($0.errors)" })
      #expect(problem == nil, "\(command)")
    }
    withExtendedLifetime(scratches) {}
  }

  /// The first lines that differ or show a secret.
  private static func problem(_ texts: [String]) -> String? {
    let lines = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let leak = lines.joined().first { $0.contains(SecretTwins.mark) }
    let difference = zip(lines[0], lines[1]).first { $0 != $1 }
    if let leak { return "shows \(leak.prefix(300))" }
    if let (one, other) = difference { return "\n- \(one.prefix(300))\n+ \(other.prefix(300))" }
    return lines[0].count == lines[1].count ? nil : "another number of lines"
  }

  // MARK: watch

  private static let looks = [
    (scope: "/", json: true, own: false, below: true, columns: nil), ("/q", true, true, false, nil),
    ("/", false, false, true, nil), ("/q/u", false, false, false, nil),
    ("/s/t", false, false, false, 60),
  ]

  /// One edit after another from the old tree to the new one; some files are broken in between.
  private static func edits(
    _ files: [(path: String, text: String)]
  ) -> [(path: String, text: String?)] {
    func tree(_ name: String) -> [String: String] {
      let files = files.filter { $0.path.hasPrefix(name) }
      return Dictionary(files.map { ("t/" + $0.path.dropFirst(4), $0.text) }) { first, _ in first }
    }
    let (old, new) = (tree("old/"), tree("new/"))
    let paths = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }
    return paths.enumerated().flatMap { number, path -> [(path: String, text: String?)] in
      guard let text = new[path], text.hasPrefix("{"), number % 3 < 2 else {
        return [(path, new[path])]
      }
      return [(path, number % 3 == 0 ? "{\n,\n" + text.dropFirst() : text + "\n]"), (path, text)]
    }
  }

  @Test func watchedReportsDoNotDependOnSecrets() throws {
    var reports = 0
    for seed in Seeds.upTo(2, from: 2) {
      let twins = SecretTwins(seed: UInt64(seed))
      for (scope, json, own, below, columns) in Seeds.every(2, of: Self.looks) {
        let stories = try SecretTwins.spellings.map { spelling in
          let files = twins.files(spelling)
          let old = files.filter { !$0.path.hasPrefix("new/") }.map { path, text in
            (path.hasPrefix("old/") ? "t/" + path.dropFirst(4) : path, text)
          }
          let looking = try Looking(
            old + SecretTwins.scopes.map { ("t\($0)/_", "") }, scope, own: own, below: below,
            initial: true, overlays: twins.hasOverlay ? ["ov"] : [], root: "t", json: json,
            columns: columns)
          var story = [looking.report()]
          for (path, text) in Self.edits(files) {
            if let text {
              looking.write(path, text)
            } else {
              try FileManager.default.removeItem(at: looking.tree.url.appending(path: path))
            }
            story.append("\(path): \(looking.report())")
          }
          return story
        }
        let problem = Self.problem(stories.map { $0.joined(separator: "\n") })
        #expect(problem == nil, "seed \(seed), \(scope) json \(json) own \(own)")
        reports += stories[0].count { $0.contains("secret") }
      }
    }
    // In some of the trees hardly anything can be evaluated.
    #expect(reports > (Seeds.isLong ? 10 : 3))
  }

  // MARK: Cases that random trees seldom have

  @Test(arguments: ["secrets.txt", "secrets-git.txt"])
  func noReportOfTheExamplesShowsASecret(name: String) throws {
    let file = Harness.fixtures.appending(path: "examples/" + name)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("$ heir ") } > 10)
    for line in lines where !line.hasPrefix("%") && !line.hasPrefix("$") {
      #expect(!line.contains("TOPSECRET"))
    }
  }

  /// A scope that was not visited may declare secret what changes.
  @Test(arguments: [0, 1000])
  func anEditShowsNoValuesIfNotAllScopesWereVisited(step: Int) {
    let tree = Scratch(
      tree: [("a.json", #"{"pw": "former"}"#), ("z/a.json", #"{"$secret": ["pw"]}"#)]
        + (0..<40).map { ("s\($0)/a.json", "{}") })
    var harness = Harness(in: tree.url)
    var now = 0
    harness.clock = {
      now += step
      return now
    }
    let result = harness.run("set", "/", "pw", "later")
    #expect(result.status == 0)
    #expect(result.errors.contains("pw changes in \(step == 0 ? "42" : "at least")"), "\(result)")
    #expect(!result.errors.contains("former") && !result.errors.contains("later"), "\(result)")
  }
}
