import Foundation
import TestSupport
import Testing

/// Two trees alike but for their secrets give the same reports, byte for byte (A1).
@Suite struct NonInterferenceTests {
  /// Every report, of scopes and keys that a seed chooses.
  private static func commands(_ twins: SecretTwins) -> [[String]] {
    var random = twins.random
    var commands: [[String]] = [
      ["check"], ["check", "--json"], ["check", "--format", "sarif"],
      ["check", "--format", "github"], ["check", "--strict"], ["scopes", "--tree"],
      ["scopes", "--json"], ["tidy", "--dry-run"], ["tidy", "--hoist", "--dry-run"],
    ]
    for scope in ["/", random.pickOne(SecretTwins.scopes)] {
      for form in [
        [], ["--json"], ["--format", "github"], ["--format", "markdown"], ["--scopes"],
        ["--html", "page.html"],
      ] {
        commands.append(["impact", "--against", "old", scope] + form)
      }
      for form in [[], ["--json"], ["--scopes"], ["--html", "page.html"]] {
        commands.append(["where", scope, "*", "*.*", "l.0"] + form)
        commands.append(["where", scope, random.pickOne(SecretTwins.keys)] + form)
      }
    }
    for scope in SecretTwins.scopes {
      commands += [["explain", scope], ["explain", scope, "--json"], ["files", scope]]
      for _ in 0..<3 {
        let key = random.pickOne(SecretTwins.keys)
        commands += [
          ["explain", scope, key], ["explain", scope, key, "--json"], ["get", scope, key],
        ]
      }
      for form in [[], ["--json"], ["--keys"], ["--moved"], ["--format", "patch"]] {
        commands.append(["diff", scope, "--against", "old"] + form)
        commands.append(["diff", scope, random.pickOne(SecretTwins.scopes)] + form)
      }
      commands += [["resolve", scope, "--strict"], ["impact", "--against", "old", scope]]
      let key = random.pickOne(SecretTwins.keys)
      commands += [
        ["set", scope, key, random.pickOne(["p0", "5", "[]", "new"]), "--dry-run"],
        ["unset", scope, key, "--dry-run"], ["stop", scope, key, "--dry-run"],
        ["resume", scope, key, "--dry-run"],
      ]
    }
    return commands
  }

  /// About a third of the commands, which the seed chooses.
  private static func some(of commands: [[String]], _ twins: SecretTwins) -> [[String]] {
    var random = twins.random
    return commands.prefix(1) + commands.dropFirst().filter { _ in random.upTo(2) == 0 }
  }

  private static func harness(_ twins: SecretTwins, _ scratch: Scratch) -> Harness {
    var harness = Harness(in: scratch.url)
    harness.options = ["--root", "new"] + (twins.hasOverlay ? ["--overlay", "ov"] : [])
    return harness
  }

  /// What a report says; of commands that print data, only what is beside it.
  private static func report(
    _ command: [String], _ harness: Harness
  ) -> Harness.Result {
    var result = harness.run(command)
    if ["get", "resolve"].contains(command[0]) { result.output = "" }
    if command.contains("--html") {
      let page = harness.directory.appending(path: "page.html")
      result.output += (try? String(contentsOf: page, encoding: .utf8)) ?? ""
      try? FileManager.default.removeItem(at: page)
    }
    return result
  }

  /// A scope that was not looked at may call secret what changes.
  @Test(arguments: [0, 1000])
  func anEditTellsNoValuesWhereNotAllScopesWereLookedAt(step: Int) throws {
    let tree = Scratch(
      [(".heir", ""), ("a.json", #"{"pw": "former"}"#), ("z/a.json", #"{"$secret": ["pw"]}"#)]
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

  @Test(arguments: Seeds.upTo(1)) func twoTreesAlikeButForTheirSecretsGiveTheSameReports(seed: Int)
  {
    let twins = SecretTwins(seed: UInt64(seed))
    Self.expectAlike(twins, Self.commands(twins))
  }

  /// Both twins give the same reports, and none shows a secret.
  private static func expectAlike(_ twins: SecretTwins, _ commands: [[String]]) {
    let scratches = SecretTwins.spellings.map { Scratch(twins.files($0)) }
    let harnesses = scratches.map { harness(twins, $0) }
    for command in some(of: commands, twins) {
      let results = harnesses.map { report(command, $0) }
      // Whole pages in a message would help nobody.
      let areAlike = results[0] == results[1]
      #expect(areAlike, "\(command) \(difference(results))")
      for result in results {
        let leaks = leaks(result)
        #expect(leaks.isEmpty, "\(command) \(leaks)")
      }
    }
  }

  /// Every report over several scopes or times in one of which the usual keys are called secret.
  private static func wideCommands(_ twins: SecretTwins) -> [[String]] {
    var random = twins.random
    var commands: [[String]] = []
    for form in [[], ["--json"], ["--format", "github"], ["--format", "markdown"]] {
      commands.append(["impact", "--against", "old", "/"] + form)
    }
    for form in [[], ["--json"], ["--html", "page.html"]] {
      commands.append(["where", "/", "**"] + form)
      commands.append(["where", "/", random.pickOne(SecretTwins.keys)] + form)
    }
    if !twins.secretScopes.isEmpty {
      for form in ["text", "json", "sarif", "github"] {
        commands.append(["check", "--format", form])
      }
    }
    // What only the other time calls secret is no business of a report over this one.
    if twins.secretScopes.isEmpty { commands.removeAll { $0[0] == "where" } }
    for scope in twins.secretScopes {
      for form in [[], ["--json"], ["--moved"], ["--format", "patch"]] {
        commands.append(["diff", scope, random.pickOne(SecretTwins.scopes)] + form)
        commands.append(["diff", random.pickOne(SecretTwins.scopes), scope] + form)
        commands.append(["diff", scope, "--against", "old"] + form)
      }
    }
    return commands
  }

  @Test(arguments: Seeds.upTo(3)) func whatOneScopeOrTimeCallsSecretIsMaskedInAllOfAReport(
    seed: Int
  ) {
    let twins = SecretTwins(seed: UInt64(seed), spreads: true)
    Self.expectAlike(twins, Self.wideCommands(twins))
  }

  /// Nobody knows what a broken file calls secret, and so what is secret in the rest.
  @Test(arguments: Seeds.upTo(2)) func aBrokenFileTellsNothingOfSecrets(seed: Int) {
    let twins = SecretTwins(seed: UInt64(seed), spreads: seed % 2 == 0, breaks: true)
    var commands = seed % 2 == 0 ? Self.wholeCommands : Self.commands(twins)
    // What only the other time calls secret is no business of a report over this one.
    if twins.secretScopes.isEmpty { commands.removeAll { $0[0] != "impact" } }
    Self.expectAlike(twins, commands)
  }

  /// The reports that look at all scopes.
  private static let wholeCommands: [[String]] =
    ["text", "json", "github", "markdown"].map { ["impact", "--against", "old", "--format", $0] }
    + [
      ["where", "/", "**"], ["where", "/", "**", "--json"], ["check"],
      ["check", "--format", "sarif"],
      ["tidy", "--dry-run"], ["set", "/", "pw", "new", "--dry-run"],
      ["unset", "/", "o", "--dry-run"], ["stop", "/", "l", "--dry-run"],
    ]

  /// Where values that were equal no longer are, reports may tell so, but no value.
  @Test(arguments: Seeds.upTo(1)) func noSecretIsInAnyReportWhicheverAreEqual(seed: Int) {
    let twins = SecretTwins(seed: UInt64(seed))
    let scratch = Scratch(twins.files { "\(SecretTwins.mark)\($0 % 2)" })
    let harness = Self.harness(twins, scratch)
    for command in Self.some(of: Self.commands(twins), twins) {
      let leaks = Self.leaks(Self.report(command, harness))
      #expect(leaks.isEmpty, "\(command)")
    }
  }

  private static func leaks(_ result: Harness.Result) -> [String] {
    let lines = (result.output + result.errors).split(separator: "\n")
    return lines.filter { $0.contains(SecretTwins.mark) }.prefix(2).map { String($0.prefix(300)) }
  }

  private static func difference(_ results: [Harness.Result]) -> String {
    let texts = results.map { "\($0.status)\n\($0.output)\n\($0.errors)".split(separator: "\n") }
    return zip(texts[0], texts[1]).filter { $0 != $1 }.prefix(2)
      .map { "\n- \($0.prefix(300))\n+ \($1.prefix(300))" }.joined()
  }
}
